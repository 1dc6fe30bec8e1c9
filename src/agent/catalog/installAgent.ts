import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledAgent } from '../../core/catalog/catalogEntry.ts';
import type { InstallPlan } from '../../core/catalog/installPlan.ts';
import { CancellationError, UserError } from '../../core/errors.ts';
import type { AgentStore, InstalledProgram } from './agentStore.ts';
import { download } from './download.ts';
import type { Fetch } from './download.ts';
import { installNpmPackage } from './installNpmPackage.ts';
import type { ToolContext } from './runTool.ts';
import { unpackArchive } from './archive/unpackArchive.ts';
import { ArchiveError } from './archive/unpackFolder.ts';
import { installUvTool } from './installUvTool.ts';
import { t } from '../../core/l10n.ts';

export interface InstallProgress {
  readonly message: string;
  /** From 0 to 1, if it is known. */
  readonly fraction?: number;
}

export interface InstallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: InstallProgress) => void;
  /** Asks the user about a download without a checksum. */
  readonly consent: (plan: InstallPlan) => Promise<boolean>;
}

export interface InstallContext extends ToolContext {
  readonly store: AgentStore;
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
        folder => installBinary(plan, folder, { ...context, ...options }),
        options.signal,
      );
  }
}

async function installBinary(
  plan: Extract<InstallPlan, { kind: 'binary' }>,
  staging: string,
  options: InstallOptions & InstallContext,
): Promise<InstalledProgram> {
  const { url, sha256, cmd } = plan;
  const { signal, onProgress, fetch } = options;
  const file = join(staging, 'download');
  await download({
    url,
    file,
    sha256,
    signal,
    ...(fetch && { fetch }),
    onProgress: (bytes, ofBytes) => onProgress?.(downloaded(bytes, ofBytes)),
  });
  onProgress?.({ message: t('Unpacking') });
  const folder = join(staging, 'agent');
  await mkdir(folder);
  try {
    const program = await unpackArchive({ file, url, cmd, folder });
    await rm(file);
    return { program };
  } catch (error) {
    throw error instanceof ArchiveError
      ? new UserError(
          t(
            "Can't use the archive for {0} from {1}: {2}. Nothing was installed.",
            plan.name,
            url,
            error.message,
          ),
        )
      : error;
  }
}

const BYTES_PER_MB = 1_000_000;

function downloaded(bytes: number, ofBytes: number | undefined): InstallProgress {
  return ofBytes === undefined
    ? { message: t('{0} MB', mb(bytes)) }
    : { message: t('{0} of {1} MB', mb(bytes), mb(ofBytes)), fraction: bytes / ofBytes };
}

const mb = (bytes: number): string => (bytes / BYTES_PER_MB).toFixed(1);
