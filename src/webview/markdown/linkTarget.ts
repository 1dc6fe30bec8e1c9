/** Schemes that the extension may be asked to open. It validates them again, and asks the user where necessary. */
const SCHEMES = new Set(['http', 'https', 'file', 'mailto', 'vscode']);

/** The target of a link: a web page, or a file by URI or path. `undefined` for anything else, which stays text. */
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

/** The host to show next to a link whose text names another host. */
export function getMismatchedHost(text: string, target: string): string | undefined {
  const host = hostOf(target);
  const named = /^(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+)/i.exec(text.trim())?.[1]?.toLowerCase();
  const looksLikeHost = named !== undefined && /\.[a-z]{2,}$/.test(named);
  return host !== undefined && looksLikeHost && named !== host ? host : undefined;
}

function hostOf(target: string): string | undefined {
  if (!/^https?:/i.test(target)) {
    return undefined; // Most links are files, and parsing URLs is slow.
  }
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.host.toLowerCase() : undefined;
}

/** Control, direction and zero-width characters are not allowed in a link. */
const hidesCharacters = (target: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(target) || /%(?:0[0-9a-f]|1[0-9a-f]|7f)/i.test(target);
