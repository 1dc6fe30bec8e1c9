import type { AgentOptions } from '../../agent/connection/agent.ts';
import type { AgentProgram } from '../../agent/connection/agentProgram.ts';
import type { AgentDefinition } from '../../agent/connection/agents.ts';
import type { ClientRequests } from '../../agent/requests/clientRequests.ts';
import type { Logger } from '../../core/logger.ts';
import { createExitError } from '../../agent/process/exitError.ts';
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
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import type { TrafficRecorder } from '../traffic/trafficRecorder.ts';
import type { AgentOutputChannels } from './agentOutputChannels.ts';
import type { AgentList } from './agentList.ts';
import { getHeaderSecrets } from '../../core/catalog/headerSecrets.ts';
import { mayDownload } from '../../core/catalog/mayDownload.ts';
import { redactArgs, getSecretValues } from '../../core/redaction/redact.ts';
import { OutputRedactor } from '../../core/redaction/outputRedactor.ts';
import { localizable, t } from '../../core/l10n.ts';

const NOT_PRIVATE = localizable(
  'This connection is not encrypted: whoever is on the way can read and change what is said. Use https or wss.',
);

/**
 * Starts agent programs with the user's own environment, under a watchdog, and connects to those that run elsewhere.
 * Nothing runs before the first one.
 */
export class AgentLauncher {
  readonly #agents: AgentList;
  readonly #channels: AgentOutputChannels;
  readonly #watchdog: Watchdog;
  readonly #login: LoginEnvironment;
  readonly #noBrowser: boolean;
  readonly #log: Logger;
  readonly #version: string;
  readonly #traffic: TrafficRecorder;
  /** The agents elsewhere that have refused what we know: its secrets are asked for again. */
  readonly #refused = new Set<string>();

  constructor(parts: {
    readonly agents: AgentList;
    readonly channels: AgentOutputChannels;
    readonly watchdog: Watchdog;
    readonly login: LoginEnvironment;
    readonly noBrowser: boolean;
    readonly log: Logger;
    readonly version: string;
    readonly traffic: TrafficRecorder;
  }) {
    this.#agents = parts.agents;
    this.#channels = parts.channels;
    this.#watchdog = parts.watchdog;
    this.#login = parts.login;
    this.#noBrowser = parts.noBrowser;
    this.#log = parts.log;
    this.#version = parts.version;
    this.#traffic = parts.traffic;
  }

  /**
   * What an agent is called, and what it needs around it; nothing if there is no such agent. One that is gone, and is known by a
   * name from before, says when it is to be started that it is gone.
   */
  find(called: string, hands: ClientRequests, knownAs?: string): AgentDefinition | undefined {
    const name = this.#agents.nameOf(called) ?? knownAs;
    const id = this.#agents.idOf(called);
    return name === undefined
      ? undefined
      : { id, name, options: this.#surroundings(id, name, hands) };
  }

  #surroundings(id: string, name: string, hands: ClientRequests): AgentOptions {
    const { signInTerminal: _cannotRunThere, ...elsewhere } = hands;
    return {
      clientRequests: this.#agents.isRemote(id) ? elsewhere : hands,
      logger: this.#log,
      clientVersion: this.#version,
      onMessage: (direction, message) => this.#traffic.add(name, direction, message),
      launchConfig: () => this.#agents.getLaunchConfig(id),
      // Asked for at each start: it may have been updated since the last one.
      launch: async (cwd, signal, env) => {
        const way = await this.#agents.getLaunch(id);
        return way.kind === 'remote'
          ? this.#connect(id, way, hands)
          : this.#launch({ ...way, env: { ...way.env, ...env } }, cwd, signal);
      },
    };
  }

  async #connect(
    id: string,
    agent: RemoteAgent,
    { secrets }: ClientRequests,
  ): Promise<AgentProgram> {
    const again = this.#refused.has(id);
    const headers = await remoteHeaders(agent, { agentId: id, secrets, askAgain: again });
    this.#refused.delete(id);
    this.#hide(agent.name, getHeaderSecrets(agent.headers, headers));
    this.#channels.log(agent.name, `Connecting to ${displayUrl(agent.url)}`);
    if (!isPrivateConnection(agent.url)) {
      this.#channels.log(agent.name, t(NOT_PRIVATE));
    }
    return remoteProgram({ ...agent, headers }, () => this.#refused.add(id));
  }

  /** Nothing that is written down about an agent holds these. */
  #hide(agent: string, secrets: readonly string[]): void {
    this.#channels.setSecrets(agent, secrets);
    this.#traffic.setSecrets(agent, secrets);
  }

  async #launch(recipe: LaunchConfig, cwd: string, signal: AbortSignal): Promise<AgentProgram> {
    const { variables, warning: note } = await this.#login.refresh();
    signal.throwIfAborted(); // A shell may take seconds, and nobody may want it any more.
    if (note) {
      this.#channels.log(recipe.name, note);
    }
    const secrets = getSecretValues({ ...variables, ...recipe.env });
    this.#hide(recipe.name, secrets);
    const started = [recipe.command, ...redactArgs(recipe.args)].join(' ');
    this.#channels.log(recipe.name, `Starting ${started}`);
    const agent = await startAgent(recipe, {
      environment: variables,
      cwd,
      workspaceRoots: getWorkspaceRoots(),
      watchdog: this.#watchdog,
      noBrowser: this.#noBrowser,
    });
    const printed = new OutputRedactor(secrets);
    agent.onDidReceiveOutput(text => this.#channels.append(recipe.name, printed.write(text)));
    void agent.exited.then(() => this.#channels.append(recipe.name, printed.end()));
    return {
      ...createProcessProgram(agent, exit => createExitError(recipe, exit, variables)),
      mayDownload: mayDownload(recipe.command, recipe.args),
    };
  }
}
