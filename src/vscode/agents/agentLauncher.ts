import type { AgentOptions } from '../../agent/connection/agent.ts';
import type { AgentProgram } from '../../agent/connection/agentProgram.ts';
import type { AgentDefinition } from '../../agent/connection/agents.ts';
import type { ClientRequests } from '../../agent/requests/clientRequests.ts';
import type { Logger } from '../../core/logger.ts';
import { createExitError } from '../../agent/process/exitError.ts';
import type { ProcessEnvironment } from '../../agent/process/resolveCommand.ts';
import type { LaunchConfig } from '../../agent/process/launchConfig.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import { createProcessProgram } from '../../agent/connection/processProgram.ts';
import { startAgent } from '../../agent/process/startAgent.ts';
import type { Watchdog } from '../../agent/process/watchdog.ts';
import {
  isPrivateConnection,
  displayUrl,
  type RemoteAgent,
} from '../../agent/remote/remoteAgent.ts';
import { remoteHeaders } from '../../agent/remote/remoteHeaders.ts';
import { remoteProgram } from '../../agent/remote/remoteProgram.ts';
import { getSetting } from '../settings.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import type { TrafficRecorder } from '../traffic/trafficRecorder.ts';
import type { AgentOutputChannels } from './agentOutputChannels.ts';
import type { AgentList } from './agentList.ts';
import { getHeaderSecrets } from '../../core/catalog/headerSecrets.ts';
import { getKeysOfOtherVendors } from '../../core/catalog/agentKeys.ts';
import { mayDownload } from '../../core/catalog/mayDownload.ts';
import { redactArgs, getSecretValues } from '../../core/redaction/redact.ts';
import { OutputRedactor } from '../../core/redaction/outputRedactor.ts';
import { localizable, t } from '../../core/l10n.ts';

const NOT_PRIVATE = localizable(
  "This connection isn't encrypted. Others can read and change the traffic. Use https or wss.",
);

/** What the launcher needs to start agents and to log what they do. */
export interface AgentLauncherOptions {
  readonly agents: AgentList;
  readonly channels: AgentOutputChannels;
  readonly watchdog: Watchdog;
  readonly login: LoginEnvironment;
  /** The folder of ours in which package runners such as `npx` run. */
  readonly runnerFolder: string;
  /** Whether the extension runs on a machine where it cannot open a browser for the user. */
  readonly noBrowser: boolean;
  readonly logger: Logger;
  readonly version: string;
  readonly traffic: TrafficRecorder;
  /** The secrets that the user has entered for MCP servers. */
  readonly inputSecrets: () => Promise<readonly string[]>;
}

/**
 * Starts agent programs with the user's own environment, supervised by a watchdog, and connects to remote agents.
 * Nothing runs before the first agent is needed.
 */
export class AgentLauncher {
  readonly #options: AgentLauncherOptions;
  /** The remote agents that rejected the stored secrets, so the user is asked for them again. */
  readonly #rejected = new Set<string>();

  constructor(options: AgentLauncherOptions) {
    this.#options = options;
  }

  /**
   * Finds an agent by its id or name. If it no longer exists but its name is known from an earlier session, the
   * definition is still returned, and the attempt to start it reports that it is missing.
   */
  find(
    idOrName: string,
    clientRequests: ClientRequests,
    knownName?: string,
  ): AgentDefinition | undefined {
    const { agents } = this.#options;
    const name = agents.nameOf(idOrName) ?? knownName;
    const id = agents.idOf(idOrName);
    return name === undefined
      ? undefined
      : { id, name, options: this.#createAgentOptions(id, name, clientRequests) };
  }

  #createAgentOptions(id: string, name: string, clientRequests: ClientRequests): AgentOptions {
    const { agents, logger, version, traffic } = this.#options;
    return {
      clientRequests,
      logger,
      clientVersion: version,
      protocolVersion: () => getSetting('protocolVersion'),
      onMessage: (direction, message) => traffic.add(name, direction, message),
      launchConfig: () => agents.getLaunchConfig(id),
      // Resolved at each start, since the agent may have been updated in between.
      launch: async (cwd, signal, env) => {
        const launch = await agents.getLaunch(id);
        return launch.kind === 'remote'
          ? this.#connect(id, launch, clientRequests)
          : this.#start({ ...launch, env: { ...launch.env, ...env } }, cwd, signal);
      },
    };
  }

  async #connect(
    id: string,
    agent: RemoteAgent,
    { secrets }: ClientRequests,
  ): Promise<AgentProgram> {
    const { channels } = this.#options;
    const askAgain = this.#rejected.has(id);
    const headers = await remoteHeaders(agent, { agentId: id, secrets, askAgain });
    this.#rejected.delete(id);
    const inputSecrets = await this.#options.inputSecrets();
    this.#redact(agent.name, [...getHeaderSecrets(agent.headers, headers), ...inputSecrets]);
    channels.log(agent.name, `Connecting to ${displayUrl(agent.url)}`);
    if (!isPrivateConnection(agent.url)) {
      channels.log(agent.name, t(NOT_PRIVATE));
    }
    return remoteProgram({ ...agent, headers }, () => this.#rejected.add(id));
  }

  /** Keeps secrets out of everything that is recorded about an agent. */
  #redact(agentName: string, secrets: readonly string[]): void {
    this.#options.channels.setSecrets(agentName, secrets);
    this.#options.traffic.setSecrets(agentName, secrets);
  }

  #withoutForeignKeys(config: LaunchConfig, all: ProcessEnvironment): ProcessEnvironment {
    const foreign = getKeysOfOtherVendors(config, Object.keys(all));
    if (foreign.length > 0) {
      this.#options.channels.log(
        config.name,
        t("Keys for other agents weren't passed on: {0}", foreign.join(', ')),
      );
    }
    return Object.fromEntries(Object.entries(all).filter(([name]) => !foreign.includes(name)));
  }

  async #start(config: LaunchConfig, cwd: string, signal: AbortSignal): Promise<AgentProgram> {
    const { channels, watchdog, login, runnerFolder, noBrowser } = this.#options;
    const { variables: all, warning } = await login.refresh();
    signal.throwIfAborted(); // Reading the shell's environment may take seconds.
    if (warning) {
      channels.log(config.name, warning);
    }
    const inputSecrets = await this.#options.inputSecrets();
    const secrets = [...getSecretValues({ ...all, ...config.env }), ...inputSecrets];
    this.#redact(config.name, secrets);
    const variables = this.#withoutForeignKeys(config, all);
    const commandLine = [config.command, ...redactArgs(config.args)].join(' ');
    channels.log(config.name, `Starting ${commandLine}`);
    const agent = await startAgent(config, {
      environment: variables,
      cwd,
      workspaceRoots: getWorkspaceRoots(),
      runnerFolder,
      watchdog,
      noBrowser,
    });
    const redactor = new OutputRedactor(secrets);
    agent.onDidReceiveOutput(text => channels.append(config.name, redactor.write(text)));
    void agent.exited.then(() => channels.append(config.name, redactor.end()));
    return {
      ...createProcessProgram(agent, exit => createExitError(config, exit, variables)),
      mayDownload: mayDownload(config.command, config.args),
    };
  }
}
