import { request as plain, type IncomingMessage } from 'node:http';
import { request as encrypted } from 'node:https';

/** Status codes of responses without a body. */
const WITHOUT_BODY: ReadonlySet<number | undefined> = new Set([202, 204, 205, 304]);

/** The delay of TCP keep-alive probes. */
const KEEP_ALIVE_MS = 30_000;

/**
 * Like `fetch`, for streams that may be silent for hours; Node's own `fetch` gives up after five minutes. Redirects are
 * not followed, because the headers are meant for one server only.
 */
export const streamingFetch: typeof fetch = (input, init = {}) =>
  new Promise((resolve, reject) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const send = url.protocol === 'https:' ? encrypted : plain;
    const request = send(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    request.setSocketKeepAlive(true, KEEP_ALIVE_MS);
    request.on('response', response => resolve(toResponse(response)));
    request.on('error', reject);
    request.end(typeof init.body === 'string' ? init.body : undefined);
  });

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status, statusMessage: statusText = '', rawHeaders } = incoming;
  const isEmpty = WITHOUT_BODY.has(status);
  if (isEmpty) {
    incoming.resume(); // Frees the connection for other requests.
  }
  return new Response(isEmpty ? null : toByteStream(incoming), {
    status: status ?? 0,
    statusText,
    headers: toHeaderPairs(rawHeaders),
  });
}

function toByteStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array, undefined> = incoming[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller): Promise<void> {
      const next = await chunks.next();
      if (next.done === true) {
        controller.close();
      } else {
        controller.enqueue(next.value);
      }
    },
    cancel(): void {
      incoming.destroy();
    },
  });
}

const toHeaderPairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
