import { t } from '../l10n.ts';
import { getWebHost } from '../text/webHost.ts';

/** The target of a link in the conversation, judged by its text alone, because an agent wrote it. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly url: string; readonly host: string }
  /** An absolute path, or one relative to the session's folder; the path guard checks it. Lines count from 0. */
  | { readonly kind: 'file'; readonly path: string; readonly line?: number }
  | { readonly kind: 'refused'; readonly why: string };

/** Only web pages and files are opened; no commands, other programs or other machines. */
export function parseLinkTarget(href: string): LinkTarget {
  if (/^https?:/i.test(href)) {
    return pageOf(href);
  }
  const [, target = href, hash, colon] =
    /^(.*?)(?:#L?(\d{1,9})(?:[:,-]L?\d{1,9})?|:(\d{1,9})(?::\d{1,9})?)?$/s.exec(href) ?? [];
  const path = pathOf(target);
  if (path === undefined) {
    return { kind: 'refused', why: t("This type of link isn't supported") };
  }
  const line = hash ?? colon;
  return line === undefined
    ? { kind: 'file', path }
    : { kind: 'file', path, line: Math.max(0, Number(line) - 1) };
}

/** Rejects URLs such as `https://good.example@bad.example`, which seem to lead to another host. */
function pageOf(href: string): LinkTarget {
  const host = getWebHost(href);
  return host === undefined || /^[^/]*\/\/[^/?#]*@|[\\\s]/.test(href)
    ? { kind: 'refused', why: t('This link has a misleading address') }
    : { kind: 'page', url: href, host };
}

/** The path of a local `file:` URI, or the text itself if it is a path. */
function pathOf(target: string): string | undefined {
  const [, rest] = /^file:\/\/(\/.*)$/is.exec(target) ?? [];
  if (rest !== undefined) {
    const path = decoded(rest.replace(/[?#].*$/s, ''));
    return path?.replace(/^\/([a-z]:)/i, '$1');
  }
  // A single letter before the colon is a drive, several are a scheme.
  return /^[a-z][a-z\d+.-]+:/i.test(target) || target.trim() === '' ? undefined : decoded(target);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return undefined; // Not UTF-8.
  }
}
