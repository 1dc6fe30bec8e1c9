import { completionStatus } from '@codemirror/autocomplete';
import { type Extension, Prec } from '@codemirror/state';
import { type EditorView, runScopeHandlers, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/**
 * Enter that is pressed before the list of completions has arrived would send a message that ends with `@ca`. It is
 * handled when the list is there: it accepts a row, or sends the message if there is none.
 */
class DeferredEnter {
  #event: KeyboardEvent | undefined;

  defer(event: KeyboardEvent, view: EditorView): boolean {
    const isEnter = event.key === 'Enter' && !event.isComposing && !event.shiftKey;
    if (!isEnter || completionStatus(view.state) !== 'pending') {
      return false;
    }
    this.#event = event;
    return true;
  }

  update({ view, docChanged, selectionSet }: ViewUpdate): void {
    const event = this.#event;
    if (!event || (completionStatus(view.state) === 'pending' && !docChanged)) {
      return;
    }
    this.#event = undefined;
    if (!docChanged && !selectionSet) {
      // An update must not start another one.
      setTimeout(() => runScopeHandlers(view, event, 'editor'));
    }
  }
}

export const deferredEnter: Extension = Prec.highest(
  ViewPlugin.fromClass(DeferredEnter, {
    eventHandlers: {
      keydown(event, view) {
        return this.defer(event, view);
      },
    },
  }),
);
