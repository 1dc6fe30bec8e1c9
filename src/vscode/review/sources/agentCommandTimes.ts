import type { Session } from '../../../agent/session/session.ts';
import type { SessionChangeEvent, Sessions } from '../../../agent/session/sessions.ts';
import type { Disposable } from '../../../core/disposableStore.ts';
import { ActivityPeriods } from '../../../core/review/attribution/activityPeriods.ts';
import { RunningCommands } from '../../../core/session/transcript/runningCommands.ts';

/** The clocks of file systems are coarse, and an agent may tell of a command a little late. */
const SLACK_MS = { before: 2_000, after: 2_000 } as const;

/** Knows when agents ran commands, as far as they tell. */
export class AgentCommandTimes {
  readonly #spans = new ActivityPeriods();
  readonly #running = new WeakMap<Session, RunningCommands>();

  /** Hears of them until the answer is disposed of. */
  attachSessions(sessions: Sessions): Disposable {
    return sessions.onDidChange(heard => {
      if (this.#isAbout(heard)) {
        const isOn = sessions.all.some(session => session.isBusy && this.#of(session).hasRunning);
        this.#spans.setActive(isOn, Date.now());
      }
    });
  }

  /** Whether an agent may have run a command at that moment. */
  wasRunningAt(atMs: number): boolean {
    return this.#spans.wasActive(atMs, SLACK_MS);
  }

  /** Whether a command may have begun or ended. */
  #isAbout({ session, change }: SessionChangeEvent): boolean {
    const commands = this.#of(session);
    const told = change.patches.filter(patch => commands.apply(patch));
    return change.state !== undefined || told.length > 0;
  }

  /** It begins with what is in the transcript: a patch that is in there already changes nothing any more. */
  #of(session: Session): RunningCommands {
    const known = this.#running.get(session);
    const commands = known ?? new RunningCommands(session.conversation.transcript);
    this.#running.set(session, commands);
    return commands;
  }
}
