import type { SessionStatus } from './sessionState.ts';

/**
 * Where a session is between two prompts, as far as requests of its agent are concerned: a turn is `running`, the user has
 * `stopped` the last one, or there is `none`.
 */
export type TurnPhase = 'running' | 'stopped' | 'none';

/** The phase in a new status. A stopped turn stays stopped until the next prompt, whatever the agent goes on doing. */
export function turnPhaseAfter(phase: TurnPhase, { kind }: SessionStatus): TurnPhase {
  switch (kind) {
    case 'working':
      return 'running';
    case 'stopping':
      return 'stopped';
    case 'idle':
      return phase === 'stopped' ? 'stopped' : 'none';
    case 'starting':
    case 'signIn':
    case 'stopped':
      return 'none';
  }
}
