import type { AgentConnection } from '../../src/agent/connection/agentConnection.ts';
import type { Picker } from '../../src/core/session/state/picker.ts';
import type { SessionState } from '../../src/core/session/state/sessionState.ts';
import type { TrafficMessage } from '../../src/core/traffic/trafficLog.ts';
import { versionOf, type RealAgent } from './realAgent.ts';

/** The operations on stored sessions that an agent may support. */
export const STORED_SESSION_FEATURES = [
  'list',
  'load',
  'resume',
  'fork',
  'close',
  'remove',
] as const;
export type StoredSessionFeature = (typeof STORED_SESSION_FEATURES)[number];

/** The results of a run of one agent. */
export interface AgentObservations {
  readonly agent: RealAgent;
  readonly connection: AgentConnection;
  /** The pickers that the agent offered when its session was opened. */
  readonly pickers: readonly Picker[];
  /** The operations on stored sessions that succeeded. */
  readonly storedSessions: readonly StoredSessionFeature[];
  readonly passages: readonly TrafficMessage[];
  /** How its edits reached the disk. */
  readonly edits: 'through Accord' | 'by itself';
  readonly askedForEdits: boolean;
  readonly askedForCommands: boolean;
  readonly sawPicture: boolean;
  /** Whether it ran a slash command. */
  readonly ranSlashCommand: boolean;
  /** Whether a message that was sent into a running turn reached the model. */
  readonly steered: boolean;
  /** How its sub-agent was reported. */
  readonly subagents: SubagentReport;
  /** The state of its last session, which shows what it reports about usage and limits. */
  readonly state: SessionState;
}

/** How an agent reports a sub-agent: as a session, as the source of updates, or only as a tool call. */
export type SubagentReport = 'sessions' | 'updates' | 'a call' | 'not tried';

/** The head of the table of agents in docs/AGENTS.md. */
export const TABLE_HEAD = [
  'Agent',
  'Version',
  'Sign-in it offers',
  'Sessions',
  'Edits, all reviewed',
  'Commands run',
  'Images',
  'Modes',
  'Slash commands',
  'Steering',
  'Sub-agents',
  'Usage and limits',
] as const;

/** The row of an agent that requires a sign-in before it does anything. */
export const signInRow = (agent: RealAgent, connection: AgentConnection, message: string): string =>
  rowOf([...nameCells(agent), signIn(connection), message]);

/** The row of an agent, whose cells are the results of its run. */
export function tableRow(observations: AgentObservations): string {
  const { agent, connection, edits, askedForEdits, sawPicture } = observations;
  const cells = [
    ...nameCells(agent),
    signIn(connection),
    observations.storedSessions.join(', ') || 'none',
    `${edits}, ${asking(askedForEdits)}`,
    `${terminals(observations.passages)}, ${asking(observations.askedForCommands)}`,
    sawPicture ? 'yes' : 'no',
    modes(observations.pickers),
    observations.ranSlashCommand ? 'yes' : 'none',
    observations.steered ? 'yes' : 'no',
    observations.subagents,
    usage(observations.state),
  ];
  return rowOf(cells);
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const nameCells = (agent: RealAgent): readonly string[] => {
  const [spec] = agent.packages;
  return [agent.name, `\`${spec.slice(0, spec.lastIndexOf('@'))}\` ${versionOf(agent)}`];
};

const asking = (asked: boolean): string => (asked ? 'asked for' : 'never asked for');

function signIn({ signInMethods: offers }: AgentConnection): string {
  const ways = [...new Set(offers.map(({ flow: way }) => WAYS[way.kind]))];
  return ways.join(', ') || 'none';
}

const WAYS = {
  agent: 'its own',
  key: 'a key',
  variables: 'variables',
  terminal: 'in a terminal',
  program: 'in a terminal',
} as const;

function terminals(passages: readonly TrafficMessage[]): string {
  if (passages.some(({ method }) => method === 'terminal/create')) {
    return 'in our terminals';
  }
  const isShown = passages.some(({ text }) => /"terminal_(?:info|update)"/.test(text ?? ''));
  return isShown ? 'in its own, shown as terminals' : 'in its own, told as text';
}

/** The picker of the mode. */
export const modePicker = (pickers: readonly Picker[]): Picker | undefined =>
  pickers.find(({ category, id }) => category === 'mode' || id === 'mode');

function modes(pickers: readonly Picker[]): string {
  const picker = modePicker(pickers);
  return picker?.kind === 'select' ? String(picker.choices.length) : 'none';
}

function usage({ usage: context, lastTurn, limits }: SessionState): string {
  const reports = {
    context: context,
    tokens: lastTurn?.totalTokens,
    cost: context?.cost,
    'plan limits': limits?.[0],
  };
  const names = Object.entries(reports).flatMap(([name, value]) => (value ? [name] : []));
  return names.join(', ') || 'none';
}
