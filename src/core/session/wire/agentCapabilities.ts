import type { InitializeResponse } from '@agentclientprotocol/sdk';
import { asBoolean, asRecord, asString, type JsonObject } from '../../json.ts';
import type { PromptCapabilities } from '../state/sessionState.ts';

/** What an agent can do, as it said in `initialize`. What it left out is `false`. */
export interface AgentCapabilities {
  readonly protocolVersion: number;
  readonly name?: string;
  readonly version?: string;
  readonly prompt: PromptCapabilities;
  readonly load: boolean;
  readonly resume: boolean;
  readonly list: boolean;
  readonly fork: boolean;
  readonly close: boolean;
  readonly remove: boolean;
  readonly additionalDirectories: boolean;
  /** Whether the user's title of a session can be stored with `session/set_title`. */
  readonly title: boolean;
  /** Whether sessions can be archived with `session/archive`. */
  readonly archive: boolean;
  /** Whether the user can choose another provider of models with `providers/set`. */
  readonly providers: boolean;
  readonly logout: boolean;
  /** Whether the agent can be asked who is signed in, with `auth/status`. */
  readonly authStatus: boolean;
  /** Whether a message can be sent into a running turn with `_session/steering`. */
  readonly steer: boolean;
  /** The transports of MCP servers besides stdio. With `acp`, messages to a server of ours are sent as `mcp/message`. */
  readonly mcp: { readonly http: boolean; readonly sse: boolean; readonly acp: boolean };
}

/** Reads the response to `initialize`. A capability may be a boolean or an object; `{}` means that it is supported. */
export function parseAgentCapabilities(response: InitializeResponse): AgentCapabilities {
  const raw = asRecord(response) ?? {};
  const capabilities = asRecord(raw['agentCapabilities']) ?? {};
  const session = asRecord(capabilities['sessionCapabilities']) ?? {};
  const mcp = asRecord(capabilities['mcpCapabilities']) ?? {};
  const auth = asRecord(capabilities['auth']) ?? {};
  return {
    ...nameOf(asRecord(raw['agentInfo']) ?? {}, asRecord(raw['_meta']) ?? {}),
    protocolVersion: Number(raw['protocolVersion'] ?? 1),
    prompt: parsePromptCapabilities(asRecord(capabilities['promptCapabilities']) ?? {}),
    load: has(capabilities, 'loadSession'),
    resume: has(session, 'resume'),
    list: has(session, 'list'),
    fork: has(session, 'fork'),
    close: has(session, 'close'),
    remove: has(session, 'delete'),
    additionalDirectories: has(session, 'additionalDirectories'),
    title: has(session, 'title'),
    archive: has(session, 'archive'),
    providers: has(capabilities, 'providers'),
    steer: has(asRecord(asRecord(raw['_meta'])?.['steering']) ?? {}, 'supported'),
    logout: has(auth, 'logout'),
    authStatus: has(auth, 'status'),
    mcp: { http: has(mcp, 'http'), sse: has(mcp, 'sse'), acp: has(mcp, 'acp') },
  };
}

/** Grok sends no name, but can be recognized by its `_meta`. */
function nameOf(info: JsonObject, meta: JsonObject): Pick<AgentCapabilities, 'name' | 'version'> {
  const grok = has(meta, 'grokShell') ? 'Grok' : undefined;
  const name = asString(info['title']) ?? asString(info['name']) ?? grok;
  const version = asString(info['version']);
  return { ...(name ? { name } : {}), ...(version ? { version } : {}) };
}

const parsePromptCapabilities = (prompt: JsonObject): PromptCapabilities => ({
  image: has(prompt, 'image'),
  audio: has(prompt, 'audio'),
  embeddedContext: has(prompt, 'embeddedContext'),
});

const has = (capabilities: JsonObject, name: string): boolean =>
  asBoolean(capabilities[name]) ?? asRecord(capabilities[name]) !== undefined;
