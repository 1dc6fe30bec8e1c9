import type { Disposable } from '../../../core/disposableStore.ts';
import { ActivityPeriods } from '../../../core/review/attribution/activityPeriods.ts';
import { RunningCommands } from '../../../core/session/transcript/runningCommands.ts';
import type { Session } from '../../session/session.ts';
import type { SessionChangeEvent, Sessions } from '../../session/sessions.ts';

/** File systems have coarse clocks, and agents can report a command a little late. */
const SLACK_MS = { before: 2_000, after: 2_000 } as const;

/** Records when agents ran commands, as far as they report them. */
export class AgentCommandTimes {
  readonly #periods = new ActivityPeriods();
  readonly #commands = new WeakMap<Session, RunningCommands>();

  /** Records the commands of these sessions until the result is disposed. */
  attachSessions(sessions: Sessions): Disposable {
    return sessions.onDidChange(event => {
      if (this.#affectsCommands(event)) {
        const isRunning = sessions.all.some(
          session => session.isBusy && this.#getCommands(session).hasRunning,
        );
        this.#periods.setActive(isRunning, Date.now());
      }
    });
  }

  /** Whether an agent may have been running a command at that moment. */
  wasRunningAt(atMs: number): boolean {
    return this.#periods.wasActive(atMs, SLACK_MS);
  }

  #affectsCommands({ session, change }: SessionChangeEvent): boolean {
    const commands = this.#getCommands(session);
    const applied = change.patches.filter(patch => commands.apply(patch));
    return change.state !== undefined || applied.length > 0;
  }

  /** Starts from the transcript. Applying a patch that the transcript already contains changes nothing. */
  #getCommands(session: Session): RunningCommands {
    const known = this.#commands.get(session);
    const commands = known ?? new RunningCommands(session.conversation.transcript);
    this.#commands.set(session, commands);
    return commands;
  }
}
