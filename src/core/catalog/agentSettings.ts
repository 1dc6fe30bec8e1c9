import { z } from 'zod';
import type { AgentLaunch } from './agentLaunch.ts';
import { t } from '../l10n.ts';

/** An agent as the user's settings describe it. */
export type ConfiguredAgent =
  | AgentLaunch
  /** One from the registry, with variables of the user's own. */
  | {
      readonly kind: 'registry';
      readonly name: string;
      readonly id: string;
      readonly env: Readonly<Record<string, string>>;
    };

export interface AgentSettings {
  readonly agents: readonly ConfiguredAgent[];
  /** A sentence for each entry that says nothing we understand. */
  readonly problems: readonly string[];
}

/**
 * Reads the setting `accord.agents`. Zed's `agent_servers` can be pasted in: today's entries with a
 * `type`, the older ones without, and those for Zed's built-in agents.
 */
export function parseAgentSettings(value: unknown): AgentSettings {
  const entries = Object.entries(unwrap(value));
  const parsed = entries.slice(0, MOST_AGENTS).map(([name, entry]) => parseEntry(name, entry));
  const problems = parsed.filter(one => typeof one === 'string');
  return {
    agents: parsed.filter(one => typeof one !== 'string'),
    problems:
      entries.length > MOST_AGENTS
        ? [...problems, t('accord.agents: only the first {0} agents are used.', MOST_AGENTS)]
        : problems,
  };
}

const MOST_AGENTS = 200;
const LONGEST_NAME_CHARS = 100;
const LONGEST_TEXT_CHARS = 32_768;
const MOST_ARGS = 1000;

const text = z.string().max(LONGEST_TEXT_CHARS);
const args = z.array(text).max(MOST_ARGS).default([]);
/** A variable's value may be written as a number or a truth value, as JSON invites one to. */
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

/** Zed before 2025-10 wrote the command as an object. */
const olderProgram = z
  .object({ command: z.object({ path: text.min(1), args, env: variables }) })
  .transform(({ command }) => ({ ...command, command: command.path, cwd: undefined }));

const remote = z.object({
  url: z.url({
    protocol: /^(?:https?|wss?)$/,
    error: () => t('not an http, https, ws or wss address'),
  }),
  headers: z.record(z.string().regex(/^[\w-]+$/), text).default({}),
});

const fromRegistry = z.object({ type: z.literal('registry'), env: variables });

/** Zed's own agents need no command; these are their ids in the registry. */
const BUILT_IN: Readonly<Record<string, string>> = {
  claude: 'claude-acp',
  codex: 'codex-acp',
  gemini: 'gemini',
};

function parseEntry(name: string, entry: unknown): ConfiguredAgent | string {
  if (!/^[^\p{Cc}]+$/u.test(name) || name.length > LONGEST_NAME_CHARS) {
    return t(
      "accord.agents: an agent's name is 1 to {0} characters, without control characters.",
      LONGEST_NAME_CHARS,
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
    'accord.agents: "{0}" is not understood ({1}). Give it a "command" with "args" and "env", or a "url".',
    name,
    whyNot(entry),
  );
}

function whyNot(entry: unknown): string {
  const shape = z.object({ url: z.string() }).safeParse(entry).success ? remote : program;
  const issue = shape.safeParse(entry).error?.issues[0];
  const words = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ');
  return words.replaceAll(/\p{Cc}/gu, ' ') || t('unknown shape');
}

/** Whoever pastes Zed's whole block pastes its name too. */
function unwrap(value: unknown): object {
  const record = z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
  const inner = z
    .strictObject({ agent_servers: z.record(z.string(), z.looseObject({})) })
    .safeParse(record);
  return inner.success && !('command' in inner.data.agent_servers)
    ? inner.data.agent_servers
    : record;
}
