import type { McpServer } from '@agentclientprotocol/sdk';
import { asList, asRecord, asString, type JsonObject } from '../json.ts';

/**
 * Reads the setting `accord.mcpServers`, which has the common format: by name, a `command` with `args` and `env`, or a `url`
 * with `headers` and a `type` (default `http`). Entries with neither are skipped.
 */
export const parseMcpServers = (raw: unknown): readonly McpServer[] =>
  Object.entries(asRecord(raw) ?? {}).flatMap(
    ([name, value]) => parseMcpServer(name, asRecord(value) ?? {}) ?? [],
  );

/** The names that the setting turns off with `false`, whichever file describes them. */
export const getDisabledServers = (raw: unknown): readonly string[] =>
  Object.entries(asRecord(raw) ?? {}).flatMap(([name, value]) => (value === false ? [name] : []));

/** One entry: a program or an address. */
export function parseMcpServer(name: string, entry: JsonObject): McpServer | undefined {
  const command = asString(entry['command']);
  return command === undefined || command === ''
    ? parseRemote(name, entry)
    : {
        name,
        command,
        args: [...(asList(entry['args'], asString) ?? [])],
        env: pairs(entry['env']),
      };
}

function parseRemote(name: string, entry: JsonObject): McpServer | undefined {
  const url = asString(entry['url']);
  if (url === undefined || !/^https?:\/\//i.test(url)) {
    return undefined;
  }
  const type = entry['type'] === 'sse' ? 'sse' : 'http';
  return { type, name, url, headers: pairs(entry['headers']) };
}

/** VS Code allows numbers as the values of variables. */
const pairs = (raw: unknown): { name: string; value: string }[] =>
  Object.entries(asRecord(raw) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [{ name, value: String(value) }] : [],
  );
