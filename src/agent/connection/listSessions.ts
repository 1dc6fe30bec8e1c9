import * as acp from '@agentclientprotocol/sdk';
import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../core/errors.ts';
import { asList, asRecord, asString } from '../../core/json.ts';
import { isResourceNotFound, asAuthRequired } from '../../core/session/wire/protocolErrors.ts';
import type { Agent } from './agent.ts';
import { withDeadline } from './deadlines.ts';
import { withDisconnectReason } from './disconnectReason.ts';
import type { AgentConnection } from './agentConnection.ts';
import { t } from '../../core/l10n.ts';

/** A conversation that an agent keeps. */
export interface ListedSession {
  readonly wireId: string;
  readonly title: string;
  readonly cwd?: string;
  readonly updatedMs?: number;
}

/** Beyond this nobody looks. An agent whose cursor goes in circles ends here too. */
const PAGE_LIMIT = 50;

/** The conversations an agent keeps for a folder, newest first. None if it keeps none. */
export async function listSessions(agent: Agent, cwd: string): Promise<readonly ListedSession[]> {
  const link = await agent.connect(cwd);
  if (!link.capabilities.list) {
    return [];
  }
  const found = new Map<string, ListedSession>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGE_LIMIT && (page === 0 || cursor !== undefined); page += 1) {
    const response = asRecord(await askPage(agent, link, { cwd, ...(cursor ? { cursor } : {}) }));
    for (const session of asList(response?.['sessions'], listed) ?? []) {
      found.set(session.wireId, session);
    }
    cursor = asString(response?.['nextCursor']) || undefined; // `null` and an empty text are the end as well.
  }
  // Some agents tell the sessions of all folders, and some call a folder by its real name.
  const here = new Set([cwd, await realpath(cwd).catch(() => cwd)].map(plain));
  return [...found.values()]
    .filter(session => session.cwd === undefined || here.has(plain(session.cwd)))
    .toSorted((a, b) => (b.updatedMs ?? 0) - (a.updatedMs ?? 0));
}

/** A folder may be written with a slash at its end. */
const plain = (folder: string): string => folder.replace(/(?<=.)[/\\]$/, '');

/** Makes an agent forget a conversation. One that it does not have is forgotten already. */
export async function deleteSession(agent: Agent, cwd: string, wireId: string): Promise<void> {
  const link = await agent.connect(cwd);
  if (!link.capabilities.remove) {
    throw new UserError(t('{0} cannot delete conversations.', agent.name));
  }
  const { delete: method } = acp.methods.agent.session;
  try {
    await control(agent, link, link.client.agent.request(method, { sessionId: wireId }));
  } catch (error) {
    if (!isResourceNotFound(error)) {
      throw error;
    }
  }
}

/** A program that ends may write down what it knows within this time. */
const LAST_WORDS_MS = 500;
const DELETE_TRIES = 5;

/**
 * Makes an agent forget a conversation that was open a moment ago. Claude answers that it is closed while a program of
 * its own still runs, which writes down once more what was deleted.
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
    await delay(LAST_WORDS_MS);
    const left = await listSessions(agent, cwd);
    if (!left.some(session => session.wireId === wireId)) {
      return;
    }
  }
}

const askPage = (
  agent: Agent,
  link: AgentConnection,
  params: acp.ListSessionsRequest,
): Promise<unknown> =>
  control(agent, link, link.client.agent.request(acp.methods.agent.session.list, params));

/** A request outside any session. There is no conversation to ask for a sign-in in, so it says what to do. */
async function control<T>(agent: Agent, link: AgentConnection, answer: Promise<T>): Promise<T> {
  const { controlMs } = link.deadlines;
  try {
    return await withDeadline(
      withDisconnectReason(link, answer),
      controlMs,
      t('{0} did not answer within {1} seconds.', agent.name, controlMs / 1000),
    );
  } catch (error) {
    const need = asAuthRequired(error);
    throw need
      ? new UserError(
          t('{0} wants you to sign in: use "Accord: Sign In". {1}', agent.name, need.message),
        )
      : error;
  }
}

function listed(raw: unknown): ListedSession | undefined {
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
