import * as vscode from 'vscode';
import type { LaunchRecipe } from '../../agent/process/launchRecipe.ts';
import { configuredAgents } from '../../core/catalog/configuredAgents.ts';
import type { AgentChoice } from '../../core/chat/chatView.ts';
import { setting } from '../settings.ts';

const DEMO_ID = 'accord-demo';
const LAST_USED = 'accord.lastAgent';

/** The agents the user can choose, read from the settings at the moment they are asked for. */
export class AgentList {
  readonly #demoScript: string;
  readonly #memory: vscode.Memento;

  constructor(demoScript: string, memory: vscode.Memento) {
    this.#demoScript = demoScript;
    this.#memory = memory;
  }

  get choices(): readonly AgentChoice[] {
    return this.#agents().map(({ id, recipe, description }) => ({
      id,
      name: recipe.name,
      ...(description ? { description } : {}),
    }));
  }

  recipe(id: string): LaunchRecipe | undefined {
    return this.#agents().find(agent => agent.id === id || agent.recipe.name === id)?.recipe;
  }

  /** The agent of a new session: the preferred one, else the last used one, else the first there is. */
  get preferred(): string {
    const wanted = [setting('defaultAgent'), this.#memory.get<string>(LAST_USED)];
    const agents = this.#agents();
    const found = wanted
      .map(name => agents.find(({ id, recipe }) => id === name || recipe.name === name))
      .find(agent => agent !== undefined);
    return (found ?? agents[0])?.id ?? DEMO_ID;
  }

  async remember(id: string): Promise<void> {
    await this.#memory.update(LAST_USED, id);
  }

  #agents(): readonly {
    readonly id: string;
    readonly recipe: LaunchRecipe;
    readonly description?: string;
  }[] {
    const own = configuredAgents(setting('agents')).map(recipe => ({ id: recipe.name, recipe }));
    const demo = {
      id: DEMO_ID,
      recipe: this.#demoRecipe(),
      description: vscode.l10n.t(
        'Scripted, without a model: shows what working with an agent is like',
      ),
    };
    return [...own, demo];
  }

  #demoRecipe(): LaunchRecipe {
    return {
      name: 'Accord Demo',
      command: process.execPath,
      args: [this.#demoScript],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    };
  }
}
