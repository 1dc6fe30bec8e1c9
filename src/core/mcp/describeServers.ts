import { visibleLine } from '../text/visibleLine.ts';
import type { McpFile, McpFileServer } from './mcpFile.ts';

const LINE_LIMIT_CHARS = 500;

/** What the servers of a file run and where they connect to, with variables as they are written. */
export const describeServers = ({ servers }: McpFile): readonly string[] =>
  servers.flatMap(entry => describe(entry)).map(line => visibleLine(line, LINE_LIMIT_CHARS));

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
