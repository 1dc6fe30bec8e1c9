import type { SessionState } from './sessionState.ts';
import { t } from '../words.ts';

/** What is known of a session when it begins. */
export interface Beginning {
  readonly id: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly title?: string;
  readonly name?: string;
  /** It comes from its journal, and its agent is not started yet. */
  readonly asleep?: Pick<SessionState, 'queue' | 'usage'>;
}

/** The state a session begins with. */
export function newState({ id, agent, title = '', name = '', asleep }: Beginning): SessionState {
  return {
    id,
    agentId: agent.id,
    agentName: agent.name,
    title,
    name,
    status: asleep ? { kind: 'idle' } : { kind: 'starting', note: t('Starting {0}', agent.name) },
    ...(asleep?.usage ? { usage: asleep.usage } : {}),
    commands: [],
    pickers: [],
    queue: [],
  };
}
