import type { McpServer } from '@agentclientprotocol/sdk';
import { asList, asRecord, asString, type JsonObject } from '../json.ts';

/**
 * Reads the setting `accord.mcpServers`, which has the common format: by name, a `command` with `args` and `env`, or a `url`
 * with `headers` and a `type` (default `http`). Entries with neither are skipped.
 */
export function parseMcpServers(raw: unknown): readonly McpServer[] {
  return Object.entries(asRecord(raw) ?? {}).flatMap(([name, value]) => {
    const entry = asRecord(value);
    return entry ? (program(name, entry) ?? remote(name, entry) ?? []) : [];
  });
}

function program(name: string, entry: JsonObject): McpServer | undefined {
  const command = asString(entry['command']);
  return command === undefined || command === ''
    ? undefined
    : {
        name,
        command,
        args: [...(asList(entry['args'], asString) ?? [])],
        env: pairs(entry['env']),
      };
}

function remote(name: string, entry: JsonObject): McpServer | undefined {
  const url = asString(entry['url']);
  if (url === undefined || !/^https?:\/\//i.test(url)) {
    return undefined;
  }
  const type = entry['type'] === 'sse' ? 'sse' : 'http';
  return { type, name, url, headers: pairs(entry['headers']) };
}

const pairs = (raw: unknown): { name: string; value: string }[] =>
  Object.entries(asRecord(raw) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  );
