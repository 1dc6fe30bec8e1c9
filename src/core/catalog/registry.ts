import * as z from 'zod';
import { affectsProgramLoading } from './affectsProgramLoading.ts';
import { t } from '../l10n.ts';

/** The platforms of archives, as the registry names them. */
export const BUILD_TARGETS = [
  'darwin-aarch64',
  'darwin-x86_64',
  'linux-aarch64',
  'linux-x86_64',
  'windows-aarch64',
  'windows-x86_64',
] as const;

export type BuildTarget = (typeof BUILD_TARGETS)[number];

export type RegistryAgent = Readonly<z.infer<typeof agent>>;

export interface Registry {
  readonly agents: readonly RegistryAgent[];
  /** Agents that the bundled snapshot lists without a distribution, which only the live registry has. */
  readonly listed: readonly ListedAgent[];
  /** A message for each invalid entry. */
  readonly refused: readonly string[];
}

export type ListedAgent = z.infer<typeof listed>;

/**
 * Parses the registry. It comes from the network and names programs that we will start, so an entry that violates the format
 * in any detail is left out.
 */
export function parseRegistry(json: string): Registry {
  if (json.length > REGISTRY_LIMIT_CHARS) {
    throw new Error(t('The registry is larger than {0} characters.', REGISTRY_LIMIT_CHARS));
  }
  const top = registry.parse(JSON.parse(json));
  const agents = new Map<string, RegistryAgent>();
  const refused: string[] = [];
  for (const entry of top.agents) {
    const parsed = agent.safeParse(entry);
    if (!parsed.success) {
      refused.push(`${nameOf(entry)}: ${reasonOf(parsed.error)}`);
    } else if (agents.has(parsed.data.id)) {
      refused.push(`${parsed.data.id}: listed twice`);
    } else {
      agents.set(parsed.data.id, parsed.data);
    }
  }
  return { agents: [...agents.values()], listed: top.listed, refused };
}

/** The maximum size of the registry, in characters and in bytes. */
export const REGISTRY_LIMIT_CHARS = 4 * 1024 * 1024;
const AGENT_LIMIT = 2000;
const ARG_LIMIT = 64;
const VARIABLE_LIMIT = 64;

const line = (longest: number): z.ZodString =>
  z
    .string()
    .max(longest)
    .regex(/^[^\p{Cc}]*$/u, 'holds control characters');

/** The id of an agent, which is also the name of its folder. */
export const AGENT_ID = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'not an agent id');

/** A version, which is also the name of a folder: no separators, and dots only between parts. */
const VERSION = /^\d{1,9}(?:\.\d{1,9}){1,3}(?:[-+.][0-9A-Za-z]+)*$/;
export const AGENT_VERSION = z.string().max(64).regex(VERSION, 'not an exact version');

/** The registry contains no secrets; its variables are switches and numbers. */
const variables = z
  .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'not a variable name'), line(4096))
  .refine(env => Object.keys(env).length <= VARIABLE_LIMIT, 'too many variables')
  .refine(
    env => !Object.keys(env).some(affectsProgramLoading),
    'sets a variable that changes how programs run',
  )
  .default({});

const args = z.array(line(4096)).max(ARG_LIMIT).default([]);
const command = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9_][\w.-]*$/, 'not the name of a command');

const npxPackage = z.object({
  package: z
    .string()
    .max(256)
    .regex(
      /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*@\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/,
      'not a package with an exact version',
    ),
  args,
  env: variables,
  cmd: command.optional(),
});

const uvxPackage = npxPackage.extend({
  package: z
    .string()
    .max(256)
    .regex(
      /^[A-Za-z0-9][\w.-]*(?:\[[\w,-]+\])?(?:==|@)\d+(?:\.\d+)*(?:(?:a|b|rc|\.post|\.dev)\d+)?$/,
      'not a package with an exact version',
    ),
});

const archive = z.object({
  archive: z
    .url({ protocol: /^https$/, message: 'not an https address' })
    .max(2048)
    .refine(address => !/@|\\/.test(address.split('/')[2] ?? '@'), 'an address with a user name'),
  cmd: z.string().max(512).refine(isInnerPath, 'not a path inside the archive'),
  args,
  env: variables,
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'not a SHA-256')
    .optional(),
});

const distribution = z
  .object({
    npx: npxPackage.optional(),
    uvx: uvxPackage.optional(),
    binary: z
      .partialRecord(z.enum(BUILD_TARGETS), archive)
      .refine(builds => Object.keys(builds).length > 0, 'no build')
      .optional(),
  })
  .refine(ways => ways.npx ?? ways.uvx ?? ways.binary, 'no known way to get it');

const page = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .optional()
  .catch(undefined);

/** An icon is only decoration, so an entry with a bad one is used without it. */
const icon = z
  .url({ protocol: /^https$/ })
  .max(2048)
  .optional()
  .catch(undefined);

const agent = z.object({
  id: AGENT_ID,
  name: line(100).min(1),
  version: AGENT_VERSION,
  description: line(2000).default(''),
  distribution,
  authors: z.array(line(200)).max(50).default([]),
  license: line(100).optional(),
  website: page,
  repository: page,
  icon,
});

const listed = z.object({
  id: AGENT_ID,
  name: line(100).min(1),
  builds: z.array(z.enum(BUILD_TARGETS)),
});

const registry = z.object({
  version: z.string().regex(/^1\./, 'a registry of another kind'),
  agents: z.array(z.unknown()).max(AGENT_LIMIT),
  listed: z.array(listed).default([]),
});

/** Whether a path is relative and has no `..` and no drive, with either separator. */
export function isInnerPath(path: string): boolean {
  const parts = path.replace(/^\.[/\\]/, '').split(/[/\\]/);
  return (
    !/[\p{Cc}:]/u.test(path) && parts.every(part => part !== '' && part !== '..' && part !== '.')
  );
}

function nameOf(entry: unknown): string {
  const found = z.object({ id: line(64) }).safeParse(entry);
  return found.success ? found.data.id : 'an entry without an id';
}

function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${issue.path.join('.')} ${issue.message}`.trim() : 'not understood';
}
