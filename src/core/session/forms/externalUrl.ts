/** An address an agent wants the user to open, taken apart for showing. */
export interface ExternalUrl {
  /** The whole address, as it would be opened. */
  readonly url: string;
  readonly host: string;
  /** It may be another page than it seems: a name in it, or letters that look like others. */
  readonly suspicious: boolean;
}

const ADDRESS_LIMIT_CHARS = 8_000;

/** Reads the address of a page; anything but http and https is none. It is never fetched, only shown. */
export function parseExternalUrl(raw: string): ExternalUrl | undefined {
  const [, userInfo, host] = /^https?:\/\/(?:([^/?#@\\]*)@)?([^/?#@\\]+)/i.exec(raw) ?? [];
  if (host === undefined || raw.length > ADDRESS_LIMIT_CHARS || HIDDEN_CHARS.test(raw)) {
    return undefined;
  }
  const name = host.toLowerCase();
  const suspicious =
    userInfo !== undefined ||
    /(?:^|\.)xn--/.test(name) ||
    !/^[a-z\d.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/.test(name) ||
    raw.includes('\\');
  return { url: raw, host, suspicious };
}

/** Blanks, control characters and marks that turn the reading direction have no place in an address. */
// oxlint-disable-next-line no-control-regex -- control characters are what we look for
const HIDDEN_CHARS = /[\s\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
