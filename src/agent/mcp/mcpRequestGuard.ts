import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Who may send a request: the clients that were given the token of the endpoint. */
export interface McpAccess {
  /** Host and port, as in the URL that the client was given. */
  readonly host: string;
  /** The token of the endpoint that the path of the request names; `undefined` if there is no such endpoint. */
  readonly token: string | undefined;
}

/** A request that is refused: the HTTP status, and a sentence for the log of the client. */
export interface McpRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * Decides whether a request may be served. Every program and every web page on this machine can reach the port, so a request
 * needs the token. A page that had its name resolve to this machine would have another `Host`, and any page sends its `Origin`.
 */
export function refuseMcpRequest(
  { host, origin, authorization }: IncomingHttpHeaders,
  access: McpAccess,
): McpRefusal | undefined {
  if (host !== access.host) {
    return { status: 403, message: 'The Host header names another server.' };
  }
  if (origin !== undefined && origin !== `http://${access.host}`) {
    return { status: 403, message: 'Requests of web pages are refused.' };
  }
  const token = /^Bearer (?<token>\S+)$/i.exec(authorization ?? '')?.groups?.['token'];
  return access.token !== undefined && token !== undefined && isSame(token, access.token)
    ? undefined
    : { status: 401, message: 'The token is missing or wrong.' };
}

/** Takes the same time wherever the texts differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
