import { CancellationToken } from 'vscode-jsonrpc';
import { Attach } from '../../../core/chat/messages.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import type { Host } from '../../state/host.ts';
import { t } from '../../ui/strings.ts';
import type { PastedContent } from './pastedContent.ts';

/** What became of something that was pasted or dropped. */
export interface AttachResult {
  readonly mentions: readonly Mention[];
  /** Text that is no part of an open file stays text. */
  readonly text: string | undefined;
  /** In words, what could not be attached. */
  readonly problems: readonly string[];
}

/** Has the extension make mentions of what was pasted or dropped. */
export async function attach(
  offer: PastedContent,
  host: Host,
  sessionId: string,
): Promise<AttachResult> {
  const { media, refused: unread } = await offer.read();
  const session = sessionId === '' ? {} : { sessionId };
  const { mentions, refused } = await host
    .sendRequest(
      Attach,
      { ...session, uris: offer.uris, media, ...offer.copied },
      CancellationToken.None,
    )
    .catch(() => ({ mentions: [], refused: [t('notAttached')] }));
  return {
    mentions,
    text: mentions.length === 0 ? offer.copied.text : '',
    problems: [...unread, ...refused],
  };
}
