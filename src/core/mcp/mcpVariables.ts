import type { McpServer } from '@agentclientprotocol/sdk';

const VARIABLE = /\$\{([^{}\n]{1,200})\}/g;
const INPUT = 'input:';

/** The names of the variables in the texts of a server, such as `input:token` or `workspaceFolder`. */
export function getVariables(server: McpServer): readonly string[] {
  const found = getTexts(server).flatMap(text =>
    [...text.matchAll(VARIABLE)].map(([, name]) => name ?? ''),
  );
  return [...new Set(found)];
}

/** The ids of the inputs that a server needs. */
export const getInputIds = (server: McpServer): readonly string[] =>
  getVariables(server)
    .filter(name => name.startsWith(INPUT))
    .map(name => name.slice(INPUT.length));

/** The name of the variable for an input. */
export const inputVariable = (id: string): string => `${INPUT}${id}`;

/** Replaces each variable once: a value that looks like a variable stays as it is. */
export const replaceVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(VARIABLE, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );

export function resolveVariables(
  server: McpServer,
  values: Readonly<Record<string, string>>,
): McpServer {
  const replace = (text: string): string => replaceVariables(text, values);
  const inPairs = (pairs: readonly { name: string; value: string }[]) =>
    pairs.map(pair => ({ ...pair, value: replace(pair.value) }));
  if ('url' in server) {
    return { ...server, url: replace(server.url), headers: inPairs(server.headers) };
  }
  const { command, args, env } = server;
  return { ...server, command: replace(command), args: args.map(replace), env: inPairs(env) };
}

/**
 * Where a value goes that the user enters for a server: the origin of its address, or its program with all arguments and
 * variables, as the file has them. A value is never used for another destination.
 */
export function getDestination(server: McpServer): string {
  if ('url' in server) {
    return /^[a-z]+:\/\/[^/?#]*/i.exec(server.url)?.[0].toLowerCase() ?? server.url;
  }
  return JSON.stringify([server.command, server.args, server.env]);
}

function getTexts(server: McpServer): readonly string[] {
  if ('url' in server) {
    return [server.url, ...getValues(server.headers)];
  }
  return [server.command, ...server.args, ...getValues(server.env)];
}

const getValues = (pairs: readonly { readonly value: string }[]): readonly string[] =>
  pairs.map(({ value }) => value);
