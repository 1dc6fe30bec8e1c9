import { asList, asRecord, asString, type JsonObject } from '../../json.ts';
import type { SignInMethod } from '../state/sessionState.ts';

/** What a sign-in method requires from the client. */
export type SignInFlow =
  /** The agent does everything itself, for example in a browser or with a device code. */
  | { readonly kind: 'agent' }
  /** The agent takes a key with the request. Agents differ in how it is encoded. */
  | { readonly kind: 'key'; readonly written: 'plain' | 'object' }
  /** The agent reads keys from its environment when it starts. */
  | { readonly kind: 'variables'; readonly names: readonly string[] }
  /** The agent's own program is started in a terminal with additional arguments. */
  | { readonly kind: 'terminal'; readonly args: readonly string[]; readonly env: Variables }
  /** A program that the agent names is started in a terminal. */
  | {
      readonly kind: 'program';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Variables;
    };

type Variables = Readonly<Record<string, string>>;

/** A sign-in method with how the agent performs it. */
export interface AgentSignInMethod extends SignInMethod {
  readonly flow: SignInFlow;
}

/** Further methods are ignored. */
const METHOD_LIMIT = 20;

/** Reads `authMethods`. Methods without an id are skipped; a method of an unknown type is left to the agent. */
export function parseSignInMethods(raw: unknown): readonly AgentSignInMethod[] {
  return (asList(raw, parseMethod) ?? []).slice(0, METHOD_LIMIT);
}

function parseMethod(raw: unknown): AgentSignInMethod | undefined {
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
    flow: parseFlow(method, id),
  };
}

/** For Copilot, OpenCode, Auggie and Qwen only the description in `_meta` works, so it takes precedence over the type. */
function parseFlow(method: JsonObject, id: string): SignInFlow {
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

/** Gemini expects the bare key, Codex an object around it. Both name the provider of the key. */
function keyOf(meta: JsonObject | undefined, id: string): SignInFlow | undefined {
  if (!meta) {
    return undefined;
  }
  const bare = asString(meta['provider']) === 'google' || id.startsWith('gemini');
  return { kind: 'key', written: bare ? 'plain' : 'object' };
}

/** The type `env_var` was removed from the protocol, but some agents still send it. */
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

/** Variables that make programs load other code are never set on behalf of an agent. */
const isVariableName = (name: string): boolean =>
  /^[A-Za-z_]\w{0,100}$/.test(name) && !/^(?:PATH|NODE_|LD_|DYLD_|NPM_|ELECTRON_)/i.test(name);

/** The methods as the user sees them. */
export const toSignInMethods = (methods: readonly AgentSignInMethod[]): readonly SignInMethod[] =>
  methods.map(({ id, name, description }) => ({
    id,
    name,
    ...(description ? { description } : {}),
  }));
