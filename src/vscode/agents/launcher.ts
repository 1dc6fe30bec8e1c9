import type { AgentProgram, AgentSurroundings } from '../../agent/agent.ts';
import type { Hands, Log } from '../../agent/ports.ts';
import { exitProblem } from '../../agent/process/exitProblem.ts';
import type { LaunchRecipe } from '../../agent/process/launchRecipe.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import { startAgent } from '../../agent/process/startAgent.ts';
import type { Watchdog } from '../../agent/process/watchdog.ts';
import { workspaceRoots } from '../chat/shell.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { AgentChannels } from './agentChannels.ts';
import type { AgentList } from './agentList.ts';

/** Starts agent programs with the user's own environment, under a watchdog. Nothing runs before the first one. */
export class Launcher {
  readonly #agents: AgentList;
  readonly #channels: AgentChannels;
  readonly #watchdog: Watchdog;
  readonly #login: LoginEnvironment;
  readonly #noBrowser: boolean;
  readonly #log: Log;
  readonly #version: string;
  readonly #traffic: Traffic;

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

  /** What an agent is called, and what it needs around it; nothing if there is no such agent. */
  agent(
    id: string,
    hands: Hands,
  ): { readonly name: string; readonly around: AgentSurroundings } | undefined {
    const name = this.#agents.nameOf(id);
    return name === undefined ? undefined : { name, around: this.#surroundings(id, name, hands) };
  }

  #surroundings(id: string, name: string, hands: Hands): AgentSurroundings {
    return {
      hands,
      log: this.#log,
      clientVersion: this.#version,
      traffic: (direction, message) => this.#traffic.add(name, direction, message),
      recipe: () => this.#agents.recipe(id),
      // Asked for at each start: it may have been updated since the last one.
      launch: async (cwd, _signal, env) => {
        const recipe = await this.#agents.recipe(id);
        return this.#launch({ ...recipe, env: { ...recipe.env, ...env } }, cwd);
      },
    };
  }

  async #launch(recipe: LaunchRecipe, cwd: string): Promise<AgentProgram> {
    const { variables, note } = await this.#login.read();
    if (note) {
      this.#channels.note(recipe.name, note);
    }
    this.#channels.note(recipe.name, `Starting ${[recipe.command, ...recipe.args].join(' ')}`);
    const agent = await startAgent(recipe, {
      environment: variables,
      cwd,
      workspaceRoots: workspaceRoots(),
      watchdog: this.#watchdog,
      noBrowser: this.#noBrowser,
    });
    agent.onDidPrint(text => this.#channels.print(recipe.name, text));
    return {
      stdin: agent.stdin,
      stdout: agent.stdout,
      ended: agent.exited.then(exit => exitProblem(recipe, exit, variables)),
      stop: () => agent.stop(),
    };
  }
}
