import * as vscode from 'vscode';
import type { ImplicitContext } from '../../../core/chat/messages.ts';
import { Emitter } from '../../../core/event.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { getSetting, onDidChangeSettings, updateSetting } from '../../settings.ts';
import { documentMention, isContextDocument, selectionMention } from './documentMentions.ts';

const DEBOUNCE_MS = 120;

/** Suggests the active editor or its selection as context, and follows changes of it. */
export class ActiveEditor implements vscode.Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changeEmitter = this.#disposables.add(new Emitter<ImplicitContext>());
  readonly onDidChange = this.#changeEmitter.event;
  #timer: NodeJS.Timeout | undefined;
  #last = vscode.window.activeTextEditor;

  constructor() {
    const scheduleUpdate = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#changeEmitter.fire(this.suggestion), DEBOUNCE_MS);
    };
    this.#disposables.add(
      vscode.window.onDidChangeActiveTextEditor(editor => {
        this.#last = editor ?? this.#last;
        scheduleUpdate();
      }),
    );
    this.#disposables.add(vscode.window.onDidChangeTextEditorSelection(scheduleUpdate));
    // Agents and formatters change the document without moving the selection.
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.editor?.document) {
          scheduleUpdate();
        }
      }),
    );
    this.#disposables.add(onDidChangeSettings(['context.followEditor'], scheduleUpdate));
    this.#disposables.defer(() => clearTimeout(this.#timer));
  }

  /**
   * The active text editor. If another kind of editor is active, such as a chat editor, it is the last active text editor
   * while that is visible.
   */
  get editor(): vscode.TextEditor | undefined {
    const last = this.#last?.document;
    return (
      vscode.window.activeTextEditor ??
      vscode.window.visibleTextEditors.find(({ document }) => document === last)
    );
  }

  /** The selection, or the whole document if nothing is selected. */
  get suggestion(): ImplicitContext {
    const follows = getSetting('context.followEditor');
    const { editor } = this;
    if (!editor || !isContextDocument(editor.document)) {
      return { follows };
    }
    const { document, selection } = editor;
    const mention = selection.isEmpty
      ? documentMention(document)
      : selectionMention(document, selection);
    return { mention, follows };
  }

  /** Sets whether the suggestion is added to every prompt. */
  async setFollow(follows: boolean): Promise<void> {
    await updateSetting('context.followEditor', follows);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
