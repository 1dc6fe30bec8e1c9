import { ErrorCodes, ResponseError, type MessageConnection } from 'vscode-jsonrpc';
import * as z from 'zod';
import * as messages from '../../core/chat/messages.ts';
import { t } from '../../core/l10n.ts';
import { strictParser } from '../../core/parseStrict.ts';
import { draftSchema } from '../../core/prompt/parseDraft.ts';
import { mentionSchema } from '../../core/prompt/mention/parseMention.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { ErrorReporter } from '../errorReporter.ts';

/** The requests of the chat view about context. */
export interface ContextRequests {
  find(query: string): Promise<messages.MentionSuggestions>;
  choose(choose: string): Promise<readonly Mention[]>;
  attach(
    params: messages.AttachParams,
  ): Promise<{ readonly mentions: readonly Mention[]; readonly refused: readonly string[] }>;
  estimate(draft: Draft, sessionId: string | undefined): Promise<messages.DraftEstimate>;
  open(mention: Mention): Promise<void>;
  setFollow(follows: boolean): Promise<void>;
}

/** Registers the handlers. The webview is not trusted, so all parameters are parsed. */
export function registerContextRequests(
  rpc: MessageConnection,
  requests: ContextRequests,
  reporter: ErrorReporter,
): void {
  rpc.onRequest(messages.SuggestMentions, raw => {
    const params = parseQuery(raw);
    return params ? requests.find(params.query) : invalidParams('a mention query');
  });
  rpc.onRequest(messages.ChooseMention, async raw => {
    const choose = parseChoice(raw)?.choose ?? '';
    const mentions = await reporter.run(t('Adding context'), () => requests.choose(choose));
    return { mentions: mentions ?? [] };
  });
  rpc.onRequest(messages.Attach, raw => {
    const params = parseAttach(raw);
    return params ? requests.attach(params) : invalidParams('an offer');
  });
  rpc.onRequest(messages.EstimateDraft, raw => {
    const params = parseEstimate(raw);
    return params ? requests.estimate(params.draft, params.sessionId) : invalidParams('a draft');
  });
  rpc.onNotification(messages.OpenMention, raw => {
    const params = parseOpen(raw);
    if (params) {
      void reporter.run(t('Opening a mention'), () => requests.open(params.mention));
    }
  });
  rpc.onNotification(messages.SetImplicitContext, raw => {
    const params = parseFollow(raw);
    if (params) {
      void reporter.run(t('Changing the context setting'), () =>
        requests.setFollow(params.follows),
      );
    }
  });
}

const query = z.string().max(500);

const media: z.ZodType<messages.PastedMedia> = z.object({
  name: query,
  mimeType: query,
  data: z
    .string()
    .max(20_000_000)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/),
});

const parseQuery = strictParser(z.object({ query }));
const parseChoice = strictParser(z.object({ choose: query }));
const parseOpen = strictParser(z.object({ mention: mentionSchema }));
const parseFollow = strictParser(z.object({ follows: z.boolean() }));
const parseEstimate = strictParser(
  z.object({ sessionId: query.exactOptional(), draft: draftSchema }),
);
const parseAttach = strictParser<messages.AttachParams>(
  z.object({
    sessionId: query.exactOptional(),
    uris: z.array(z.string().max(8192)).max(50),
    media: z.array(media).max(20),
    text: z.string().max(1_000_000).exactOptional(),
  }),
);

const invalidParams = (what: string): ResponseError =>
  new ResponseError(ErrorCodes.InvalidParams, `Not ${what}.`);
