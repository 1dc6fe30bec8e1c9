import type * as vscode from 'vscode';
import type { AgentProgram, AgentSurroundings } from '../../agent/agent.ts';
import type { Hands, Log } from '../../agent/ports.ts';
import { exitProblem } from '../../agent/process/exitProblem.ts';
import type { LaunchRecipe } from '../../agent/process/launchRecipe.ts';
import { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import { startAgent } from '../../agent/process/startAgent.ts';
import { Watchdog } from '../../agent/process/watchdog.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { AgentChannels } from './agentChannels.ts';

/** Starts agent programs with the user's own environment, under a watchdog. Nothing runs before the first one. */
export class Launcher implements vscode.Disposable {
  readonly #channels: AgentChannels;
  readonly #watchdog: Watchdog;
  readonly #login = new LoginEnvironment();
  readonly #noBrowser: boolean;
  readonly #log: Log;
  readonly #version: string;
  readonly #traffic: Traffic;

  constructor(parts: {
    readonly channels: AgentChannels;
    readonly watchdogScript: string;
    readonly noBrowser: boolean;
    readonly log: Log;
    readonly version: string;
    readonly traffic: Traffic;
  }) {
    this.#channels = parts.channels;
    this.#watchdog = new Watchdog(parts.watchdogScript);
    this.#noBrowser = parts.noBrowser;
    this.#log = parts.log;
    this.#version = parts.version;
    this.#traffic = parts.traffic;
  }

  /** What an agent of that recipe needs around it. */
  surroundings(recipe: LaunchRecipe, hands: Hands): AgentSurroundings {
    return {
      hands,
      log: this.#log,
      clientVersion: this.#version,
      traffic: (direction, message) => this.#traffic.add(recipe.name, direction, message),
      launch: cwd => this.#launch(recipe, cwd),
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
      workspaceRoots: [cwd],
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

  dispose(): void {
    this.#watchdog.dispose();
  }
}
