import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Sequencer } from '../../../core/async/sequencer.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { PROPOSED_SCHEME } from '../documents/reviewUri.ts';
import { openDiff } from '../editor/openDiff.ts';
import { openOverview } from '../editor/overview.ts';

/** Nothing opens by itself while the user types, and for this long afterwards. */
const TYPING_PAUSE_MS = 1_500;

/** Opens proposals in the diff editor, and closes them when they are decided. */
export class ProposalTabs implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #disposable: vscode.Disposable;
  #lastTypedMs = 0;
  /** Tabs are closed one after the other, because closing a tab twice fails. */
  readonly #closing = new Sequencer();

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#disposable = vscode.Disposable.from(
      accumulateEvent(model.onDidChange, all => {
        const changed = new Set(all.flatMap(outcome => outcome.changed));
        void this.#closing.queue(() => this.#close([...changed]));
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document === vscode.window.activeTextEditor?.document) {
          this.#lastTypedMs = Date.now();
        }
      }),
    );
  }

  /** Opens proposals without focus once the user does not type. The chat and the status bar lead to them at any time. */
  async show(paths: readonly string[]): Promise<void> {
    await this.#whenNotTyping();
    const files = paths.flatMap(path => this.#model.getFile(path) ?? []).filter(isPending);
    const [first, ...others] = files;
    if (!first) {
      return;
    }
    await (others.length > 0
      ? openOverview(files)
      : openDiff(first, undefined, { preserveFocus: true }));
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  async #whenNotTyping(): Promise<void> {
    const waitMs = this.#lastTypedMs + TYPING_PAUSE_MS - Date.now();
    if (waitMs > 0) {
      await delay(waitMs);
      await this.#whenNotTyping();
    }
  }

  async #close(changed: readonly string[]): Promise<void> {
    for (const path of changed.filter(one => one.startsWith(`${PROPOSED_SCHEME}:`))) {
      const file = this.#model.getFile(path);
      if (!file || !isPending(file)) {
        await closeTabs(path);
      }
    }
  }
}

/** The review model has the unsaved text, so VS Code must not ask whether to save it. */
async function closeTabs(path: string): Promise<void> {
  if (getTabs(path).length === 0) {
    return;
  }
  try {
    await vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === path)?.save();
    await vscode.window.tabGroups.close(getTabs(path), true);
  } catch {
    // The user has just closed the tab.
  }
}

const getTabs = (path: string): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === path,
    );
