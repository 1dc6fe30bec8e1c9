import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentOptions } from '../../src/agent/connection/agent.ts';
import type { AgentProgram } from '../../src/agent/connection/agentProgram.ts';
import type { Deadlines } from '../../src/agent/connection/deadlines.ts';
import type { ClientRequests } from '../../src/agent/requests/clientRequests.ts';
import type { PreparedPrompt } from '../../src/agent/session/promptBuilder.ts';
import { createExitError } from '../../src/agent/process/exitError.ts';
import type { LaunchConfig } from '../../src/agent/process/launchConfig.ts';
import { createProcessProgram } from '../../src/agent/connection/processProgram.ts';
import { startAgent } from '../../src/agent/process/startAgent.ts';
import type { Session } from '../../src/agent/session/session.ts';
import { Sessions, type SessionsOptions } from '../../src/agent/session/sessions.ts';
import type { Draft } from '../../src/core/prompt/draft.ts';
import type { Scenario } from './scenario.ts';
import { scriptedAgent, type ScriptedAgent } from './scriptedAgent.ts';
import { createTemporaryFolder } from '../harness/createTemporaryFolder.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** Options besides the scenario. */
export type SessionFixtureOptions = {
  readonly clientRequests?: ClientRequests;
  readonly deadlines?: Deadlines;
  readonly protocolVersion?: 1 | 2;
} & Partial<SessionsOptions>;

/** Creates sessions with real agent processes, without an editor. */
export class SessionFixture {
  folder = '';
  #sessions: Sessions[] = [];

  async open(): Promise<this> {
    this.folder = await createTemporaryFolder('session');
    return this;
  }

  /** Opens a session with an agent that plays the scenario. */
  async play(
    scenario: Scenario,
    options: SessionFixtureOptions = {},
  ): Promise<{
    readonly agent: ScriptedAgent;
    readonly session: Session;
    readonly sessions: Sessions;
  }> {
    const agent = await scriptedAgent(this.folder, scenario);
    const sessions = this.start({ name: 'Scripted', ...agent.launch }, options);
    return { agent, sessions, session: sessions.create('scripted') };
  }

  start(
    launchConfig: LaunchConfig,
    { clientRequests = {}, deadlines, protocolVersion = 1, ...options }: SessionFixtureOptions = {},
  ): Sessions {
    const sessions = new Sessions({
      promptBuilder: { build: draft => Promise.resolve(plainPrompt(draft)) },
      roots: () => [this.folder],
      resolveAgent: () => ({
        name: launchConfig.name,
        options: {
          ...baseAgentOptions,
          clientRequests,
          protocolVersion: () => protocolVersion,
          launchConfig: () => Promise.resolve(launchConfig),
          ...(deadlines ? { deadlines } : {}),
          launch: (cwd, _signal, env) =>
            launchProcess({ ...launchConfig, env: { ...launchConfig.env, ...env } }, cwd),
        },
      }),
      ...options,
    });
    this.#sessions.push(sessions);
    return sessions;
  }

  /** Opens a session with an agent that is connected to in another way than by its command. */
  reach(
    launch: AgentOptions['launch'],
    { wireId, ...more }: Partial<AgentOptions> & { readonly wireId?: string | undefined } = {},
  ): Session {
    const agentOptions = { ...baseAgentOptions, clientRequests: {}, ...more, launch };
    const sessions = new Sessions({
      promptBuilder: { build: draft => Promise.resolve(plainPrompt(draft)) },
      roots: () => [this.folder],
      resolveAgent: () => ({ name: 'Remote', options: agentOptions }),
    });
    this.#sessions.push(sessions);
    return wireId === undefined ? sessions.create('remote') : sessions.load('remote', wireId);
  }

  /** Writes a file to the session's folder, such as one that the agent waits for. */
  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text);
  }

  async close(): Promise<void> {
    await Promise.all(this.#sessions.map(sessions => sessions.stopAgents()));
    this.#sessions.splice(0).forEach(sessions => sessions.dispose());
    await rm(this.folder, { recursive: true, force: true });
  }
}

const baseAgentOptions = {
  logger: { info: () => {}, warn: () => {}, error: () => {} },
  clientVersion: '0.0.0',
};

/** Starts an agent's process as the extension does. */
export async function launchProcess(
  launchConfig: LaunchConfig,
  cwd: string,
): Promise<AgentProgram> {
  const environment = { PATH: process.env['PATH'] ?? '' };
  const agent = await startAgent(launchConfig, { environment, cwd });
  return createProcessProgram(agent, exit => createExitError(launchConfig, exit, environment));
}

const plainPrompt = (draft: Draft): PreparedPrompt => ({
  blocks: draft.flatMap(part => (part.kind === 'text' ? [{ type: 'text', text: part.text }] : [])),
  notes: [],
});

/** A draft of plain text. */
export const textDraft = (text: string): Draft => [{ kind: 'text', text }];

/** The status of a session: starting, idle, working and so on. */
export const statusKind = (session: Session) => session.conversation.state.status.kind;

/** Waits until a session is idle. */
export const waitUntilIdle = (session: Session) => waitUntil(() => statusKind(session) === 'idle');

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
      case 'subagent':
        return `subagent: ${entry.name} (${entry.status})`;
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
