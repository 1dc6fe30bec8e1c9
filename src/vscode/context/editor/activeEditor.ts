import * as vscode from 'vscode';
import type { ImplicitContext } from '../../../core/chat/messages.ts';
import { Emitter } from '../../../core/event.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { getSetting, onDidChangeSettings, updateSetting } from '../../settings.ts';
import { documentMention, selectionMention } from './documentMentions.ts';

const SETTLE_MS = 120;
const SHOWN_SCHEMES = ['file', 'untitled', 'vscode-notebook-cell'];

/** Follows what the user has in front, as something to mention. */
export class ActiveEditor implements vscode.Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<ImplicitContext>());
  readonly onDidChange = this.#changed.event;
  #timer: NodeJS.Timeout | undefined;
  #last = vscode.window.activeTextEditor;

  constructor() {
    const settle = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#changed.fire(this.suggestion), SETTLE_MS);
    };
    this.#disposables.add(
      vscode.window.onDidChangeActiveTextEditor(editor => {
        this.#last = editor ?? this.#last;
        settle();
      }),
    );
    this.#disposables.add(vscode.window.onDidChangeTextEditorSelection(settle));
    // Agents and formatters change it too, and the cursor stays where it is.
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.editor?.document) {
          settle();
        }
      }),
    );
    this.#disposables.add(onDidChangeSettings(['context.followEditor'], settle));
    this.#disposables.defer(() => clearTimeout(this.#timer));
  }

  /**
   * What the user works in. Where something else is in front, such as the chat itself as an editor, it is what was in front
   * before, as long as that can be seen.
   */
  get editor(): vscode.TextEditor | undefined {
    const last = this.#last?.document;
    return (
      vscode.window.activeTextEditor ??
      vscode.window.visibleTextEditors.find(({ document }) => document === last)
    );
  }

  /** The selection, else the file. */
  get suggestion(): ImplicitContext {
    const follows = getSetting('context.followEditor');
    const { editor } = this;
    if (!editor || !SHOWN_SCHEMES.includes(editor.document.uri.scheme)) {
      return { follows };
    }
    const { document, selection } = editor;
    const mention = selection.isEmpty
      ? documentMention(document)
      : selectionMention(document, selection);
    return { mention, follows };
  }

  /** Lets it go along with every prompt, or no more. */
  async setFollow(follows: boolean): Promise<void> {
    await updateSetting('context.followEditor', follows);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
