import type { SessionState } from './sessionState.ts';
import { t } from '../../l10n.ts';

/** What is known of a session when it begins. */
export interface NewSessionOptions {
  readonly id: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly title?: string;
  readonly name?: string;
  /** It comes from its journal, and its agent is not started yet. */
  readonly dormant?: Pick<SessionState, 'queue' | 'usage'>;
}

/** The state a session begins with. */
export function createSessionState({
  id,
  agent,
  title = '',
  name = '',
  dormant,
}: NewSessionOptions): SessionState {
  return {
    id,
    agentId: agent.id,
    agentName: agent.name,
    title,
    name,
    status: dormant ? { kind: 'idle' } : { kind: 'starting', note: t('Starting {0}', agent.name) },
    ...(dormant?.usage ? { usage: dormant.usage } : {}),
    commands: [],
    pickers: [],
    queue: [],
  };
}
