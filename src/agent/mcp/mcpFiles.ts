import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode } from '../../core/errorCode.ts';
import { UserError } from '../../core/errors.ts';
import { asRecord, asString, parseJson } from '../../core/json.ts';
import { t } from '../../core/l10n.ts';
import type { McpServerCandidate } from '../../core/mcp/mcpServerCandidate.ts';

const FILE_LIMIT_BYTES = 1024 * 1024;
/** The state of VS Code, which names the profiles, is larger. */
const STATE_LIMIT_BYTES = 16 * 1024 * 1024;

/** The text of a file of limited size; `undefined` if there is none. */
export async function readMcpFile(
  file: string,
  limitBytes = FILE_LIMIT_BYTES,
): Promise<string | undefined> {
  try {
    const stats = await stat(file);
    if (!stats.isFile() || stats.size > limitBytes) {
      throw new UserError(t('It must be a file of {0} KB or less.', limitBytes / 1024));
    }
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) {
      return undefined;
    }
    throw error instanceof UserError ? error : new UserError(t("It can't be read."));
  }
}

/**
 * The `mcp.json` of the user: that of the profile in which a workspace is opened. VS Code tells extensions nothing about
 * profiles, but it stores which workspace belongs to which. `workspace` is the URI of the folder or the workspace file.
 */
export async function findUserMcpFile(
  userFolder: string,
  workspace: string | undefined,
): Promise<string> {
  const state = path.join(userFolder, 'globalStorage', 'storage.json');
  const stored = await readMcpFile(state, STATE_LIMIT_BYTES).catch(() => undefined); // Then it is the default profile.
  const root = asRecord(parseJson(stored ?? ''));
  const associations = asRecord(asRecord(root?.['profileAssociations'])?.['workspaces']);
  const profile = asString(associations?.[workspace ?? '']);
  const isOther = profile !== undefined && /^[\w-]+$/.test(profile) && !/default/.test(profile);
  return isOther && !sharesServers(root?.['userDataProfiles'], profile)
    ? path.join(userFolder, 'profiles', profile, 'mcp.json')
    : path.join(userFolder, 'mcp.json');
}

/** Whether a profile uses the servers of the default profile. */
const sharesServers = (profiles: unknown, id: string): boolean =>
  Array.isArray(profiles) &&
  profiles.some(raw => {
    const profile = asRecord(raw);
    const flags = asRecord(profile?.['useDefaultFlags']);
    return asString(profile?.['location'])?.endsWith(id) === true && flags?.['mcp'] === true;
  });

/** Adds the variables of its `envFile` to those of a server, which count more. */
export async function withEnvFile(
  candidate: McpServerCandidate,
  envFile: string | undefined,
): Promise<McpServerCandidate> {
  const { server, ...rest } = candidate;
  if (envFile === undefined || !server || !('command' in server)) {
    return candidate;
  }
  const text = await readMcpFile(envFile).catch(() => undefined); // It is as good as missing.
  if (text === undefined) {
    return { ...rest, problem: t('Its "envFile" can\'t be read.') };
  }
  const own = new Set(server.env.map(({ name }) => name));
  const more = Object.entries(parseEnv(text)).flatMap(([name, value]) =>
    own.has(name) || value === undefined ? [] : [{ name, value }],
  );
  return { ...candidate, server: { ...server, env: [...server.env, ...more] } };
}
