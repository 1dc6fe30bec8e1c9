import { Readable } from 'node:stream';
import { t } from '../../core/l10n.ts';

/** Reads a response that must be UTF-8 and have at most this many bytes. */
export async function readLimitedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> = Readable.fromWeb(response.body ?? new ReadableStream());
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new Error(t('the response is too large'));
    }
    chunks.push(chunk);
  }
  return new TextDecoder('utf8', { fatal: true }).decode(Buffer.concat(chunks));
}
