import * as vscode from 'vscode';
import { Emitter, type Event } from '../../../core/event.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { ActivityPeriods } from '../../../core/review/attribution/activityPeriods.ts';

/** A shell tells of its commands with some delay; what had been done by then was done by them. */
const TOLD_WITHIN_MS = 10_000;
/** Programs that switch, stash or commit. */
const GIT = /(?:^|[\s;&|(/\\])(?:git|gh|hub|lazygit|tig|gitui)(?:\.exe)?(?:\s|$)/;

/** Knows of the git commands that the user runs in VS Code's own terminals, where the shell tells of them. */
export class UserGitCommands implements vscode.Disposable {
  readonly #lifetime = new DisposableStore();
  readonly #running = new Set<vscode.TerminalShellExecution>();
  readonly #spans = new ActivityPeriods();
  readonly #ended = this.#lifetime.add(new Emitter<void>());
  /** A git command of the user's has ended. */
  readonly onDidEnd: Event<void> = this.#ended.event;

  constructor() {
    this.#lifetime.add(
      vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
        if (GIT.test(execution.commandLine.value)) {
          this.#running.add(execution);
          this.#spans.setActive(true, Date.now());
        }
      }),
    );
    this.#lifetime.add(
      vscode.window.onDidEndTerminalShellExecution(({ execution }) => {
        if (this.#running.delete(execution)) {
          this.#spans.setActive(this.#running.size > 0, Date.now());
          this.#ended.fire();
        }
      }),
    );
  }

  /** Whether the user ran git at that moment. */
  wasRunningAt(atMs: number): boolean {
    return this.#spans.wasActive(atMs, { before: TOLD_WITHIN_MS, after: 0 });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
