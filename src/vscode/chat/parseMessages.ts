import {
  NAME_LIMIT_CHARS,
  type NoticeActionParams,
  type UseCodeParams,
  type RenameParams,
  type SessionParams,
  type PermissionAnswer,
  type PickerChange,
  type AnswerElicitationParams,
  type QueueEdit,
  type SignInChoice,
  type UseTerminalParams,
} from '../../core/chat/messages.ts';
import type { FavoriteChange } from '../../core/chat/favorites.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import { Fields } from '../../core/fields.ts';
import { parseDraft } from '../../core/prompt/parseDraft.ts';
import type { FormValues } from '../../core/session/forms/elicitationForm.ts';

// What the page sends is as trustworthy as what it shows. Each reader answers `undefined` for what does not fit.

const ID_LIMIT_CHARS = 200;
const TEXT_LIMIT_CHARS = 1_000_000;
const HREF_LIMIT_CHARS = 8_000;

const NOTICE_ACTIONS = [
  'retry',
  'restart',
  'signIn',
  'showLog',
  'newSession',
  'addConversation',
] as const;

/** A prompt to send. */
export interface ParsedSend {
  readonly sessionId?: string;
  readonly draft: Draft;
}

export function parseSend(raw: unknown): ParsedSend | undefined {
  const draft = parseDraft(new Fields(raw).raw('draft'));
  return (
    draft &&
    read(raw, from => ({
      ...from.maybe('sessionId', () => sessionOf(from)),
      draft,
    }))
  );
}

/** A draft to keep. */
export interface ParsedDraft extends SessionParams {
  readonly draft: Draft;
  readonly atMs: number;
}

export function parseKeepDraft(raw: unknown): ParsedDraft | undefined {
  const draft = parseDraft(new Fields(raw).raw('draft'));
  return draft && read(raw, from => ({ ...sessionOf(from), draft, atMs: from.count('atMs') }));
}

export const parseOfSession = (raw: unknown): SessionParams | undefined => read(raw, sessionOf);

export const parseOfEntry = (
  raw: unknown,
): (SessionParams & { readonly entryId: string }) | undefined => read(raw, entryOf);

export const parseRename = (raw: unknown): RenameParams | undefined =>
  read(raw, from => ({ ...sessionOf(from), name: from.text('name', NAME_LIMIT_CHARS) }));

export const parseNewSession = (raw: unknown): { readonly agentId?: string } | undefined =>
  read(raw, from => ({
    ...from.maybe('agentId', () => ({ agentId: from.text('agentId', ID_LIMIT_CHARS) })),
  }));

export const parseResolveObstacle = (
  raw: unknown,
): { readonly obstacle: 'untrusted' | 'noFolder' | 'virtual' } | undefined =>
  read(raw, from => ({
    obstacle: from.one('obstacle', ['untrusted', 'noFolder', 'virtual'], 'noFolder'),
  }));

export const parseQueueEdit = (raw: unknown): QueueEdit | undefined =>
  read(raw, from => ({
    ...sessionOf(from),
    promptId: from.text('promptId', ID_LIMIT_CHARS),
    edit: from.one('edit', ['remove', 'sendNow'], 'remove'),
  }));

export const parsePermissionAnswer = (raw: unknown): PermissionAnswer | undefined =>
  read(raw, from => ({
    ...entryOf(from),
    ...from.maybe('optionId', () => ({ optionId: from.text('optionId', TEXT_LIMIT_CHARS) })),
    ...from.maybe('reason', () => ({ reason: from.text('reason', TEXT_LIMIT_CHARS) })),
  }));

export const parseSignIn = (raw: unknown): SignInChoice | undefined =>
  read(raw, from => ({ ...sessionOf(from), methodId: from.text('methodId', TEXT_LIMIT_CHARS) }));

export const parseQuestionReply = (raw: unknown): AnswerElicitationParams | undefined =>
  read(raw, from => ({
    ...entryOf(from),
    action: from.one('action', ['accept', 'decline', 'cancel'], 'cancel'),
    ...from.maybe('values', () => ({ values: valuesOf(from.raw('values')) })),
  }));

export const parsePickerValue = (raw: unknown): PickerChange | undefined =>
  read(raw, from => ({
    ...sessionOf(from),
    pickerId: from.text('pickerId', ID_LIMIT_CHARS),
    value:
      typeof from.raw('value') === 'boolean'
        ? from.flag('value')
        : from.text('value', TEXT_LIMIT_CHARS),
  }));

export const parseFavorite = (raw: unknown): FavoriteChange | undefined =>
  read(raw, from => ({
    picker: from.text('picker', 2 * ID_LIMIT_CHARS),
    value: from.text('value', ID_LIMIT_CHARS),
    liked: from.flag('liked'),
  }));

export const parseNoticeAction = (raw: unknown): NoticeActionParams | undefined =>
  read(raw, from => ({
    ...entryOf(from),
    action: from.one('action', NOTICE_ACTIONS, 'showLog'),
  }));

export const parseOpenLink = (
  raw: unknown,
): { readonly sessionId: string; readonly href: string } | undefined =>
  read(raw, from => ({ ...sessionOf(from), href: from.text('href', HREF_LIMIT_CHARS) }));

export const parseEarlierEntries = (
  raw: unknown,
): { readonly sessionId: string; readonly beforeId: string } | undefined =>
  read(raw, from => ({ ...sessionOf(from), beforeId: from.text('beforeId', ID_LIMIT_CHARS) }));

export const parseCodeUse = (raw: unknown): UseCodeParams | undefined =>
  read(raw, from => ({
    text: from.text('text', TEXT_LIMIT_CHARS),
    ...from.maybe('language', () => ({ language: from.text('language', ID_LIMIT_CHARS) })),
    ...from.maybe('file', () => ({ file: from.text('file', HREF_LIMIT_CHARS) })),
    use: from.one('use', ['copy', 'insert', 'apply', 'newFile'], 'copy'),
  }));

export const parseTerminalUse = (raw: unknown): UseTerminalParams | undefined =>
  read(raw, from => ({
    ...sessionOf(from),
    terminalId: from.text('terminalId', ID_LIMIT_CHARS),
    use: from.one('use', ['open', 'stop'], 'open'),
  }));

function read<T>(raw: unknown, make: (from: Fields) => T): T | undefined {
  const from = new Fields(raw);
  const value = make(from);
  return from.sound ? value : undefined;
}

const sessionOf = (from: Fields): SessionParams => ({
  sessionId: from.text('sessionId', ID_LIMIT_CHARS),
});

const entryOf = (from: Fields): SessionParams & { readonly entryId: string } => ({
  ...sessionOf(from),
  entryId: from.text('entryId', ID_LIMIT_CHARS),
});

/** Only the four kinds of values a form can have. */
function valuesOf(raw: unknown): FormValues {
  const fields = typeof raw === 'object' && raw !== null ? Object.entries(raw) : [];
  return Object.fromEntries(
    fields.filter((entry): entry is [string, FormValues[string]] => isFormValue(entry[1])),
  );
}

function isFormValue(value: unknown): value is FormValues[string] {
  return (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (Array.isArray(value) && value.every(item => typeof item === 'string'))
  );
}
