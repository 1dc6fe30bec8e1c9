/** Schemes the extension can be asked to open. It checks once more, and asks the user where needed. */
const SCHEMES = new Set(['http', 'https', 'file', 'mailto', 'vscode']);

/** What a link in the conversation may point to: a page, or a file by URI or path. Anything else stays text. */
export function linkTarget(href: string): string | undefined {
  const target = href.trim();
  if (
    target === '' ||
    target.startsWith('#') ||
    target.startsWith('//') ||
    hidesCharacters(target)
  ) {
    return undefined;
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(target)?.[1]?.toLowerCase();
  // `C:\a.ts` is a path, and so is `a.ts:12`.
  const isPath = scheme === undefined || scheme.length === 1 || /^[^/]*:\d+(:\d+)?$/.test(target);
  return isPath || SCHEMES.has(scheme) ? target : undefined;
}

/** The host to be shown beside a link whose own words name another one. */
export function getMismatchedHost(words: string, target: string): string | undefined {
  const host = hostOf(target);
  const named = /^(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+)/i.exec(words.trim())?.[1]?.toLowerCase();
  const looksLikeHost = named !== undefined && /\.[a-z]{2,}$/.test(named);
  return host !== undefined && looksLikeHost && named !== host ? host : undefined;
}

function hostOf(target: string): string | undefined {
  if (!/^https?:/i.test(target)) {
    return undefined; // Most links lead to files, and taking an address apart takes its time.
  }
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.host.toLowerCase() : undefined;
}

/** Control, direction and zero-width characters have no business in an address. */
const hidesCharacters = (target: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(target) || /%(?:0[0-9a-f]|1[0-9a-f]|7f)/i.test(target);
