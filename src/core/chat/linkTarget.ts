import { t } from '../l10n.ts';

/** What a link in the conversation leads to, judged by its text alone. An agent wrote it. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly url: string; readonly host: string }
  /** A path, absolute or below the session's folder; the path guard decides about it. Lines count from 0. */
  | { readonly kind: 'file'; readonly path: string; readonly line?: number }
  | { readonly kind: 'refused'; readonly why: string };

/** Only web pages and files are opened: no commands, no other programs, no other machines. */
export function parseLinkTarget(href: string): LinkTarget {
  if (/^https?:/i.test(href)) {
    return pageOf(href);
  }
  const [, target = href, hash, colon] =
    /^(.*?)(?:#L?(\d{1,9})(?:[:,-]L?\d{1,9})?|:(\d{1,9})(?::\d{1,9})?)?$/s.exec(href) ?? [];
  const path = pathOf(target);
  if (path === undefined) {
    return { kind: 'refused', why: t('Links of this kind are not opened') };
  }
  const line = hash ?? colon;
  return line === undefined
    ? { kind: 'file', path }
    : { kind: 'file', path, line: Math.max(0, Number(line) - 1) };
}

/** `https://good.example@bad.example` looks like one host and is another. */
function pageOf(href: string): LinkTarget {
  const match = /^https?:\/\/([^/?#\\@\s]+)(?:[/?#][^\\\s]*)?$/i.exec(href);
  const host = match?.[1];
  return host === undefined
    ? { kind: 'refused', why: t('The address of this link is misleading') }
    : { kind: 'page', url: href, host };
}

/** The path of a `file:` address of this machine, or the text itself where it is a path. */
function pathOf(target: string): string | undefined {
  const [, rest] = /^file:\/\/(\/.*)$/is.exec(target) ?? [];
  if (rest !== undefined) {
    const path = decoded(rest.replace(/[?#].*$/s, ''));
    return path?.replace(/^\/([a-z]:)/i, '$1');
  }
  // One letter before the colon is a drive, more are a scheme.
  return /^[a-z][a-z\d+.-]+:/i.test(target) || target.trim() === '' ? undefined : decoded(target);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return undefined; // Its escapes are no UTF-8.
  }
}
