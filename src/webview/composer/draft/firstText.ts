import { isEmptyDraft, joinDrafts, type Draft } from '../../../core/prompt/draft.ts';
import type { FirstField } from '../../state/firstField.ts';
import type { PromptEditor } from '../editor/promptEditor.ts';

/** What the composer does with the text of the first field. */
export interface FirstTextOptions {
  readonly editor: PromptEditor;
  readonly enterSends: () => boolean;
  /** Sends a draft that the user has ended with Enter. */
  readonly send: (draft: Draft) => void;
}

/**
 * Lets the composer take the place of the first field, with its text, cursor and focus. An input method that is
 * composing text is not interrupted.
 */
export function takeFirstText(options: FirstTextOptions): void {
  const first = window.accordFirstField;
  if (!first) {
    return;
  }
  if (first.isComposing) {
    first.field.addEventListener('compositionend', () => setTimeout(takeFirstText, 0, options), {
      once: true,
    });
    return;
  }
  window.accordFirstField = undefined;
  const hasFocus = document.activeElement === first.field;
  first.box.remove();
  moveText(first, options);
  if (hasFocus) {
    options.editor.view.focus();
  }
}

/** Hides the field while there is no composer to take its place. */
export function setFirstFieldHidden(hidden: boolean): void {
  const first = window.accordFirstField;
  if (first) {
    first.box.hidden = hidden;
  }
}

function moveText(
  { field, entered }: FirstField,
  { editor, enterSends, send }: FirstTextOptions,
): void {
  const isSent = (withModifier: boolean): boolean => withModifier !== enterSends();
  const newLines = entered.filter(({ withModifier }) => !isSent(withModifier));
  const text = [...newLines.map(one => one.text), field.value].join('\n');
  if (text !== '') {
    const kept = editor.draft;
    const written: Draft = [{ kind: 'text', text }];
    editor.draft = isEmptyDraft(kept) ? written : joinDrafts(kept, written);
    const end = editor.view.state.doc.length;
    const behind = field.value.length;
    editor.view.dispatch({
      selection: {
        anchor: end - behind + field.selectionStart,
        head: end - behind + field.selectionEnd,
      },
    });
  }
  const sent = entered.filter(({ withModifier }) => isSent(withModifier));
  if (sent.length > 0) {
    // The active editor, which may belong to the message, arrives in a message right after the state of the page.
    setTimeout(() => sent.forEach(one => send([{ kind: 'text', text: one.text }])));
  }
}
