import { join } from 'node:path';
import type { InstalledAgent } from '../../core/catalog/catalogEntry.ts';
import type { InstallPlan } from '../../core/catalog/installPlan.ts';
import { CancellationError } from '../../core/errors.ts';
import type { AgentStore } from './agentStore.ts';
import type { Fetch } from './download.ts';
import { downloadArchive } from './downloadArchive.ts';
import type { InstallProgress } from './downloadArchive.ts';
import { installNpmPackage } from './installNpmPackage.ts';
import type { NodeRequirement } from './nodeSelector.ts';
import type { NodeRuntimeStore } from './nodeRuntimeStore.ts';
import type { ToolContext } from './runTool.ts';
import { installUvTool } from './installUvTool.ts';
import { t } from '../../core/l10n.ts';

export interface InstallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: InstallProgress) => void;
  /** Asks the user about a download without a checksum. */
  readonly consent: (plan: InstallPlan) => Promise<boolean>;
  /** Asks the user whether Node.js may be downloaded, because theirs does not suit the agent. */
  readonly confirmNode: (requirement: NodeRequirement) => Promise<boolean>;
}

export interface InstallContext extends ToolContext {
  readonly store: AgentStore;
  readonly runtimes: NodeRuntimeStore;
  readonly fetch?: Fetch | undefined;
}

/** Installs an agent into our storage. It is not used before it is complete. */
export async function installAgent(
  plan: InstallPlan,
  context: InstallContext,
  options: InstallOptions,
): Promise<InstalledAgent> {
  switch (plan.kind) {
    case 'npx':
      return context.store.add(
        plan,
        folder => installNpmPackage({ ...plan, folder }, context, options),
        options.signal,
      );
    case 'uvx':
      return context.store.addInPlace(
        plan,
        folder => installUvTool({ ...plan, folder }, context, options),
        options.signal,
      );
    case 'binary':
      if (!plan.sha256 && !(await options.consent(plan))) {
        throw new CancellationError(t('Installing {0}', plan.name));
      }
      return context.store.add(
        plan,
        async staging => ({
          program: await downloadArchive({
            ...plan,
            folder: join(staging, 'agent'),
            signal: options.signal,
            onProgress: options.onProgress,
            ...(context.fetch && { fetch: context.fetch }),
          }),
        }),
        options.signal,
      );
  }
}
