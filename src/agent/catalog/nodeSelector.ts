import type { NodeRuntime } from '../../core/catalog/nodeRuntime.ts';
import { satisfiesVersion } from '../../core/catalog/satisfiesVersion.ts';
import { CancellationError, UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import type { InstallOptions } from './installAgent.ts';
import type { NodeRuntimeStore } from './nodeRuntimeStore.ts';
import type { ToolContext } from './runTool.ts';

/** Why Node must be downloaded, and which. */
export interface NodeRequirement {
  readonly agentName: string;
  /** The versions that the agent supports, and the user's own one, which is none of them. Absent if there is no npm. */
  readonly mismatch?: { readonly range: string; readonly installed: string };
  readonly runtime: NodeRuntime;
}

/** Runs a program and returns the lines of its output. */
export type ReadLines = (command: string, args: readonly string[]) => Promise<readonly string[]>;

export interface NodeSelectorOptions extends Pick<
  InstallOptions,
  'signal' | 'onProgress' | 'confirmNode'
> {
  readonly agentName: string;
  readonly readLines: ReadLines;
  readonly runtimes: NodeRuntimeStore;
  readonly context: ToolContext;
}

/** A program with arguments. */
export type ToolCommand = readonly [string, readonly string[]];

const PUBLIC_REGISTRY = 'https://registry.npmjs.org';

/** Selects the Node that installs an agent and starts it: the user's own, or ours if that is missing or does not suit. */
export class NodeSelector {
  readonly #options: NodeSelectorOptions;
  #selected: NodeRuntime | undefined;

  constructor(options: NodeSelectorOptions) {
    this.#options = options;
  }

  /** The version of our Node, if that is selected. */
  get runtime(): string | undefined {
    return this.#selected?.version;
  }

  node(...args: string[]): ToolCommand {
    const { runtimes } = this.#options;
    return [this.#selected ? runtimes.getNode(this.#selected.version) : 'node', args];
  }

  npm(...args: string[]): ToolCommand {
    const { runtimes } = this.#options;
    return this.#selected
      ? this.node(runtimes.getNpm(this.#selected.version), ...args)
      : ['npm', args];
  }

  /**
   * Selects our Node if the current one is not in the range. npm would only warn, but the agent would fail at each start with
   * a message that nobody understands.
   */
  async require(range: string | undefined): Promise<void> {
    const { agentName, readLines, runtimes } = this.#options;
    const lines = range === undefined ? [] : await readLines(...this.node('--version'));
    const installed = lines.find(line => /^v\d/.test(line));
    if (range === undefined || !installed || satisfiesVersion(range, installed)) {
      return;
    }
    const { runtime } = runtimes;
    if (!runtime || !satisfiesVersion(range, runtime.version)) {
      throw new UserError(
        t(
          '{0} needs Node.js {1}, but {2} is installed. Nothing was installed. Install a matching version from https://nodejs.org, then reload the window.',
          agentName,
          range,
          installed,
        ),
      );
    }
    const [registry] = await readLines(...this.npm('config', 'get', 'registry'));
    await this.#select({ agentName, runtime, mismatch: { range, installed } }, registry);
  }

  /** Selects our Node for a user without npm. */
  async requireRuntime(): Promise<void> {
    const { agentName, runtimes, context } = this.#options;
    if (runtimes.runtime) {
      const registry = context.environment['npm_config_registry'];
      await this.#select({ agentName, runtime: runtimes.runtime }, registry);
    }
  }

  /** Asks only before a download. The registry of the user may be the mirror of a company; the checksums are ours. */
  async #select(requirement: NodeRequirement, registry = PUBLIC_REGISTRY): Promise<void> {
    const { runtimes, confirmNode, signal, onProgress, context, agentName } = this.#options;
    const { runtime } = requirement;
    if (!(await runtimes.isDownloaded(runtime)) && !(await confirmNode(requirement))) {
      throw new CancellationError(t('Installing {0}', agentName));
    }
    await runtimes.ensure({
      runtime,
      registry: registry.startsWith('https://') ? registry : PUBLIC_REGISTRY,
      signal,
      onProgress,
      context,
    });
    this.#selected = runtime;
  }
}
