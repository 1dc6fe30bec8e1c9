import * as vscode from 'vscode';
import { Emitter, type Event } from '../../core/event.ts';
import { Lifetime } from '../../core/lifetime.ts';
import { Spans } from '../../core/review/spans.ts';

/** A shell tells of its commands with some delay; what had been done by then was done by them. */
const TOLD_WITHIN_MS = 10_000;
/** Programs that switch, stash or commit. */
const GIT = /(?:^|[\s;&|(/\\])(?:git|gh|hub|lazygit|tig|gitui)(?:\.exe)?(?:\s|$)/;

/** Knows of the git commands that the user runs in VS Code's own terminals, where the shell tells of them. */
export class UserGit implements vscode.Disposable {
  readonly #lifetime = new Lifetime();
  readonly #running = new Set<vscode.TerminalShellExecution>();
  readonly #spans = new Spans();
  readonly #ended = this.#lifetime.own(new Emitter<void>());
  /** A git command of the user's has ended. */
  readonly onDidEnd: Event<void> = this.#ended.event;

  constructor() {
    this.#lifetime.own(
      vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
        if (GIT.test(execution.commandLine.value)) {
          this.#running.add(execution);
          this.#spans.set(true, Date.now());
        }
      }),
    );
    this.#lifetime.own(
      vscode.window.onDidEndTerminalShellExecution(({ execution }) => {
        if (this.#running.delete(execution)) {
          this.#spans.set(this.#running.size > 0, Date.now());
          this.#ended.fire();
        }
      }),
    );
  }

  /** Whether the user ran git at that moment. */
  ranAt(atMs: number): boolean {
    return this.#spans.covers(atMs, { before: TOLD_WITHIN_MS, after: 0 });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
