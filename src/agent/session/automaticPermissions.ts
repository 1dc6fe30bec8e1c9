import type { RequestPermissionResponse } from '@agentclientprotocol/sdk';
import { getRequestPaths, UNKNOWN_PATH } from '../../core/permission/requestSubject.ts';
import type { DecidedPermission } from '../../core/permission/permissionRules.ts';
import type { PermissionChoice, PermissionOutcome } from '../../core/session/transcript/entry.ts';
import { createPermissionEntry } from '../../core/session/transcript/permissionEntry.ts';
import type { Agent } from '../connection/agent.ts';
import type { PermissionPolicy, PolicyRequest } from '../requests/permissionPolicy.ts';
import type { PermissionRequest } from '../requests/permissionRequest.ts';
import type { Conversation } from './conversation.ts';
import type { PendingPermissions } from './pendingPermissions.ts';

/** What automatic answers need of a session. */
export interface AutomaticPermissionsOptions {
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly roots: readonly string[];
  readonly permissions: PendingPermissions;
  readonly policy: PermissionPolicy | undefined;
}

/** Answers the permission requests of an agent by the user's rules. Always with its option for once, never for always. */
export class AutomaticPermissions {
  readonly #options: AutomaticPermissionsOptions;

  constructor(options: AutomaticPermissionsOptions) {
    this.#options = options;
  }

  /** Returns the answer, or `undefined` if the user has to be asked. */
  async answer(
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse | undefined> {
    const { policy, conversation, permissions } = this.#options;
    if (!policy) {
      return undefined;
    }
    const wanted = this.#toPolicyRequest(request);
    const decided = await policy.decide(wanted);
    const outcome = toOutcome(decided, request.choices);
    // Outside a turn only the user allows anything. After Stop, or if the request was taken back, the usual way answers it.
    const isWithout = decided.decision === 'allow' && conversation.turnPhase !== 'running';
    if (!outcome || isWithout || signal.aborted || conversation.turnPhase === 'stopped') {
      return undefined;
    }
    policy.record(wanted, decided);
    return permissions.addAnswered(request, outcome);
  }

  #toPolicyRequest({ toolCall, choices }: PermissionRequest): PolicyRequest {
    const { agent, conversation, roots } = this.#options;
    const entry = createPermissionEntry(conversation.transcript, toolCall, choices, Date.now());
    return {
      agent: { id: agent.id, name: agent.name },
      sessionId: conversation.state.id,
      source: 'agent',
      roots,
      kind: entry.toolKind,
      paths: getRequestPaths(entry, toolCall.rawInput ?? parseInput(entry.input)),
      ...(entry.command !== undefined && { command: { kind: 'line', line: entry.command } }),
    };
  }
}

/** The input that an earlier update of the same call had. It is kept as text and may have been cut. */
export function parseInput(input: string | undefined): unknown {
  try {
    return JSON.parse(input ?? 'null');
  } catch {
    return { path: UNKNOWN_PATH };
  }
}

function toOutcome(
  { decision, reason }: DecidedPermission,
  choices: readonly PermissionChoice[],
): Exclude<PermissionOutcome, { kind: 'open' }> | undefined {
  const automatic = reason.kind === 'mode' ? 'mode' : 'rule';
  switch (decision) {
    case 'ask':
      return undefined;
    case 'allow': {
      const once = choices.filter(({ kind }) => kind === 'allow_once');
      const [choice] = once;
      return choice && once.length === 1
        ? { kind: 'chosen', optionId: choice.optionId, automatic }
        : undefined; // Which of several options is meant is up to the user.
    }
    case 'deny': {
      const reject = choices.find(({ kind }) => kind === 'reject_once');
      return reject
        ? { kind: 'chosen', optionId: reject.optionId, automatic }
        : { kind: 'cancelled', automatic };
    }
  }
}
