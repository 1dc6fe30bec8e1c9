import {
  RequestError,
  type RequestPermissionResponse,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { asList, asOneOf, asRecord, asString } from '../../core/json.ts';
import type { PermissionChoice } from '../../core/session/transcript/entry.ts';
import { parseToolCall } from '../../core/session/wire/parseSessionUpdate.ts';

/** A tool call that an agent asks permission for, and the options to choose from. */
export interface PermissionRequest {
  readonly sessionId: string;
  readonly toolCall: ToolCallUpdate;
  readonly choices: readonly PermissionChoice[];
  /** Whether we ask ourselves and not the agent. */
  readonly source?: 'client';
  /** The sub-agent that asks, if it has a session of its own. */
  readonly subagent?: { readonly id: string; readonly name: string };
}

/** Further options are dropped. */
const OPTION_LIMIT = 100;
const NAME_LIMIT_CHARS = 1_000;

const KINDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

/** Parses a permission request. The SDK would reject the whole request for one unknown kind of option. */
export function parsePermissionRequest(raw: unknown): PermissionRequest {
  const request = asRecord(raw);
  const sessionId = asString(request?.['sessionId']);
  const toolCall = parseToolCall(request?.['toolCall']);
  if (sessionId === undefined || !toolCall) {
    throw RequestError.invalidParams(undefined, 'It needs a sessionId and a toolCall with its id.');
  }
  return {
    sessionId,
    toolCall,
    choices: uniqueById(asList(request?.['options'], parseChoice) ?? []).slice(0, OPTION_LIMIT),
  };
}

function parseChoice(raw: unknown): PermissionChoice | undefined {
  const option = asRecord(raw);
  const optionId = asString(option?.['optionId']);
  return optionId === undefined
    ? undefined
    : {
        optionId,
        name: (asString(option?.['name']) ?? optionId).slice(0, NAME_LIMIT_CHARS),
        kind: asOneOf(option?.['kind'], KINDS) ?? 'other',
      };
}

/** Keeps the first of several options with the same id, which could not be told apart in the response. */
function uniqueById(choices: readonly PermissionChoice[]): readonly PermissionChoice[] {
  const ids = choices.map(({ optionId }) => optionId);
  return choices.filter(({ optionId }, index) => ids.indexOf(optionId) === index);
}

/** Creates the response. A rejection is a selected option too; `cancelled` means that the turn was stopped. */
export function toPermissionResponse(optionId: string | undefined): RequestPermissionResponse {
  return {
    outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
  };
}
