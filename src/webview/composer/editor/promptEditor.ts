import { defaultKeymap, history, historyKeymap, insertNewline } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view';
import type { Draft } from '../../../core/prompt/draft.ts';
import { DRAFT_LIMIT_CHARS } from '../../../core/prompt/draft.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { t } from '../../ui/strings.ts';
import { mentionChips } from './mentionChips.tsx';
import { type CompletionOptions, completions } from './completions.tsx';
import { type MentionTokens, toEditorText } from './mentionTokens.ts';
import type { PromptHistory } from './promptHistory.ts';

/** What the editor needs from the composer. */
export interface PromptEditorOptions extends CompletionOptions {
  readonly tokens: MentionTokens;
  readonly history: PromptHistory;
  readonly nonce: string;
  readonly draft: Draft;
  readonly enterSends: () => boolean;
  readonly send: () => void;
  /** Sends in the other way that a running turn allows. Returns whether there is one. */
  readonly sendOtherwise: () => boolean;
  readonly onChange: (draft: Draft) => void;
  /** The editor has lost the focus. */
  readonly onBlur: () => void;
  readonly paste: (data: DataTransfer) => boolean;
  readonly open: (mention: Mention) => void;
  /** The user tried to insert more than a message can hold. */
  readonly onTooLong: () => void;
}

/** Where content will be inserted. The range is adjusted while the user continues to edit. */
export interface InsertionRange {
  from: number;
  to: number;
}

/** Marks changes made by the composer, not by typing. */
const SetByComposer = Annotation.define<boolean>();

/** Translations of CodeMirror's own phrases. */
const phrases = (): Readonly<Record<string, string>> => ({
  Completions: t('completions'),
  'Selection deleted': t('selectionDeleted'),
});

/** The text field of the composer: text with mentions. */
export class PromptEditor {
  readonly view: EditorView;
  #options: PromptEditorOptions;
  #placeholder = new Compartment();
  #placeholderText = '';
  readonly #reserved = new Set<InsertionRange>();

  constructor(parent: HTMLElement, options: PromptEditorOptions) {
    this.#options = options;
    this.view = new EditorView({ parent, state: this.#newState(options.draft) });
  }

  get draft(): Draft {
    return this.#options.tokens.toDraft(this.view.state.doc.toString());
  }

  set draft(draft: Draft) {
    const insert = this.#options.tokens.toText(draft);
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert },
      selection: { anchor: insert.length },
      annotations: SetByComposer.of(true),
    });
  }

  /** Shows the draft of another session, with a new undo history. */
  resetDraft(draft: Draft): void {
    this.#reserved.clear();
    this.view.setState(this.#newState(draft));
  }

  /** Reserves the selection for content that arrives later. */
  reserveRange(): InsertionRange {
    const { from, to } = this.view.state.selection.main;
    const range = { from, to };
    this.#reserved.add(range);
    return range;
  }

  /** Gives up a reserved range. */
  releaseRange(range: InsertionRange | undefined): void {
    if (range) {
      this.#reserved.delete(range);
    }
  }

  /** Inserts text and mentions at a reserved range or else at the cursor, separated by spaces where necessary. */
  insert(text: string, mentions: readonly Mention[], range?: InsertionRange): void {
    const { main } = this.view.state.selection;
    const { from, to } = range && this.#reserved.delete(range) ? range : main;
    const isAtCursor = from === main.from && to === main.to;
    const before = this.view.state.sliceDoc(Math.max(0, from - 1), from);
    const chipText = mentions.map(mention => `${this.#options.tokens.add(mention)} `).join('');
    const gap = chipText !== '' && before !== '' && !/\s/.test(before) ? ' ' : '';
    const insert = `${gap}${chipText}${toEditorText(text)}`;
    this.view.dispatch({
      changes: { from, to, insert },
      ...(isAtCursor ? { selection: { anchor: from + insert.length } } : {}),
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
  }

  setPlaceholder(text: string): void {
    this.#placeholderText = text;
    this.view.dispatch({ effects: this.#placeholder.reconfigure(placeholder(text)) });
  }

  dispose(): void {
    this.view.destroy();
  }

  #newState(draft: Draft): EditorState {
    const options = this.#options;
    const doc = options.tokens.toText(draft);
    return EditorState.create({
      doc,
      selection: { anchor: doc.length },
      extensions: [
        ...(options.nonce ? [EditorView.cspNonce.of(options.nonce)] : []),
        history(),
        Prec.high(keymap.of(this.#keys())),
        completions(options),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        EditorState.phrases.of(phrases()),
        EditorView.perLineTextDirection.of(true),
        EditorView.contentAttributes.of({
          'aria-label': t('message'),
          'aria-multiline': 'true',
          spellcheck: 'true',
          dir: 'auto',
        }),
        this.#placeholder.of(placeholder(this.#placeholderText)),
        mentionChips(options.tokens, options.open),
        this.#events(),
      ],
    });
  }

  #events() {
    return [
      EditorView.updateListener.of(update => {
        if (update.docChanged) {
          for (const range of this.#reserved) {
            range.from = update.changes.mapPos(range.from);
            range.to = update.changes.mapPos(range.to);
          }
          if (!update.transactions.some(transaction => transaction.annotation(SetByComposer))) {
            this.#options.history.reset();
          }
          this.#options.onChange(this.draft);
        }
      }),
      EditorState.changeFilter.of(({ newDoc }) => {
        const fits = newDoc.length <= DRAFT_LIMIT_CHARS;
        if (!fits) {
          this.#options.onTooLong();
        }
        return fits;
      }),
      EditorView.domEventHandlers({
        paste: event => this.#options.paste(event.clipboardData ?? new DataTransfer()),
        drop: event => this.#options.paste(event.dataTransfer ?? new DataTransfer()),
        blur: () => this.#options.onBlur(),
      }),
    ];
  }

  #keys(): KeyBinding[] {
    const { options } = { options: this.#options };
    const send = (when: boolean) => (): boolean => {
      if (options.enterSends() === when) {
        options.send();
        return true;
      }
      return false;
    };
    return [
      { key: 'Enter', run: send(true), shift: insertNewline },
      { key: 'Alt-Enter', run: () => options.sendOtherwise() },
      { key: 'Mod-Enter', run: view => send(false)() || insertNewline(view) },
      { key: 'ArrowUp', run: () => this.#recall(() => options.history.older()) },
      {
        key: 'ArrowDown',
        run: () => options.history.isNavigating && this.#recall(() => options.history.newer()),
      },
    ];
  }

  /** Arrow keys move the cursor, except in an empty editor or while navigating through earlier prompts. */
  #recall(next: () => Draft | undefined): boolean {
    const isEmpty = this.view.state.doc.length === 0;
    const draft = isEmpty || this.#options.history.isNavigating ? next() : undefined;
    if (draft) {
      this.draft = draft;
    }
    return draft !== undefined;
  }
}
