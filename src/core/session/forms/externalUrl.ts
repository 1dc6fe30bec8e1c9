import { getWebHost } from '../../text/webHost.ts';

/** A web page that an agent wants the user to open. */
export interface ExternalUrl {
  /** The complete URL that would be opened. */
  readonly url: string;
  readonly host: string;
  /** The URL may be misleading, because of user info or look-alike letters in it. */
  readonly suspicious: boolean;
}

const URL_LIMIT_CHARS = 8_000;

/** Parses an http or https URL; any other is rejected. It is only shown, never fetched. */
export function parseExternalUrl(raw: string): ExternalUrl | undefined {
  const host = getWebHost(raw);
  if (host === undefined || raw.length > URL_LIMIT_CHARS || HIDDEN_CHARS.test(raw)) {
    return undefined;
  }
  const name = host.toLowerCase();
  const suspicious =
    /^[^/]*\/\/[^/?#]*@/.test(raw) ||
    /(?:^|\.)xn--/.test(name) ||
    !/^[a-z\d.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/.test(name) ||
    raw.includes('\\');
  return { url: raw, host, suspicious };
}

/** Spaces, control characters and direction marks do not belong in a URL. */
// oxlint-disable-next-line no-control-regex -- control characters are what we look for
const HIDDEN_CHARS = /[\s\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
