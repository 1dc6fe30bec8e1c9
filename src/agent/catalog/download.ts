import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Cancelled, messageOf, UserError } from '../../core/errors.ts';

/** The part of `fetch` that we use; tests bring their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Download {
  readonly url: string;
  /** Where it is written. */
  readonly file: string;
  readonly sha256?: string | undefined;
  readonly signal: AbortSignal;
  /** Called as it goes; the whole size is not always known. */
  readonly onProgress?: (bytes: number, ofBytes: number | undefined) => void;
  readonly fetch?: Fetch;
}

const MOST_BYTES = 1024 * 1024 * 1024;
const MOST_REDIRECTS = 5;

/** Downloads a file over https, redirects included, and checks its SHA-256 where one is given. */
export async function download(task: Download): Promise<void> {
  try {
    const response = await get(task.url, task);
    const hash = createHash('sha256');
    await save(response, task, hash);
    const sha256 = hash.digest('hex');
    if (task.sha256 && sha256 !== task.sha256.toLowerCase()) {
      throw new UserError(
        `The file from ${task.url} is not the one the registry describes (its SHA-256 is ${sha256}). Nothing was installed. Refresh the registry and try again; if this stays, tell the agent's makers.`,
      );
    }
  } catch (error) {
    throw explained(error, task);
  }
}

/** Fetches an address; every stop on the way must be https. */
export async function get(
  url: string,
  {
    fetch: ask = fetch,
    signal,
    headers = {},
  }: Pick<Download, 'fetch' | 'signal'> & { headers?: Record<string, string> },
): Promise<Response> {
  let address = url;
  for (let stop = 0; stop <= MOST_REDIRECTS; stop += 1) {
    if (new URL(address).protocol !== 'https:') {
      throw new UserError(
        `${url} leads to ${address}, which is not encrypted. Nothing was loaded.`,
      );
    }
    const response = await ask(address, { redirect: 'manual', signal, headers });
    const next = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || response.status === 304 || !next) {
      return response;
    }
    await response.body?.cancel();
    address = new URL(next, address).href;
  }
  throw new UserError(`${url} leads from one address to the next without end.`);
}

async function save(
  response: Response,
  task: Download,
  hash: { update(chunk: Uint8Array): unknown },
): Promise<void> {
  if (!response.ok || !response.body) {
    throw new UserError(`${task.url} answers with ${response.status}. Try again later.`);
  }
  const ofBytes = Number(response.headers.get('content-length')) || undefined;
  const tooLarge = new UserError(`The file from ${task.url} is larger than an agent should be.`);
  if ((ofBytes ?? 0) > MOST_BYTES) {
    throw tooLarge;
  }
  let bytes = 0;
  const body = Readable.fromWeb(response.body);
  await pipeline(
    body,
    async function* measured(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) {
          throw tooLarge;
        }
        hash.update(chunk);
        task.onProgress?.(bytes, ofBytes);
        yield chunk;
      }
    },
    createWriteStream(task.file, { flags: 'wx', mode: 0o600 }),
    { signal: task.signal },
  );
  const packed = response.headers.has('content-encoding');
  if (ofBytes !== undefined && bytes !== ofBytes && !packed) {
    throw new UserError(
      `The download from ${task.url} broke off after ${bytes} of ${ofBytes} bytes. Try again.`,
    );
  }
}

function explained(error: unknown, task: Download): Error {
  if (task.signal.aborted) {
    return new Cancelled(`Downloading ${task.url}`);
  }
  return error instanceof UserError
    ? error
    : new UserError(
        `${task.url} could not be downloaded (${causeOf(error)}). Check the connection and try again.`,
      );
}

/** `fetch` says little more than "fetch failed"; the reason is in its cause. */
const causeOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause ? error.cause : error);
