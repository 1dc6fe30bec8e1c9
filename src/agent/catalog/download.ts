import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../core/errorCode.ts';
import { CancellationError, getErrorMessage, UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';

/** The part of `fetch` that we use; tests replace it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface DownloadOptions {
  readonly url: string;
  /** The file to write. */
  readonly file: string;
  readonly sha256?: string | undefined;
  /** A checksum that is part of the extension: `sha512-` and base64, as npm writes it. */
  readonly integrity?: string | undefined;
  readonly signal: AbortSignal;
  /** Called during the download. The total size is not always known. */
  readonly onProgress?: (bytes: number, ofBytes: number | undefined) => void;
  readonly fetch?: Fetch;
}

const MAX_BYTES = 1024 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** Downloads a file over https, following redirects, and compares it with its checksum if one is given. */
export async function download(task: DownloadOptions): Promise<void> {
  try {
    const response = await fetchHttps(task.url, task);
    const hash = createHash(task.integrity ? 'sha512' : 'sha256');
    await save(response, task, hash);
    checkHash(hash.digest(), task);
  } catch (error) {
    throw explained(error, task);
  }
}

function checkHash(digest: Buffer, { url, sha256, integrity }: DownloadOptions): void {
  if (integrity && integrity !== `sha512-${digest.toString('base64')}`) {
    throw new UserError(
      t(
        "The file from {0} isn't what was expected. Nothing was installed. Check your connection and your npm registry, and try again.",
        url,
      ),
    );
  }
  if (!integrity && sha256 && sha256.toLowerCase() !== digest.toString('hex')) {
    throw new UserError(
      t(
        "The file from {0} doesn't match the registry (SHA-256: {1}). Nothing was installed. Refresh the registry and try again. If this keeps happening, contact the agent's publisher.",
        url,
        digest.toString('hex'),
      ),
    );
  }
}

/** Fetches an address. Every redirect must be https, too. */
export async function fetchHttps(
  url: string,
  {
    fetch: ask = fetch,
    signal,
    headers = {},
  }: Pick<DownloadOptions, 'fetch' | 'signal'> & { headers?: Record<string, string> },
): Promise<Response> {
  let address = url;
  for (let stop = 0; stop <= MAX_REDIRECTS; stop += 1) {
    if (new URL(address).protocol !== 'https:') {
      throw new UserError(
        t("{0} redirects to {1}, which isn't encrypted. Nothing was downloaded.", url, address),
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
  throw new UserError(t('{0} redirects too many times.', url));
}

async function save(
  response: Response,
  task: DownloadOptions,
  hash: { update(chunk: Uint8Array): unknown },
): Promise<void> {
  if (!response.ok || !response.body) {
    throw new UserError(t('{0} returned {1}. Try again later.', task.url, response.status));
  }
  const ofBytes = Number(response.headers.get('content-length')) || undefined;
  const tooLarge = new UserError(t('The file from {0} is too large for an agent.', task.url));
  if ((ofBytes ?? 0) > MAX_BYTES) {
    throw tooLarge;
  }
  let bytes = 0;
  const body = Readable.fromWeb(response.body);
  await pipeline(
    body,
    async function* measured(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) {
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
      t(
        'The download from {0} stopped after {1} of {2} bytes. Try again.',
        task.url,
        bytes,
        ofBytes,
      ),
    );
  }
}

function explained(error: unknown, task: DownloadOptions): Error {
  if (task.signal.aborted) {
    return new CancellationError(t('Downloading {0}', task.url));
  }
  if (isDiskError(error)) {
    return createWriteError(task.file, error);
  }
  return error instanceof UserError
    ? error
    : new UserError(
        t(
          "Couldn't download {0} ({1}). Check your connection and try again.",
          task.url,
          causeOf(error),
        ),
      );
}

/** The error for a file or folder that the system does not let us write. */
export const createWriteError = (path: string, error: unknown): UserError =>
  new UserError(
    t(
      "Couldn't write {0} ({1}). Check the free disk space and the folder's permissions, and try again.",
      path,
      errorCode(error) ?? getErrorMessage(error),
    ),
  );

/** Errors of the written file are thrown as they are; those of the network are causes of others. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  (error.syscall === 'open' || error.syscall === 'write');

/** `fetch` only reports "fetch failed"; the reason is in its cause. */
const causeOf = (error: unknown): string =>
  getErrorMessage(error instanceof Error && error.cause ? error.cause : error);
