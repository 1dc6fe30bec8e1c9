import type { McpServer } from '@agentclientprotocol/sdk';
import { asBoolean, asList, asRecord, asString, type JsonObject } from '../json.ts';
import { parseJsonWithComments } from '../jsonWithComments.ts';
import { localizable, localizableMessage, type LocalizableMessage } from '../l10n.ts';
import { parseMcpServer } from './parseMcpServers.ts';

/** More would be a mistake or an attack. */
const SERVER_LIMIT = 100;
const INPUT_LIMIT = 100;
const OPTION_LIMIT = 200;
const NAME_LIMIT_CHARS = 100;

/** A value that a file asks the user for. */
export interface McpInput {
  readonly id: string;
  readonly description: string;
  readonly isPassword: boolean;
  readonly defaultValue?: string;
  /** The values to choose from; absent if the user may enter any. */
  readonly options?: readonly McpInputOption[];
}

export interface McpInputOption {
  readonly label: string;
  readonly value: string;
}

/** A server as a file describes it. Its texts may contain variables such as `${input:token}`. */
export type McpFileServer = { readonly name: string } & (
  | { readonly server: McpServer; readonly envFile?: string }
  | { readonly problem: LocalizableMessage }
);

/** What VS Code's `mcp.json` describes. */
export interface McpFile {
  readonly servers: readonly McpFileServer[];
  readonly inputs: readonly McpInput[];
}

/** Reads the text of an `mcp.json`, which may be anything. Returns a message if it cannot be used at all. */
export function parseMcpFile(text: string): McpFile | LocalizableMessage {
  const json = parseJsonWithComments(text.trim() === '' ? '{}' : text);
  if (json === undefined) {
    return localizableMessage(localizable("It isn't valid JSON."));
  }
  const root = asRecord(json);
  const servers = root && 'servers' in root ? asRecord(root['servers']) : {};
  if (!root || !servers) {
    return localizableMessage(localizable('It must be an object with a "servers" object.'));
  }
  const entries = Object.entries(servers);
  if (entries.length > SERVER_LIMIT) {
    return localizableMessage(localizable('It has more than {0} servers.'), SERVER_LIMIT);
  }
  return {
    servers: entries.map(([name, value]) => parseServer(name, asRecord(value) ?? {})),
    inputs: (asList(root['inputs'], parseInput) ?? []).slice(0, INPUT_LIMIT),
  };
}

function parseServer(name: string, entry: JsonObject): McpFileServer {
  const problem = findProblem(name, entry);
  const server = parseMcpServer(name, entry);
  if (problem || !server) {
    const incomplete = localizable('It has neither a "command" nor an "http" or "https" "url".');
    return { name, problem: problem ?? localizableMessage(incomplete) };
  }
  const envFile = asString(entry['envFile']);
  return { name, server, ...(envFile !== undefined && !('type' in server) ? { envFile } : {}) };
}

/** What the protocol cannot express is left out rather than started differently. */
function findProblem(name: string, entry: JsonObject): LocalizableMessage | undefined {
  if (name.trim() === '' || name.length > NAME_LIMIT_CHARS) {
    return localizableMessage(localizable('Its name is empty or too long.'));
  }
  if (entry['sandboxEnabled'] === true) {
    const message = localizable("It needs the VS Code sandbox, which agents don't have.");
    return localizableMessage(message);
  }
  const cwd = asString(entry['cwd']) ?? '${workspaceFolder}';
  return cwd === '${workspaceFolder}'
    ? undefined
    : localizableMessage(localizable('Agents can\'t start it in its folder ("cwd").'));
}

function parseInput(raw: unknown): McpInput | undefined {
  const input = asRecord(raw) ?? {};
  const id = asString(input['id']);
  const isPick = input['type'] === 'pickString';
  if (id === undefined || id === '' || (!isPick && input['type'] !== 'promptString')) {
    return undefined; // For example an input of type `command`, which runs a command of VS Code.
  }
  const defaultValue = asString(input['default']);
  return {
    id,
    description: asString(input['description']) ?? id,
    isPassword: !isPick && (asBoolean(input['password']) ?? false),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(isPick
      ? { options: (asList(input['options'], parseOption) ?? []).slice(0, OPTION_LIMIT) }
      : {}),
  };
}

function parseOption(raw: unknown): McpInputOption | undefined {
  const value = asString(raw) ?? asString(asRecord(raw)?.['value']);
  return value === undefined
    ? undefined
    : { value, label: asString(asRecord(raw)?.['label']) ?? value };
}
