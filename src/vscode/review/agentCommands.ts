import type { Sessions } from '../../agent/sessions.ts';
import type { Disposable } from '../../core/lifetime.ts';
import { Spans } from '../../core/review/spans.ts';
import { runsCommand } from '../../core/session/runsCommand.ts';
import type { Patch } from '../../core/session/transcript.ts';

/** The clocks of file systems are coarse, and an agent may tell of a command a little late. */
const SLACK_MS = { before: 2_000, after: 2_000 } as const;

/** Knows when agents ran commands, as far as they tell. */
export class AgentCommands {
  readonly #spans = new Spans();

  /** Hears of them until the answer is disposed of. */
  follow(sessions: Sessions): Disposable {
    return sessions.onDidChange(({ change }) => {
      if (change.state || change.patches.some(isAboutCommands)) {
        const isOn = sessions.all.some(
          ({ isBusy, conversation }) => isBusy && runsCommand(conversation.transcript),
        );
        this.#spans.set(isOn, Date.now());
      }
    });
  }

  /** Whether an agent may have run a command at that moment. */
  ranAt(atMs: number): boolean {
    return this.#spans.covers(atMs, SLACK_MS);
  }
}

/** Whether a command may have begun or ended. */
const isAboutCommands = (patch: Patch): boolean =>
  patch.kind === 'terminal' ||
  ((patch.kind === 'added' || patch.kind === 'replaced') &&
    (patch.entry.kind === 'tool' || patch.entry.kind === 'permission'));
