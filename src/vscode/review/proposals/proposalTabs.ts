import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Sequencer } from '../../../core/async/sequencer.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { PROPOSED_SCHEME } from '../documents/reviewUri.ts';
import { openChanges, openDiff } from '../editor/openDiff.ts';

/** While the user types somewhere, and so long after, nothing opens by itself. */
const USER_FIRST_MS = 1_500;

/** Opens what agents propose in the diff editor, and closes it when it is decided. */
export class ProposalTabs implements vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #owned: vscode.Disposable;
  #typedMs = 0;
  /** One after the other: VS Code minds if a tab is closed twice. */
  readonly #closing = new Sequencer();

  constructor(log: ReviewModel) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      accumulateEvent(log.onDidChange, all => {
        const changed = new Set(all.flatMap(outcome => outcome.changed));
        void this.#closing.queue(() => this.#close([...changed]));
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document === vscode.window.activeTextEditor?.document) {
          this.#typedMs = Date.now();
        }
      }),
    );
  }

  /** Shows proposals, without the focus, once the user does not type. The chat and the status bar lead there at any time. */
  async show(paths: readonly string[]): Promise<void> {
    await this.#pause();
    const files = paths.flatMap(path => this.#log.getFile(path) ?? []).filter(isPending);
    const [first, ...others] = files;
    if (!first) {
      return;
    }
    await (others.length > 0 ? openChanges(files) : openDiff(first, { preserveFocus: true }));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #pause(): Promise<void> {
    const waitMs = this.#typedMs + USER_FIRST_MS - Date.now();
    if (waitMs > 0) {
      await delay(waitMs);
      await this.#pause();
    }
  }

  async #close(changed: readonly string[]): Promise<void> {
    for (const path of changed.filter(one => one.startsWith(`${PROPOSED_SCHEME}:`))) {
      const file = this.#log.getFile(path);
      if (!file || !isPending(file)) {
        await closeTabs(path);
      }
    }
  }
}

/** What is unsaved there is in the ledger: nobody has to be asked about it. */
async function closeTabs(path: string): Promise<void> {
  if (tabsOf(path).length === 0) {
    return;
  }
  try {
    await vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === path)?.save();
    await vscode.window.tabGroups.close(tabsOf(path), true);
  } catch {
    // The user has just closed it.
  }
}

const tabsOf = (path: string): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === path,
    );
