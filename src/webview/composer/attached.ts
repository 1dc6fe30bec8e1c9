import { CancellationToken } from 'vscode-jsonrpc';
import { Attach } from '../../core/chat/messages.ts';
import type { Mention } from '../../core/prompt/mention.ts';
import type { Host } from '../host.ts';
import { t } from '../strings.ts';
import type { PastedOffer } from './offer.ts';

/** What became of something that was pasted or dropped. */
export interface Attached {
  readonly mentions: readonly Mention[];
  /** Text that is no part of an open file stays text. */
  readonly text: string | undefined;
  /** In words, what could not be attached. */
  readonly problems: readonly string[];
}

/** Has the extension make mentions of what was pasted or dropped. */
export async function attached(
  offer: PastedOffer,
  host: Host,
  sessionId: string,
): Promise<Attached> {
  const { media, refused: unread } = await offer.read();
  const session = sessionId === '' ? {} : { sessionId };
  const { mentions, refused } = await host
    .ask(Attach, { ...session, uris: offer.uris, media, ...offer.copied }, CancellationToken.None)
    .catch(() => ({ mentions: [], refused: [t('notAttached')] }));
  return {
    mentions,
    text: mentions.length === 0 ? offer.copied.text : '',
    problems: [...unread, ...refused],
  };
}
