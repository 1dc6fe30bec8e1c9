import { ErrorCodes, ResponseError, type MessageConnection } from 'vscode-jsonrpc';
import * as messages from '../../core/chat/messages.ts';
import { t } from '../../core/l10n.ts';
import { Fields } from '../../core/fields.ts';
import { parseDraft } from '../../core/prompt/parseDraft.ts';
import { parseMention } from '../../core/prompt/mention/parseMention.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { ErrorReporter } from '../errorReporter.ts';

const QUERY_LIMIT_CHARACTERS = 500;
const URI_LIMIT_CHARACTERS = 8192;
const URIS_LIMIT = 50;
const TEXT_LIMIT_CHARACTERS = 1_000_000;
const MEDIA_LIMIT_CHARACTERS = 20_000_000;
const MEDIA_LIMIT = 20;

/** What the page can ask about context. */
export interface ContextRequests {
  find(query: string): Promise<messages.MentionSuggestions>;
  choose(choose: string): Promise<readonly Mention[]>;
  attach(
    offer: messages.AttachParams,
  ): Promise<{ readonly mentions: readonly Mention[]; readonly refused: readonly string[] }>;
  estimate(draft: Draft, sessionId: string | undefined): Promise<messages.DraftEstimate>;
  open(mention: Mention): Promise<void>;
  setFollow(follows: boolean): Promise<void>;
}

/** Answers the page's questions about context. The page is not trusted: each question is parsed. */
export function registerContextRequests(
  rpc: MessageConnection,
  answers: ContextRequests,
  report: ErrorReporter,
): void {
  rpc.onRequest(messages.SuggestMentions, raw => {
    const from = new Fields(raw);
    const query = from.text('query', QUERY_LIMIT_CHARACTERS);
    return from.sound ? answers.find(query) : notThat('a mention query');
  });
  rpc.onRequest(messages.ChooseMention, async raw => {
    const choose = new Fields(raw).text('choose', QUERY_LIMIT_CHARACTERS);
    const mentions = await report.run(t('Adding to the agent'), () => answers.choose(choose));
    return { mentions: mentions ?? [] };
  });
  rpc.onRequest(messages.Attach, raw => {
    const offer = parseOffer(raw);
    return offer ? answers.attach(offer) : notThat('an offer');
  });
  rpc.onRequest(messages.EstimateDraft, raw => {
    const from = new Fields(raw);
    const draft = parseDraft(from.raw('draft'));
    const session = from.maybe('sessionId', () => ({
      id: from.text('sessionId', QUERY_LIMIT_CHARACTERS),
    }));
    return draft && from.sound ? answers.estimate(draft, session?.id) : notThat('a draft');
  });
  rpc.onNotification(messages.OpenMention, raw => {
    const mention = parseMention(new Fields(raw).raw('mention'));
    if (mention) {
      void report.run(t('Opening a mention'), () => answers.open(mention));
    }
  });
  rpc.onNotification(messages.SetImplicitContext, raw => {
    const from = new Fields(raw);
    const follows = from.flag('follows');
    if (from.sound) {
      void report.run(t('Following the editor'), () => answers.setFollow(follows));
    }
  });
}

function parseOffer(raw: unknown): messages.AttachParams | undefined {
  const from = new Fields(raw);
  const uris = from.list('uris', URIS_LIMIT).map(uri => asText(uri, URI_LIMIT_CHARACTERS));
  const media = from.list('media', MEDIA_LIMIT).map(parseMedia);
  const offer = {
    uris: uris.filter(uri => uri !== undefined),
    media: media.filter(item => item !== undefined),
    ...from.maybe('sessionId', () => ({
      sessionId: from.text('sessionId', QUERY_LIMIT_CHARACTERS),
    })),
    ...from.maybe('text', () => ({ text: from.text('text', TEXT_LIMIT_CHARACTERS) })),
  };
  const isWhole = offer.uris.length === uris.length && offer.media.length === media.length;
  return from.sound && isWhole ? offer : undefined;
}

function parseMedia(raw: unknown): messages.PastedMedia | undefined {
  const from = new Fields(raw);
  const media = {
    name: from.text('name', QUERY_LIMIT_CHARACTERS),
    mimeType: from.text('mimeType', QUERY_LIMIT_CHARACTERS),
    data: from.text('data', MEDIA_LIMIT_CHARACTERS, /^[A-Za-z0-9+/]*={0,2}$/),
  };
  return from.sound ? media : undefined;
}

const asText = (raw: unknown, limit: number): string | undefined =>
  typeof raw === 'string' && raw.length <= limit ? raw : undefined;

const notThat = (what: string): ResponseError =>
  new ResponseError(ErrorCodes.InvalidParams, `Not ${what}.`);
