import { CancellationToken } from 'vscode-jsonrpc';
import { Attach } from '../../../core/chat/messages.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import type { Host } from '../../state/host.ts';
import { rememberThumbnails } from '../../media/thumbnails.ts';
import { t } from '../../ui/strings.ts';
import type { PastedContent } from './pastedContent.ts';

/** The result of attaching pasted or dropped content. */
export interface AttachResult {
  readonly mentions: readonly Mention[];
  /** Text that does not come from an open file is inserted as text. */
  readonly text: string | undefined;
  /** Messages about what could not be attached. */
  readonly problems: readonly string[];
}

/** Asks the extension to create mentions for pasted or dropped content. */
export async function attach(
  content: PastedContent,
  host: Host,
  sessionId: string,
): Promise<AttachResult> {
  const { media, refused: unreadable } = await content.read();
  const session = sessionId === '' ? {} : { sessionId };
  const { mentions, refused } = await host
    .sendRequest(
      Attach,
      { ...session, uris: content.uris, media, ...content.copied },
      CancellationToken.None,
    )
    .catch(() => ({ mentions: [], refused: [t('notAttached')] }));
  rememberThumbnails(mentions, media);
  return {
    mentions,
    text: mentions.length === 0 ? content.copied.text : '',
    problems: [...unreadable, ...refused],
  };
}
