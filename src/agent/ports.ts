import type {
  ContentBlock,
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
import type { Draft } from '../core/prompt/draft.ts';
import type { SessionState } from '../core/session/state/sessionState.ts';
import type { TranscriptPatch } from '../core/session/transcript/transcript.ts';
import type { PermissionRequest } from './requests/permissionRequest.ts';

/** What an agent wants to do that the user did not agree to beforehand. */
export type ConsentRequest =
  | {
      readonly kind: 'path';
      readonly why: 'outside' | 'runs code' | 'secret';
      /** What kind of file it is, in words; empty for a plain one. */
      readonly what: string;
      readonly operation: PathOperation;
      /** The path as the agent wrote it, and where it really leads. */
      readonly requested: string;
      readonly real: string;
    }
  | {
      /** Variables that make programs load other code. */
      readonly kind: 'environment';
      readonly names: readonly string[];
      readonly command: string;
    }
  | {
      /** A program named without a path that is found only inside the workspace. */
      readonly kind: 'program';
      readonly program: string;
      readonly command: string;
    };

/** What a path is wanted for; `run` is the folder a command starts in. */
export type PathOperation = 'read' | 'write' | 'run';

/** `folder` lasts for the session and covers the folder of the path and all below it, for that operation. */
export type ConsentAnswer = 'once' | 'folder' | 'deny';

/** Asks the user. No answer, for whatever reason, is `deny`. */
export interface Consent {
  ask(question: ConsentRequest, signal?: AbortSignal): Promise<ConsentAnswer>;
}

/** A file, as the workspace names it and as it lies on the disk. */
export interface FileLocation {
  readonly shown: string;
  readonly real: string;
}

/** A file that is open in the editor. */
export interface OpenDocument {
  readonly text: string;
  /** It holds edits that are not on disk. */
  readonly isDirty: boolean;
  /** The text when it last was the same as on disk, where the editor remembers it. */
  readonly saved?: string | undefined;
  /** The editor's name for the encoding, such as `utf8bom` or `windows1252`. */
  readonly encoding?: string | undefined;
}

/** The files that are open in the editor. */
export interface Documents {
  /** The text as the user sees it; nothing if the file is not open. */
  read(place: FileLocation): Promise<OpenDocument | undefined>;
  /** Changes a document in one undoable step and saves it. */
  write(place: FileLocation, change: DocumentChange): Promise<DocumentWriteResult>;
}

export interface DocumentChange {
  /** The text that it must have for the change to be right. */
  readonly before: string;
  readonly after: string;
  /** The file was changed on disk under unsaved edits. `after` contains that change: it may be saved over it. */
  readonly isDiskAhead: boolean;
}

/** What became of a write to a document. */
export type DocumentWriteResult =
  /** Saved. The text may be another: the user may let files be formatted when they are saved. */
  | { readonly kind: 'written'; readonly text: string }
  /** Its unsaved text is not `before` any more. */
  | { readonly kind: 'changed' }
  /** It is not open, or the disk is ahead of it: the disk is the place to write. */
  | { readonly kind: 'closed' };

/** Encodings other than Unicode, as the editor knows them. */
export interface TextEncodings {
  /** The encoding the editor reads this file with if its bytes do not say. */
  get(path: string): string | Promise<string>;
  decode(bytes: Uint8Array, encoding: string): Promise<string>;
  /** Characters that the encoding lacks may become any others. */
  encode(text: string, encoding: string): Promise<Uint8Array>;
}

/** A running program with a terminal of its own. */
export interface Pty {
  readonly pid: number;
  onData(listener: (text: string) => void): void;
  /** Comes after the last output. `signal` is a number, 0 for none. */
  onExit(listener: (exit: { exitCode: number; signal?: number | undefined }) => void): void;
  write(text: string): void;
  resize(columns: number, rows: number): void;
  pause(): void;
  resume(): void;
}

/** Starts programs on a terminal device, where the editor brings the means. */
export type SpawnPty = (
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    /** The arguments are already as Windows wants them. */
    readonly isVerbatim: boolean;
  },
) => Pty;

/** Makes the content blocks of a prompt at the moment it is sent. */
export interface PromptBuilder {
  build(draft: Draft, session: SessionState, signal: AbortSignal): Promise<PreparedPrompt>;
}

/** What goes to the agent, and what the user should know about it. */
export interface PreparedPrompt {
  readonly blocks: readonly ContentBlock[];
  readonly notes: readonly string[];
}

/** Serves an agent's `fs/*` requests. */
export interface FileRequests {
  read(request: ReadTextFileRequest, signal: AbortSignal): Promise<ReadTextFileResponse>;
  write(request: WriteTextFileRequest, signal: AbortSignal): Promise<void>;
}

/** A write that waits for the user's decision. */
export interface PendingWrite {
  /** Names it, here and in the conversation. */
  readonly callId: string;
  /** Our own id of the session. */
  readonly sessionId: string;
  readonly path: string;
  /** The text before; nothing if there is no file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Lets the user choose, hunk by hunk, what of a write is written. */
export interface WriteApproval {
  /** Whether this text has to wait before it is written to this file. */
  isRequired(path: string, text: string): boolean;
  /** Shows a write as hunks; false if it cannot be taken in parts. When all are decided the conversation is told. */
  begin(write: PendingWrite): Promise<boolean>;
  /**
   * Writes all of it, what was accepted, or nothing; without a choice nothing, and the hunks stay for the user to decide.
   * Gives the text that stands in the file then; nothing if nothing was taken.
   */
  finish(
    callId: string,
    choice: 'all' | 'chosen' | 'none' | undefined,
  ): Promise<string | undefined>;
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

/** Values that only the user and the agents they are for may know. */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Asks the user for a value, unseen while it is typed; with `known`, an empty one keeps what is stored. */
  ask(question: {
    readonly agentName: string;
    readonly what: string;
    readonly known: boolean;
  }): Promise<string | undefined>;
}

/** A program that the user signs in with, in a terminal. */
export interface SignInCommand {
  readonly agentName: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What the user's own setting sets. */
  readonly env: Readonly<Record<string, string>>;
  /** What the agent wants to be set besides. */
  readonly agentEnv: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Whose idea the program is: the one the user set up for the agent, or one that the agent names. */
  readonly chosenBy: 'user' | 'agent';
}

/** Runs a program in a terminal that the user sees, after having shown the command and asked. */
export interface SignInTerminal {
  /** Settles with the exit code when the program has ended; `undefined` if the user did not want it or closed it. */
  run(order: SignInCommand, signal: AbortSignal): Promise<number | undefined>;
}

/** Opens web pages in the user's browser. */
export interface ExternalUriOpener {
  open(url: string): Promise<boolean>;
}

/** What we do for an agent. What is absent is not advertised, and a request for it is "method not found". */
export interface ClientRequests {
  readonly files?: FileRequests;
  readonly terminals?: TerminalRequests;
  readonly secrets?: SecretStore;
  readonly signInTerminal?: SignInTerminal;
  readonly uriOpener?: ExternalUriOpener;
  /** From now on the requests of this session are served, until `end`. */
  openSession?(session: RequestSession): OpenRequestSession;
}

/** A session, as those see it who do things for its agent. */
export interface RequestSession {
  readonly id: string;
  /** The agent's id of it. */
  readonly wireId: string;
  /** What the agent calls itself. */
  readonly agentName: string | undefined;
  readonly roots: readonly string[];
  /** Whether the user has stopped the turn, and the agent has not come to its end yet. */
  isStopping(): boolean;
  /** Asks the user, in the conversation. Nothing chosen means no. */
  ask(
    request: Pick<PermissionRequest, 'toolCall' | 'choices'>,
    signal?: AbortSignal,
  ): Promise<string | undefined>;
  /** Tells the user of something that went wrong. */
  addNotice(message: string): void;
  /** Shows a change of one of its terminals. */
  applyPatch(patch: TranscriptPatch): void;
}

/** What is done for one session. */
export interface OpenRequestSession {
  /** Ends the commands that run: the user stopped the turn, and not every agent ends its own. */
  killCommands(): Promise<void>;
  /** Ends everything that was started for the session. */
  close(): Promise<void>;
}

/** Remembers what the user last chose for an agent: its mode, its model, its other options. */
export interface PickerPreferences {
  get(agentId: string): Readonly<Record<string, string | boolean>>;
  set(agentId: string, pickerId: string, value: string | boolean): void;
}

/** Told of the turns of all sessions, so that what an agent changes can be found. */
export interface TurnParticipant {
  /** The prompt goes out when this has settled. */
  willStart(turn: TurnInfo): Promise<void>;
  didEnd(turn: TurnInfo): Promise<void>;
}

export interface TurnInfo {
  readonly sessionId: string;
  readonly turn: number;
  readonly roots: readonly string[];
}

/** Where notes go that are for developers. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
