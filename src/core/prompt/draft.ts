import type { Mention } from './mention/mention.ts';
import { mentionLabel } from './mention/mentionLabel.ts';
import { mentionUri } from './mention/mentionUri.ts';

/** Longer text is not typed or pasted by a person; the composer refuses it. */
export const DRAFT_LIMIT_CHARS = 4_000_000;

/** More mentions than this in one message are a mistake. */
export const DRAFT_LIMIT_MENTIONS = 500;

/** What the user is about to send: text with mentions where they stand in it. */
export type Draft = readonly DraftPart[];

/** A stretch of text, or one mention. */
export type DraftPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly mention: Mention };

/** A mention and the offset in the text before which it stands. */
export interface PositionedMention {
  readonly at: number;
  readonly mention: Mention;
}

/** A draft as plain text with marks: how the composer keeps it and sends it. */
export interface FlatDraft {
  readonly text: string;
  readonly mentions: readonly PositionedMention[];
}

/** The draft of a text with marks; marks at one place keep their order. */
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

/** The way back from `toDraft`. */
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

/** Whether there is nothing to send in it. */
export const isEmptyDraft = (draft: Draft): boolean =>
  draft.every(part => part.kind === 'text' && part.text.trim() === '');

/** A draft before another one, which begins in a line of its own. */
export const joinDrafts = (first: Draft, second: Draft): Draft =>
  isEmptyDraft(second) ? first : [...first, { kind: 'text', text: '\n' }, ...second];

/** A draft with mentions and text at its end, with spaces where words would run together. */
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

/** The mentions of a draft, in order. */
export function getMentions(draft: Draft): readonly Mention[] {
  return draft.flatMap(part => (part.kind === 'mention' ? [part.mention] : []));
}

/** A draft for reading and for the clipboard: each mention as a Markdown link. */
export function draftToMarkdown(draft: Draft): string {
  return draft
    .map(part => (part.kind === 'text' ? part.text : mentionToMarkdown(part.mention)))
    .join('');
}

/** A mention as a Markdown link, the way adapters write it too: `[@a.ts](file:///abs/a.ts)`. */
export function mentionToMarkdown(mention: Mention): string {
  const label = mentionLabel(mention).replaceAll(/[[\]\\]/g, String.raw`\$&`);
  return `[@${label}](${mentionUri(mention)})`;
}

/**
 * Puts a slash command in front of the mentions before it, since agents look for it in the first text only. A draft
 * that does not start with one of `commands` (names without the slash) stays as it is.
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
