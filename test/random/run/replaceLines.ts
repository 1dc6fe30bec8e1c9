import type { LineReplacement } from '../script/script.ts';

/** Replaces lines of a text in which each character is a byte or more, and keeps its line endings. */
export function replaceLines(
  text: string,
  { at, remove }: LineReplacement,
  added: readonly string[],
): string {
  const [, mark = '', body = ''] = /^(\uFEFF|\u00EF\u00BB\u00BF)?([^]*)$/.exec(text) ?? [];
  const lines = body === '' ? [] : body.split(/(?<=\n)/);
  const eol = body.includes('\r\n') ? '\r\n' : '\n';
  const line = Math.floor(at * (lines.length + 1));
  const last = lines.at(-1);
  if (line >= lines.length && last !== undefined && !last.endsWith('\n') && added.length > 0) {
    lines[lines.length - 1] = last + eol;
  }
  lines.splice(line, remove, ...added.map(one => one + eol));
  return mark + lines.join('');
}
