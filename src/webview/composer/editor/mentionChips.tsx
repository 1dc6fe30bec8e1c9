import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, EditorState, type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { render } from 'preact';
import type { DraftEstimate } from '../../../core/chat/messages.ts';
import { type Draft, getMentions } from '../../../core/prompt/draft.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { mentionLabel, mentionLabels } from '../../../core/prompt/mention/mentionLabel.ts';
import { mentionKey, mentionUri } from '../../../core/prompt/mention/mentionUri.ts';
import { thumbnailOf } from '../../media/thumbnails.ts';
import { Icon } from '../../ui/icon.tsx';
import { mentionIcon } from '../../ui/mentionIcon.ts';
import { t } from '../../ui/strings.ts';
import { type MentionTokens, MENTION_TOKEN } from './mentionTokens.ts';

/** Shows mention tokens as atomic chips. A click opens the mentioned resource. */
export function mentionChips(tokens: MentionTokens, open: (mention: Mention) => void): Extension {
  const plugin = ViewPlugin.define(view => new Chips(view, tokens, open), {
    decorations: value => value.decorations,
    provide: of =>
      EditorView.atomicRanges.of(view => view.plugin(of)?.decorations ?? Decoration.none),
  });
  return [
    plugin,
    EditorView.clipboardInputFilter.of(text => tokens.paste(text)),
    EditorView.clipboardOutputFilter.of(text => tokens.copy(text)),
    EditorState.transactionFilter.of(moveOutsideToken),
  ];
}

/** A click may put the cursor inside a token; move it to the nearer side. */
const moveOutsideToken: Parameters<typeof EditorState.transactionFilter.of>[0] = transaction => {
  const { selection } = transaction;
  if (!selection || transaction.docChanged) {
    return transaction;
  }
  const text = transaction.newDoc.toString();
  const head = outside(text, selection.main.head);
  const anchor = outside(text, selection.main.anchor);
  return head === selection.main.head && anchor === selection.main.anchor
    ? transaction
    : [transaction, { selection: EditorSelection.single(anchor, head) }];
};

function outside(text: string, at: number): number {
  for (const { index, 0: token } of text.matchAll(MENTION_TOKEN)) {
    const end = index + token.length;
    if (at > index && at < end) {
      return at - index < end - at ? index : end;
    }
  }
  return at;
}

class Chips {
  decorations: DecorationSet;
  #tokens: MentionTokens;
  #open: (mention: Mention) => void;

  constructor(view: EditorView, tokens: MentionTokens, open: (mention: Mention) => void) {
    this.#tokens = tokens;
    this.#open = open;
    this.decorations = this.#findChips(view);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) {
      this.decorations = this.#findChips(update.view);
    }
  }

  #findChips(view: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    const found = [...view.state.doc.toString().matchAll(MENTION_TOKEN)].flatMap(match => {
      const mention = this.#tokens.get(Number(match[1]));
      return mention ? [{ mention, from: match.index, to: match.index + match[0].length }] : [];
    });
    const labels = mentionLabels(found.map(({ mention }) => mention));
    for (const [i, { mention, from, to }] of found.entries()) {
      const widget = new ChipWidget(mention, labels[i] ?? mentionLabel(mention), this.#open);
      builder.add(from, to, Decoration.replace({ widget }));
    }
    return builder.finish();
  }
}

class ChipWidget extends WidgetType {
  #mention: Mention;
  #label: string;
  #open: (mention: Mention) => void;

  constructor(mention: Mention, label: string, open: (mention: Mention) => void) {
    super();
    this.#mention = mention;
    this.#label = label;
    this.#open = open;
  }

  override eq(other: ChipWidget): boolean {
    return other.#mention === this.#mention && other.#label === this.#label;
  }

  toDOM(view: EditorView): HTMLElement {
    const mention = this.#mention;
    const chip = document.createElement('span');
    chip.className = 'chip';
    chip.title = mentionUri(mention);
    chip.dataset['key'] = mentionKey(mention);
    const label = this.#label;
    const thumbnail = thumbnailOf(mention);
    const remove = (): void => {
      removeAt(view, view.posAtDOM(chip));
      view.focus();
    };
    render(
      <>
        {thumbnail === undefined ? (
          <Icon name={mentionIcon(mention)} />
        ) : (
          <img class="chip-image" src={thumbnail} alt="" />
        )}
        <span class="chip-label" onClick={() => this.#open(mention)}>
          {label}
        </span>
        <button
          type="button"
          class="chip-remove"
          aria-label={t('remove', label)}
          title={t('remove', label)}
          onMouseDown={event => event.preventDefault()}
          onClick={remove}
        >
          <Icon name="close" />
        </button>
      </>,
      chip,
    );
    return chip;
  }

  override destroy(chip: HTMLElement): void {
    render(null, chip);
  }

  /** The elements of the chip handle their own clicks. */
  override ignoreEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button, .chip-label') !== null;
  }
}

/** Shows on each chip how its mention will be sent. */
export function showMentionEstimates(
  view: EditorView,
  draft: Draft,
  estimates: DraftEstimate,
): void {
  const byKey = new Map(
    getMentions(draft).map((mention, i) => [mentionKey(mention), estimates.mentions[i]]),
  );
  for (const chip of view.dom.querySelectorAll<HTMLElement>('.chip[data-key]')) {
    const own = byKey.get(chip.dataset['key'] ?? '');
    if (own) {
      chip.title = own.description;
      chip.classList.toggle('warns', own.hasWarning);
      chip.classList.toggle('lost', own.isOmitted);
    }
  }
}

function removeAt(view: EditorView, at: number): void {
  const text = view.state.doc.toString();
  const token = [...text.matchAll(MENTION_TOKEN)].find(({ index }) => index === at);
  if (token) {
    view.dispatch({
      changes: { from: at, to: at + token[0].length },
      annotations: isolateHistory.of('full'),
      userEvent: 'delete',
    });
  }
}
