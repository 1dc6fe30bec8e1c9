import { asList, asRecord, asString, type JsonObject } from '../../json.ts';
import type { SignInMethod } from '../state/sessionState.ts';

/** What a way to sign in asks of us. */
export type SignInFlow =
  /** The agent does it by itself: a browser, a device code. */
  | { readonly kind: 'agent' }
  /** The agent takes a key with the request. Agents differ in how it is written down. */
  | { readonly kind: 'key'; readonly written: 'plain' | 'object' }
  /** The agent reads keys from its environment when it starts. */
  | { readonly kind: 'variables'; readonly names: readonly string[] }
  /** The agent's own program, started in a terminal with more arguments. */
  | { readonly kind: 'terminal'; readonly args: readonly string[]; readonly env: Variables }
  /** A program that the agent names, started in a terminal. */
  | {
      readonly kind: 'program';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Variables;
    };

type Variables = Readonly<Record<string, string>>;

/** A way to sign in as the agent offers it. */
export interface AgentSignInMethod extends SignInMethod {
  readonly flow: SignInFlow;
}

/** More ways than this are no choice. */
const OFFER_LIMIT = 20;

/** Reads `authMethods`. What has no id is passed over; a type we do not know is the agent's own affair. */
export function parseSignInMethods(raw: unknown): readonly AgentSignInMethod[] {
  return (asList(raw, offer) ?? []).slice(0, OFFER_LIMIT);
}

function offer(raw: unknown): AgentSignInMethod | undefined {
  const method = asRecord(raw);
  const id = asString(method?.['id']);
  if (!method || id === undefined) {
    return undefined;
  }
  const description = asString(method['description']);
  return {
    id,
    name: asString(method['name']) ?? id,
    ...(description ? { description } : {}),
    flow: wayOf(method, id),
  };
}

/** What an agent puts into `_meta` is what works, whatever the type says: see Copilot, OpenCode, Auggie, Qwen. */
function wayOf(method: JsonObject, id: string): SignInFlow {
  const meta = asRecord(method['_meta']) ?? {};
  return (
    programOf(asRecord(meta['terminal-auth'])) ??
    terminalOf(method['type'] === 'terminal' ? method : undefined) ??
    terminalOf(meta['type'] === 'terminal' ? meta : undefined) ??
    keyOf(asRecord(meta['api-key']), id) ??
    variablesOf(method) ?? { kind: 'agent' }
  );
}

function programOf(meta: JsonObject | undefined): SignInFlow | undefined {
  const command = asString(meta?.['command']);
  return command === undefined || command === ''
    ? undefined
    : { kind: 'program', command, ...argumentsOf(meta) };
}

const terminalOf = (method: JsonObject | undefined): SignInFlow | undefined =>
  method && { kind: 'terminal', ...argumentsOf(method) };

function argumentsOf(from: JsonObject | undefined): {
  readonly args: readonly string[];
  readonly env: Variables;
} {
  const env = Object.entries(asRecord(from?.['env']) ?? {});
  return {
    args: asList(from?.['args'], asString) ?? [],
    env: Object.fromEntries(
      env.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  };
}

/** Gemini wants the bare key, Codex an object around it; each says which provider the key is of. */
function keyOf(meta: JsonObject | undefined, id: string): SignInFlow | undefined {
  if (!meta) {
    return undefined;
  }
  const bare = asString(meta['provider']) === 'google' || id.startsWith('gemini');
  return { kind: 'key', written: bare ? 'plain' : 'object' };
}

/** The removed type `env_var`, which some agents still list. */
function variablesOf(method: JsonObject): SignInFlow | undefined {
  if (method['type'] !== 'env_var') {
    return undefined;
  }
  const single = asString(method['varName']);
  const several =
    asList(method['vars'], item => asString(item) ?? asString(asRecord(item)?.['name'])) ?? [];
  const names = [...(single === undefined ? [] : [single]), ...several].filter(isVariableName);
  return names.length > 0 ? { kind: 'variables', names } : undefined;
}

/** Names that make programs load other code are never set for an agent that asks for them. */
const isVariableName = (name: string): boolean =>
  /^[A-Za-z_]\w{0,100}$/.test(name) && !/^(?:PATH|NODE_|LD_|DYLD_|NPM_|ELECTRON_)/i.test(name);

/** The ways as the user sees them. */
export const toSignInMethods = (offers: readonly AgentSignInMethod[]): readonly SignInMethod[] =>
  offers.map(({ id, name, description }) => ({
    id,
    name,
    ...(description ? { description } : {}),
  }));
