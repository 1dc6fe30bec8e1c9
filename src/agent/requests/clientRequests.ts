import type {
  CreateTerminalRequest,
  CreateTerminalResponse,
  KillTerminalRequest,
  ReadTextFileRequest,
  ReadTextFileResponse,
  ReleaseTerminalRequest,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
} from '@agentclientprotocol/sdk';
import type { TurnPhase } from '../../core/session/state/turnPhase.ts';
import type { TranscriptPatch } from '../../core/session/transcript/transcript.ts';
import type { SecretStore } from '../authentication/secretStore.ts';
import type { SignInTerminal } from '../authentication/signInTerminal.ts';
import type { PermissionRequest } from './permissionRequest.ts';

/** What the client does for one agent. A missing member is not advertised, and requests for it are "method not found". */
export interface ClientRequests {
  readonly files?: FileRequests;
  readonly terminals?: TerminalRequests;
  readonly secrets?: SecretStore;
  readonly signInTerminal?: SignInTerminal;
  readonly uriOpener?: ExternalUriOpener;
  /** Serves the requests of this session until the result is closed. */
  openSession?(session: RequestSession): OpenRequestSession;
}

/** Serves an agent's `fs/*` requests. Without `write`, the agent can only read. */
export interface FileRequests {
  readonly read: (
    request: ReadTextFileRequest,
    signal: AbortSignal,
  ) => Promise<ReadTextFileResponse>;
  readonly write?: (request: WriteTextFileRequest, signal: AbortSignal) => Promise<void>;
}

/** Serves an agent's `terminal/*` requests. */
export interface TerminalRequests {
  create(request: CreateTerminalRequest, signal: AbortSignal): Promise<CreateTerminalResponse>;
  output(request: TerminalOutputRequest): Promise<TerminalOutputResponse>;
  waitForExit(
    request: WaitForTerminalExitRequest,
    signal: AbortSignal,
  ): Promise<WaitForTerminalExitResponse>;
  kill(request: KillTerminalRequest): Promise<void>;
  release(request: ReleaseTerminalRequest): Promise<void>;
}

/** Opens web pages in the user's browser. */
export interface ExternalUriOpener {
  open(url: string): Promise<boolean>;
}

/** The session on whose behalf an agent sends requests. */
export interface RequestSession {
  readonly id: string;
  /** The agent's id of the session. */
  readonly wireId: string;
  /** The agent as the user has configured it. */
  readonly agent: { readonly id: string; readonly name: string };
  /** The name the agent gives itself. */
  readonly agentName: string | undefined;
  readonly roots: readonly string[];
  /** Whether the agent is reached over the network. */
  readonly isRemote: boolean;
  /** Where the session is between two prompts. */
  turnPhase(): TurnPhase;
  /** Attributes what changes in the workspace to the session, although no turn is running, until the result is called. */
  beginBackgroundWork(): Promise<() => void>;
  /** Asks the user in the conversation. Returns the id of the chosen option; `undefined` means no. */
  ask(
    request: Pick<PermissionRequest, 'toolCall' | 'choices'>,
    signal?: AbortSignal,
  ): Promise<string | undefined>;
  /** Shows a warning in the conversation. */
  addNotice(message: string): void;
  /** Shows that a request failed, unless many have failed in this turn. */
  addFailure(message: string): void;
  /** Shows a change of one of the session's terminals. */
  applyPatch(patch: TranscriptPatch): void;
}

/** The running requests of one session. */
export interface OpenRequestSession {
  /** Cancels running requests and kills commands after the user stopped the turn, because not every agent does. */
  stop(): Promise<void>;
  /** Ends everything that was started for the session. */
  close(): Promise<void>;
}
