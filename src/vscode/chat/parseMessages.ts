import * as z from 'zod';
import { UNAVAILABLE_REASONS } from '../../core/chat/chatViewState.ts';
import {
  CODE_USES,
  ELICITATION_ACTIONS,
  NAME_LIMIT_CHARS,
  QUEUE_EDITS,
  TERMINAL_USES,
  type AnswerElicitationParams,
  type NoticeActionParams,
  type PermissionAnswer,
  type PickerChange,
  type QueueEdit,
  type RenameParams,
  type RequestedDiffRef,
  type SessionParams,
  type SignInChoice,
  type UseCodeParams,
  type UseTerminalParams,
} from '../../core/chat/messages.ts';
import type { FavoriteChange } from '../../core/chat/favorites.ts';
import { countSchema, strictParser } from '../../core/parseStrict.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import { draftSchema } from '../../core/prompt/parseDraft.ts';
import type { FormValues } from '../../core/session/forms/elicitationForm.ts';
import { DELIVERIES, type Delivery } from '../../core/session/state/sessionState.ts';
import { NOTICE_ACTIONS } from '../../core/session/transcript/entry.ts';

// The page shows what agents write, so its messages are no more trustworthy than that. A message that does not fit is dropped.

const id = z.string().max(200);
const text = z.string().max(1_000_000);
const href = z.string().max(8_000);

const session = z.object({ sessionId: id });
const entry = session.extend({ entryId: id });

/** A prompt to send. */
export interface ParsedSend {
  readonly sessionId?: string;
  readonly agentId?: string;
  readonly draft: Draft;
  readonly delivery?: Delivery;
}

export const parseSend = strictParser<ParsedSend>(
  z.object({
    sessionId: id.exactOptional(),
    agentId: id.exactOptional(),
    draft: draftSchema,
    delivery: z.enum(DELIVERIES).exactOptional(),
  }),
);

/** A draft to save. */
export interface ParsedDraft extends SessionParams {
  readonly draft: Draft;
  readonly atMs: number;
}

export const parseSaveDraft = strictParser<ParsedDraft>(
  session.extend({ draft: draftSchema, atMs: countSchema }),
);

export const parseSessionParams = strictParser<SessionParams>(session);

export const parseEntryParams = strictParser<SessionParams & { readonly entryId: string }>(entry);

export const parseRequestedDiff = strictParser<RequestedDiffRef>(
  entry.extend({ index: countSchema }),
);

export const parseRename = strictParser<RenameParams>(
  session.extend({ name: z.string().max(NAME_LIMIT_CHARS) }),
);

export const parseAgentChoice = strictParser<{ readonly agentId?: string }>(
  z.object({ agentId: id.exactOptional() }),
);

export const parseDismissInstallation = strictParser(z.object({ agentId: id }));

export const parseResolveUnavailable = strictParser(
  z.object({ kind: z.enum(UNAVAILABLE_REASONS) }),
);

export const parseQueueEdit = strictParser<QueueEdit>(
  session.extend({ promptId: id, edit: z.enum(QUEUE_EDITS) }),
);

export const parsePermissionAnswer = strictParser<PermissionAnswer>(
  entry.extend({ optionId: text.exactOptional(), reason: text.exactOptional() }),
);

export const parseSignIn = strictParser<SignInChoice>(session.extend({ methodId: text }));

/** A form has four kinds of values; others are left out. */
const formValues = z.unknown().transform((raw): FormValues =>
  Object.fromEntries(
    Object.entries(raw ?? {}).flatMap(([name, value]) => {
      const parsed = formValue.safeParse(value);
      return parsed.success ? [[name, parsed.data]] : [];
    }),
  ),
);

const formValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

export const parseElicitationAnswer = strictParser<AnswerElicitationParams>(
  entry.extend({ action: z.enum(ELICITATION_ACTIONS), values: formValues.exactOptional() }),
);

export const parsePickerValue = strictParser<PickerChange>(
  session.extend({ pickerId: id, value: z.union([z.boolean(), text]) }),
);

export const parseFavorite = strictParser<FavoriteChange>(
  z.object({ picker: z.string().max(400), value: id, liked: z.boolean() }),
);

export const parseNoticeAction = strictParser<NoticeActionParams>(
  entry.extend({ action: z.enum(NOTICE_ACTIONS) }),
);

export const parseOpenLink = strictParser(session.extend({ href }));

export const parseEarlierEntries = strictParser(session.extend({ beforeId: id }));

export const parseCodeUse = strictParser<UseCodeParams>(
  z.object({
    text,
    language: id.exactOptional(),
    file: href.exactOptional(),
    use: z.enum(CODE_USES),
  }),
);

export const parseTerminalUse = strictParser<UseTerminalParams>(
  session.extend({ terminalId: id, use: z.enum(TERMINAL_USES) }),
);
