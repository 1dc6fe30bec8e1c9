import type { RequestPermissionResponse, SessionUpdate } from '@agentclientprotocol/sdk';
import type { FormValues } from '../../core/session/forms/elicitationForm.ts';
import type { Elicitation } from '../../core/session/transcript/elicitationEntry.ts';
import type { PermissionRequest } from './permissionRequest.ts';

/** The user's answer to an elicitation. */
export type ElicitationReply =
  | { readonly action: 'accept'; readonly values: FormValues }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** Receives the updates and requests that an agent sends for one session. */
export interface SessionEndpoint {
  handleUpdate(update: SessionUpdate): void;
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
