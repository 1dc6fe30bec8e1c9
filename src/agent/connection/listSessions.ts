import * as acp from '@agentclientprotocol/sdk';
import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../core/errors.ts';
import { asList, asRecord, asString } from '../../core/json.ts';
import { isResourceNotFound } from '../../core/session/wire/protocolErrors.ts';
import type { Agent } from './agent.ts';
import { controlRequest } from './controlRequest.ts';
import { t } from '../../core/l10n.ts';

/** A session that an agent stores. */
export interface ListedSession {
  readonly wireId: string;
  readonly title: string;
  readonly cwd?: string;
  readonly updatedMs?: number;
}

/** Limits the list, also for an agent whose cursor never ends. */
const PAGE_LIMIT = 50;

/** Lists the sessions that an agent stores for a folder, newest first. */
export async function listSessions(agent: Agent, cwd: string): Promise<readonly ListedSession[]> {
  const connection = await agent.connect(cwd);
  if (!connection.capabilities.list) {
    return [];
  }
  const found = new Map<string, ListedSession>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGE_LIMIT && (page === 0 || cursor !== undefined); page += 1) {
    const response = asRecord(
      await controlRequest(agent.name, connection, acp.methods.agent.session.list, {
        cwd,
        ...(cursor ? { cursor } : {}),
      }),
    );
    for (const session of asList(response?.['sessions'], parseListedSession) ?? []) {
      found.set(session.wireId, session);
    }
    cursor = asString(response?.['nextCursor']) || undefined; // Some agents end the list with `null` or an empty string.
  }
  // Some agents list the sessions of all folders, and some use the real path of a folder.
  const here = new Set([cwd, await realpath(cwd).catch(() => cwd)].map(normalizeFolder));
  return [...found.values()]
    .filter(session => session.cwd === undefined || here.has(normalizeFolder(session.cwd)))
    .toSorted((a, b) => (b.updatedMs ?? 0) - (a.updatedMs ?? 0));
}

/** Removes a trailing slash. */
const normalizeFolder = (folder: string): string => folder.replace(/(?<=.)[/\\]$/, '');

/** Deletes a session that an agent stores. A session that the agent does not know counts as deleted. */
export async function deleteSession(agent: Agent, cwd: string, wireId: string): Promise<void> {
  const connection = await agent.connect(cwd);
  if (!connection.capabilities.remove) {
    throw new UserError(t("{0} doesn't support deleting sessions.", agent.name));
  }
  const { delete: method } = acp.methods.agent.session;
  try {
    await controlRequest(agent.name, connection, method, { sessionId: wireId });
  } catch (error) {
    if (!isResourceNotFound(error)) {
      throw error;
    }
  }
}

/** Archives a session that an agent stores, or takes it out of the archive. Does nothing if the agent has no archive. */
export async function archiveSession(
  agent: Agent,
  cwd: string,
  wireId: string,
  archived: boolean,
): Promise<void> {
  const connection = await agent.connect(cwd);
  if (connection.capabilities.archive) {
    const method = archived ? 'session/archive' : 'session/unarchive';
    await controlRequest(agent.name, connection, method, { sessionId: wireId });
  }
}

/** How long a program that is exiting may still write the session to disk. */
const EXIT_WRITE_MS = 500;
const DELETE_TRIES = 5;

/**
 * Deletes a session that was open a moment ago. Claude answers the closing while one of its programs still runs and
 * may write the deleted session to disk again.
 */
export async function deleteClosedSession(
  agent: Agent,
  cwd: string,
  wireId: string,
): Promise<void> {
  for (let tries = 0; tries < DELETE_TRIES; tries += 1) {
    await deleteSession(agent, cwd, wireId);
    const { capabilities: abilities } = await agent.connect(cwd);
    if (!abilities.list) {
      return;
    }
    await delay(EXIT_WRITE_MS);
    const left = await listSessions(agent, cwd);
    if (!left.some(session => session.wireId === wireId)) {
      return;
    }
  }
}

function parseListedSession(raw: unknown): ListedSession | undefined {
  const item = asRecord(raw);
  const wireId = asString(item?.['sessionId']);
  const cwd = asString(item?.['cwd']);
  const updatedMs = Date.parse(asString(item?.['updatedAt']) ?? '');
  return wireId === undefined
    ? undefined
    : {
        wireId,
        title: asString(item?.['title']) ?? '',
        ...(cwd === undefined ? {} : { cwd }),
        ...(Number.isNaN(updatedMs) ? {} : { updatedMs }),
      };
}
