import type { AgentProgram, AgentSurroundings } from '../../agent/agent.ts';
import type { FoundAgent } from '../../agent/agents.ts';
import type { Hands, Log } from '../../agent/ports.ts';
import { exitProblem } from '../../agent/process/exitProblem.ts';
import type { LaunchRecipe } from '../../agent/process/launchRecipe.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import { processProgram } from '../../agent/process/processProgram.ts';
import { startAgent } from '../../agent/process/startAgent.ts';
import type { Watchdog } from '../../agent/process/watchdog.ts';
import { isPrivate, shownAddress, type RemoteAgent } from '../../agent/remote/remoteAgent.ts';
import { remoteHeaders } from '../../agent/remote/remoteHeaders.ts';
import { remoteProgram } from '../../agent/remote/remoteProgram.ts';
import { workspaceRoots } from '../chat/shell.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { AgentChannels } from './agentChannels.ts';
import type { AgentList } from './agentList.ts';
import { headerSecrets } from '../../core/catalog/headerSecrets.ts';
import { mayDownload } from '../../core/catalog/mayDownload.ts';
import { redactedArgs, secretsIn } from '../../core/redact.ts';
import { RedactedOutput } from '../../core/redactedOutput.ts';
import { said, t } from '../../core/words.ts';

const NOT_PRIVATE = said(
  'This connection is not encrypted: whoever is on the way can read and change what is said. Use https or wss.',
);

/**
 * Starts agent programs with the user's own environment, under a watchdog, and connects to those that run elsewhere.
 * Nothing runs before the first one.
 */
export class Launcher {
  readonly #agents: AgentList;
  readonly #channels: AgentChannels;
  readonly #watchdog: Watchdog;
  readonly #login: LoginEnvironment;
  readonly #noBrowser: boolean;
  readonly #log: Log;
  readonly #version: string;
  readonly #traffic: Traffic;
  /** The agents elsewhere that have refused what we know: its secrets are asked for again. */
  readonly #refused = new Set<string>();

  constructor(parts: {
    readonly agents: AgentList;
    readonly channels: AgentChannels;
    readonly watchdog: Watchdog;
    readonly login: LoginEnvironment;
    readonly noBrowser: boolean;
    readonly log: Log;
    readonly version: string;
    readonly traffic: Traffic;
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
  agent(called: string, hands: Hands, knownAs?: string): FoundAgent | undefined {
    const name = this.#agents.nameOf(called) ?? knownAs;
    const id = this.#agents.idOf(called);
    return name === undefined
      ? undefined
      : { id, name, around: this.#surroundings(id, name, hands) };
  }

  #surroundings(id: string, name: string, hands: Hands): AgentSurroundings {
    const { signInTerminal: _cannotRunThere, ...elsewhere } = hands;
    return {
      hands: this.#agents.isRemote(id) ? elsewhere : hands,
      log: this.#log,
      clientVersion: this.#version,
      traffic: (direction, message) => this.#traffic.add(name, direction, message),
      recipe: () => this.#agents.recipe(id),
      // Asked for at each start: it may have been updated since the last one.
      launch: async (cwd, signal, env) => {
        const way = await this.#agents.launch(id);
        return way.kind === 'remote'
          ? this.#connect(id, way, hands)
          : this.#launch({ ...way, env: { ...way.env, ...env } }, cwd, signal);
      },
    };
  }

  async #connect(id: string, agent: RemoteAgent, { secrets }: Hands): Promise<AgentProgram> {
    const again = this.#refused.has(id);
    const headers = await remoteHeaders(agent, { agentId: id, secrets, again });
    this.#refused.delete(id);
    this.#hide(agent.name, headerSecrets(agent.headers, headers));
    this.#channels.note(agent.name, `Connecting to ${shownAddress(agent.url)}`);
    if (!isPrivate(agent.url)) {
      this.#channels.note(agent.name, t(NOT_PRIVATE));
    }
    return remoteProgram({ ...agent, headers }, () => this.#refused.add(id));
  }

  /** Nothing that is written down about an agent holds these. */
  #hide(agent: string, secrets: readonly string[]): void {
    this.#channels.hide(agent, secrets);
    this.#traffic.hide(agent, secrets);
  }

  async #launch(recipe: LaunchRecipe, cwd: string, signal: AbortSignal): Promise<AgentProgram> {
    const { variables, note } = await this.#login.readAgain();
    signal.throwIfAborted(); // A shell may take seconds, and nobody may want it any more.
    if (note) {
      this.#channels.note(recipe.name, note);
    }
    const secrets = secretsIn({ ...variables, ...recipe.env });
    this.#hide(recipe.name, secrets);
    const started = [recipe.command, ...redactedArgs(recipe.args)].join(' ');
    this.#channels.note(recipe.name, `Starting ${started}`);
    const agent = await startAgent(recipe, {
      environment: variables,
      cwd,
      workspaceRoots: workspaceRoots(),
      watchdog: this.#watchdog,
      noBrowser: this.#noBrowser,
    });
    const printed = new RedactedOutput(secrets);
    agent.onDidPrint(text => this.#channels.print(recipe.name, printed.next(text)));
    void agent.exited.then(() => this.#channels.print(recipe.name, printed.rest()));
    return {
      ...processProgram(agent, exit => exitProblem(recipe, exit, variables)),
      mayDownload: mayDownload(recipe.command, recipe.args),
    };
  }
}
