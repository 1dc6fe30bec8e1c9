import type { RequestPermissionResponse, SessionUpdate } from '@agentclientprotocol/sdk';
import type { FormValues } from '../../core/session/forms/elicitationForm.ts';
import type { Elicitation } from '../../core/session/transcript/elicitationEntry.ts';
import type { SubagentUpdate } from '../../core/session/wire/parseSubagentUpdate.ts';
import type { PermissionRequest } from './permissionRequest.ts';

/** The user's answer to an elicitation. */
export type ElicitationReply =
  | { readonly action: 'accept'; readonly values: FormValues }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** Receives the updates and requests that an agent sends for one session. */
export interface SessionEndpoint {
  /** Set for a sub-agent: the agent's id of the session that its files and terminals belong to. */
  readonly rootId?: string;
  /** Handles an update of the session, or of its sub-agent. */
  handleUpdate(update: SessionUpdate, subagentId?: string): void;
  /** Handles an update about a sub-agent of the session, or of its sub-agent `parentId`. */
  handleSubagentUpdate(update: SubagentUpdate, parentId?: string): void;
  /** Somebody else is signed in to the agent. */
  handleAccount?(account: string | undefined): void;
  /** Handles an update of a kind that this version does not know. */
  handleUnknownUpdate(update: unknown): void;
  requestPermission(
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse>;
  elicit(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationReply>;
  /** The user has finished what an elicitation opened a web page for. */
  completeElicitation(elicitationId: string): void;
  addNotice(severity: 'info' | 'warning', message: string): void;
  /** Whether a turn is running. */
  isBusy(): boolean;
}
