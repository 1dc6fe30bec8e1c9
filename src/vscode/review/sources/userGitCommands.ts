import * as vscode from 'vscode';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { Emitter, type Event } from '../../../core/event.ts';
import { ActivityPeriods } from '../../../core/review/attribution/activityPeriods.ts';

/** Shell integration reports the start of a command late. What happened shortly before the report was done by the command. */
const REPORT_DELAY_MS = 10_000;
/** Programs that check out, stash or commit. */
const GIT_PROGRAM = /(?:^|[\s;&|(/\\])(?:git|gh|hub|lazygit|tig|gitui)(?:\.exe)?(?:\s|$)/;

/** Records when the user ran git in VS Code's terminals, where shell integration reports it. */
export class UserGitCommands implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #running = new Set<vscode.TerminalShellExecution>();
  readonly #periods = new ActivityPeriods();
  readonly #didEnd = this.#store.add(new Emitter<void>());
  readonly onDidEnd: Event<void> = this.#didEnd.event;

  constructor() {
    this.#store.add(
      vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
        if (GIT_PROGRAM.test(execution.commandLine.value)) {
          this.#running.add(execution);
          this.#periods.setActive(true, Date.now());
        }
      }),
    );
    this.#store.add(
      vscode.window.onDidEndTerminalShellExecution(({ execution }) => {
        if (this.#running.delete(execution)) {
          this.#periods.setActive(this.#running.size > 0, Date.now());
          this.#didEnd.fire();
        }
      }),
    );
  }

  wasRunningAt(atMs: number): boolean {
    return this.#periods.wasActive(atMs, { before: REPORT_DELAY_MS, after: 0 });
  }

  dispose(): void {
    this.#store.dispose();
  }
}
