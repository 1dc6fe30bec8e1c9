import type { Mention } from './mention/mention.ts';
import { mentionLabel } from './mention/mentionLabel.ts';
import { mentionUri } from './mention/mentionUri.ts';

/** Longer text is not typed or pasted by a person; the composer refuses it. */
export const DRAFT_LIMIT_CHARS = 4_000_000;

/** More mentions than this in one message are a mistake. */
export const DRAFT_LIMIT_MENTIONS = 500;

/** A prompt that the user writes: text with mentions. */
export type Draft = readonly DraftPart[];

/** A piece of text, or one mention. */
export type DraftPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly mention: Mention };

/** A mention and its offset in the text. */
export interface PositionedMention {
  readonly at: number;
  readonly mention: Mention;
}

/** A draft as plain text and the offsets of its mentions, as the composer holds and sends it. */
export interface FlatDraft {
  readonly text: string;
  readonly mentions: readonly PositionedMention[];
}

/** Converts a flat draft; mentions at the same offset keep their order. */
export function toDraft(flat: FlatDraft): Draft {
  const parts: DraftPart[] = [];
  let from = 0;
  for (const { at, mention } of flat.mentions.toSorted((one, other) => one.at - other.at)) {
    parts.push({ kind: 'text', text: flat.text.slice(from, at) }, { kind: 'mention', mention });
    from = at;
  }
  parts.push({ kind: 'text', text: flat.text.slice(from) });
  return parts.filter(part => part.kind === 'mention' || part.text !== '');
}

/** The inverse of `toDraft`. */
export function toFlatDraft(draft: Draft): FlatDraft {
  let text = '';
  const mentions: PositionedMention[] = [];
  for (const part of draft) {
    if (part.kind === 'text') {
      text += part.text;
    } else {
      mentions.push({ at: text.length, mention: part.mention });
    }
  }
  return { text, mentions };
}

/** Whether a draft contains nothing but whitespace. */
export const isEmptyDraft = (draft: Draft): boolean =>
  draft.every(part => part.kind === 'text' && part.text.trim() === '');

/** Puts one draft before another, on separate lines. */
export const joinDrafts = (first: Draft, second: Draft): Draft =>
  isEmptyDraft(second) ? first : [...first, { kind: 'text', text: '\n' }, ...second];

/** Appends mentions and text to a draft, separated by spaces where needed. */
export function appendToDraft(draft: Draft, mentions: readonly Mention[], text: string): Draft {
  const last = draft.at(-1);
  const gap = last !== undefined && !(last.kind === 'text' && /\s$/.test(last.text)) ? ' ' : '';
  const added: readonly DraftPart[] = [
    ...mentions.flatMap(mention => [
      { kind: 'mention', mention } as const,
      { kind: 'text', text: ' ' } as const,
    ]),
    { kind: 'text', text },
  ];
  const parts: Draft = [...draft, { kind: 'text', text: gap }, ...added];
  return parts.filter(part => part.kind === 'mention' || part.text !== '');
}

export function getMentions(draft: Draft): readonly Mention[] {
  return draft.flatMap(part => (part.kind === 'mention' ? [part.mention] : []));
}

/** Renders a draft for reading and for the clipboard, with mentions as Markdown links. */
export function draftToMarkdown(draft: Draft): string {
  return draft
    .map(part => (part.kind === 'text' ? part.text : mentionToMarkdown(part.mention)))
    .join('');
}

/** Renders a mention as a Markdown link in the format that agents also use: `[@a.ts](file:///abs/a.ts)`. */
export function mentionToMarkdown(mention: Mention): string {
  const label = mentionLabel(mention).replaceAll(/[[\]\\]/g, String.raw`\$&`);
  return `[@${label}](${mentionUri(mention)})`;
}

/**
 * Moves a slash command before the mentions that precede it, since agents look for it only in the first text. A draft that
 * does not start with one of `commands` (names without the slash) stays unchanged.
 */
export function moveCommandFirst(draft: Draft, commands: readonly string[]): Draft {
  const at = draft.findIndex(part => part.kind === 'text' && part.text.trim() !== '');
  const part = draft[at];
  if (part?.kind !== 'text') {
    return draft;
  }
  const [, name] = /^\s*\/(\S+)/.exec(part.text) ?? [];
  if (name === undefined || !commands.includes(name)) {
    return draft;
  }
  const command: DraftPart = { kind: 'text', text: part.text.trimStart() };
  const before = draft.slice(0, at).filter(earlier => earlier.kind === 'mention');
  return [command, ...before, ...draft.slice(at + 1)];
}
