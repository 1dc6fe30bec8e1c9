import * as z from 'zod';
import type { AgentLaunch } from './agentLaunch.ts';
import { t } from '../l10n.ts';

/** An agent from the user's settings. */
export type ConfiguredAgent =
  | AgentLaunch
  /** An agent of the registry with additional environment variables. */
  | {
      readonly kind: 'registry';
      readonly name: string;
      readonly id: string;
      readonly env: Readonly<Record<string, string>>;
    };

export interface AgentSettings {
  readonly agents: readonly ConfiguredAgent[];
  /** A message for each invalid entry. */
  readonly problems: readonly string[];
}

/**
 * Reads the setting `accord.agents`. Zed's `agent_servers` can be pasted in: current entries with a `type`, older ones without,
 * and those for Zed's built-in agents.
 */
export function parseAgentSettings(value: unknown): AgentSettings {
  const entries = Object.entries(unwrap(value));
  const parsed = entries.slice(0, AGENT_LIMIT).map(([name, entry]) => parseEntry(name, entry));
  const problems = parsed.filter(one => typeof one === 'string');
  return {
    agents: parsed.filter(one => typeof one !== 'string'),
    problems:
      entries.length > AGENT_LIMIT
        ? [...problems, t('accord.agents: Only the first {0} agents are used.', AGENT_LIMIT)]
        : problems,
  };
}

const AGENT_LIMIT = 200;
const NAME_LIMIT_CHARS = 100;
const TEXT_LIMIT_CHARS = 32_768;
const ARG_LIMIT = 1000;

const text = z.string().max(TEXT_LIMIT_CHARS);
const args = z.array(text).max(ARG_LIMIT).default([]);
/** JSON numbers and booleans are accepted as values of variables. */
const variables = z
  .record(
    z.string().regex(/^[^=\0]+$/),
    z.union([text, z.number(), z.boolean()]).transform(value => String(value)),
  )
  .default({});

const program = z.object({
  type: z.literal('custom').optional(),
  command: text.min(1),
  args,
  env: variables,
  cwd: text.min(1).optional(),
});

/** Before 2025-10 Zed had an object for the command. */
const olderProgram = z
  .object({ command: z.object({ path: text.min(1), args, env: variables }) })
  .transform(({ command }) => ({ ...command, command: command.path, cwd: undefined }));

const remote = z.object({
  url: z.url({
    protocol: /^(?:https?|wss?)$/,
    error: () => t('not an http, https, ws, or wss URL'),
  }),
  headers: z.record(z.string().regex(/^[\w-]+$/), text).default({}),
  allowTerminal: z.boolean().optional(),
  allowWrite: z.boolean().optional(),
  allowInsecure: z.boolean().optional(),
});

const fromRegistry = z.object({ type: z.literal('registry'), env: variables });

/** Zed's built-in agents need no command; these are their ids in the registry. */
const BUILT_IN: Readonly<Record<string, string>> = {
  claude: 'claude-acp',
  codex: 'codex-acp',
  gemini: 'gemini',
};

function parseEntry(name: string, entry: unknown): ConfiguredAgent | string {
  if (!/^[^\p{Cc}]+$/u.test(name) || name.length > NAME_LIMIT_CHARS) {
    return t(
      'accord.agents: Agent names must have 1 to {0} characters and no control characters.',
      NAME_LIMIT_CHARS,
    );
  }
  const remoteEntry = remote.safeParse(entry);
  if (remoteEntry.success) {
    return { kind: 'remote', name, ...remoteEntry.data };
  }
  const registered = fromRegistry.safeParse(entry);
  if (registered.success) {
    return { kind: 'registry', name, id: name, env: registered.data.env };
  }
  return parseProgram(name, entry);
}

function parseProgram(name: string, entry: unknown): ConfiguredAgent | string {
  const parsed = z.union([program, olderProgram]).safeParse(entry);
  if (parsed.success) {
    const { command, args: given, env, cwd } = parsed.data;
    return { kind: 'command', name, command, args: given, env, ...(cwd && { cwd }) };
  }
  const id = BUILT_IN[name];
  const builtIn = z.object({ command: z.undefined().optional(), env: variables }).safeParse(entry);
  if (id && builtIn.success) {
    return { kind: 'registry', name, id, env: builtIn.data.env };
  }
  return t(
    'accord.agents: "{0}" is invalid ({1}). Add a "command" with "args" and "env", or a "url".',
    name,
    getProblem(entry),
  );
}

function getProblem(entry: unknown): string {
  const shape = z.object({ url: z.string() }).safeParse(entry).success ? remote : program;
  const issue = shape.safeParse(entry).error?.issues[0];
  const message = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ');
  return message.replaceAll(/\p{Cc}/gu, ' ') || t('unknown format');
}

/** Accepts Zed's settings block including its key `agent_servers`. */
function unwrap(value: unknown): object {
  const record = z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
  const inner = z
    .strictObject({ agent_servers: z.record(z.string(), z.looseObject({})) })
    .safeParse(record);
  return inner.success && !('command' in inner.data.agent_servers)
    ? inner.data.agent_servers
    : record;
}
