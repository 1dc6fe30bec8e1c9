import type { SessionState } from './sessionState.ts';
import { t } from '../../l10n.ts';

/** What is known about a session when it is created. */
export interface NewSessionOptions {
  readonly id: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly title?: string;
  readonly name?: string;
  /** Set if the session was restored from its journal; its agent is not started yet. */
  readonly restored?: Pick<SessionState, 'queue' | 'usage'>;
}

/** The initial state of a session. */
export function createSessionState({
  id,
  agent,
  title = '',
  name = '',
  restored,
}: NewSessionOptions): SessionState {
  return {
    id,
    agentId: agent.id,
    agentName: agent.name,
    title,
    name,
    status: restored ? { kind: 'idle' } : { kind: 'starting', note: t('Starting {0}', agent.name) },
    ...(restored?.usage ? { usage: restored.usage } : {}),
    commands: [],
    pickers: [],
    queue: [],
  };
}
