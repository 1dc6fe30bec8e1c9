import { t } from '../l10n.ts';
import { showInvisible, visibleLine } from '../text/visibleLine.ts';
import type { McpFile, McpFileServer } from './mcpFile.ts';

/** What a dialog shows without growing beyond the screen. */
const DIALOG_LIMIT_LINES = 20;
const DIALOG_LINE_LIMIT_CHARS = 300;

/** What the servers of a file run and where they connect to, with variables as they are written. Nothing is left out. */
export const describeServers = ({ servers }: McpFile): readonly string[] =>
  servers.flatMap(entry => describe(entry)).map(line => showInvisible(line));

/** A description for an editor, which does not break lines. */
export const wrapLines = (lines: readonly string[]): string =>
  lines.map(line => (line.match(/.{1,70}/gsu) ?? ['']).join('\n    ')).join('\n');

/** As much of a description as a dialog shows. It says what is left out. */
export function fitDialog(lines: readonly string[]): {
  readonly lines: readonly string[];
  readonly isCut: boolean;
} {
  const shown = lines
    .slice(0, DIALOG_LIMIT_LINES)
    .map(line => visibleLine(line, DIALOG_LINE_LIMIT_CHARS));
  const left = lines.length - shown.length;
  return {
    lines: left > 0 ? [...shown, `<${t('{0} more lines', left)}>`] : shown,
    isCut: left > 0 || shown.some((line, index) => line !== lines[index]),
  };
}

function describe(entry: McpFileServer): readonly string[] {
  if ('problem' in entry) {
    return []; // It is not passed on.
  }
  const { name, server, envFile } = entry;
  if ('url' in server) {
    return [`${name}: ${server.url}`, ...server.headers.map(toLine)];
  }
  return [
    `${name}: ${[server.command, ...server.args].join(' ')}`,
    ...server.env.map(toLine),
    ...(envFile === undefined ? [] : [toLine({ name: 'envFile', value: envFile })]),
  ];
}

const toLine = ({ name, value }: { readonly name: string; readonly value: string }): string =>
  `    ${name}: ${value}`;
