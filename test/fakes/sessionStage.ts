import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentProgram, AgentSurroundings } from '../../src/agent/agent.ts';
import type { Deadlines } from '../../src/agent/deadline.ts';
import type { Hands, PreparedPrompt } from '../../src/agent/ports.ts';
import { exitProblem } from '../../src/agent/process/exitProblem.ts';
import type { LaunchRecipe } from '../../src/agent/process/launchRecipe.ts';
import { processProgram } from '../../src/agent/process/processProgram.ts';
import { startAgent } from '../../src/agent/process/startAgent.ts';
import type { Session } from '../../src/agent/session.ts';
import { Sessions, type SessionsParts } from '../../src/agent/sessions.ts';
import type { Draft } from '../../src/core/prompt/draft.ts';
import type { Scenario } from './scenario.ts';
import { scriptedAgent, type ScriptedAgent } from './scriptedAgent.ts';

/** What a test gives besides the scenario. */
export type StageParts = {
  readonly hands?: Hands;
  readonly deadlines?: Deadlines;
} & Partial<SessionsParts>;

const POLL_MS = 5;
const WAIT_MS = 15_000;

/** Sessions on real agent processes, without an editor around them. */
export class SessionStage {
  readonly folder: string;
  #sessions: Sessions[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<SessionStage> {
    return new SessionStage(await realpath(await mkdtemp(join(tmpdir(), 'accord-session-'))));
  }

  /** A session with an agent that plays the scenario. */
  async play(
    scenario: Scenario,
    parts: StageParts = {},
  ): Promise<{
    readonly agent: ScriptedAgent;
    readonly session: Session;
    readonly sessions: Sessions;
  }> {
    const agent = await scriptedAgent(this.folder, scenario);
    const sessions = this.start({ name: 'Scripted', ...agent.launch }, parts);
    return { agent, sessions, session: sessions.create('scripted') };
  }

  start(recipe: LaunchRecipe, { hands = {}, deadlines, ...parts }: StageParts = {}): Sessions {
    const sessions = new Sessions({
      prompts: { prepare: draft => Promise.resolve(plainPrompt(draft)) },
      roots: () => [this.folder],
      agent: () => ({
        name: recipe.name,
        around: {
          ...bareSurroundings,
          hands,
          recipe: () => Promise.resolve(recipe),
          ...(deadlines ? { deadlines } : {}),
          launch: (cwd, _signal, env) =>
            launchProcess({ ...recipe, env: { ...recipe.env, ...env } }, cwd),
        },
      }),
      ...parts,
    });
    this.#sessions.push(sessions);
    return sessions;
  }

  /** A session with an agent that is reached in some other way than by its command. */
  reach(
    launch: AgentSurroundings['launch'],
    { wireId, ...more }: Partial<AgentSurroundings> & { readonly wireId?: string | undefined } = {},
  ): Session {
    const around = { ...bareSurroundings, hands: {}, ...more, launch };
    const sessions = new Sessions({
      prompts: { prepare: draft => Promise.resolve(plainPrompt(draft)) },
      roots: () => [this.folder],
      agent: () => ({ name: 'Remote', around }),
    });
    this.#sessions.push(sessions);
    return wireId === undefined ? sessions.create('remote') : sessions.load('remote', wireId);
  }

  /** Puts a file into the session's folder, such as one that the agent waits for. */
  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text);
  }

  async close(): Promise<void> {
    await Promise.all(this.#sessions.map(sessions => sessions.stopAgents()));
    this.#sessions.forEach(sessions => sessions.dispose());
    await rm(this.folder, { recursive: true, force: true });
  }
}

const bareSurroundings = {
  log: { info: () => {}, warn: () => {}, error: () => {} },
  clientVersion: '0.0.0',
};

/** Starts an agent's process as the extension does. */
export async function launchProcess(recipe: LaunchRecipe, cwd: string): Promise<AgentProgram> {
  const environment = { PATH: process.env['PATH'] ?? '' };
  const agent = await startAgent(recipe, { environment, cwd });
  return processProgram(agent, exit => exitProblem(recipe, exit, environment));
}

const plainPrompt = (draft: Draft): PreparedPrompt => ({
  blocks: draft.flatMap(part => (part.kind === 'text' ? [{ type: 'text', text: part.text }] : [])),
  notes: [],
});

/** A draft of plain text. */
export const says = (text: string): Draft => [{ kind: 'text', text }];

/** Waits until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += POLL_MS) {
    if (waitedMs > WAIT_MS) {
      throw new Error(`Did not happen within ${WAIT_MS} ms: ${String(holds)}`);
    }
    await sleep(POLL_MS);
  }
}

/** What a session is at: starting, idle, working and so on. */
export const kindOf = (session: Session) => session.conversation.state.status.kind;

/** Waits until a session has nothing to do. */
export const idle = (session: Session) => until(() => kindOf(session) === 'idle');

/** The transcript as one line per entry, for reading and comparing. */
export function outline(session: Session): readonly string[] {
  return session.conversation.transcript.entries.map(entry => {
    switch (entry.kind) {
      case 'user':
      case 'agent':
      case 'thought':
      case 'compaction':
        return `${entry.kind}: ${entry.blocks.map(block => (block.type === 'text' ? block.text : block.type)).join('|')}`;
      case 'tool':
        return `tool: ${entry.title} (${entry.status})`;
      case 'plan':
        return `plan: ${entry.items.map(({ text, status }) => `${text} ${status}`).join(', ')}`;
      case 'permission':
        return `permission: ${entry.title} (${entry.answer.kind})`;
      case 'question':
        return `question: ${entry.message} (${entry.answer.kind})`;
      case 'notice':
        return `notice: ${entry.title}`;
      case 'rejected':
        return `rejected: ${entry.files.map(({ label }) => label).join(', ')}`;
      case 'turnEnd':
        return `end: ${entry.reason}`;
    }
  });
}
