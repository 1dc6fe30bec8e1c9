import type { CommandLine } from '../../core/terminal/commandLine.ts';

/** Something an agent wants to do that needs the user's consent. */
export type ConsentRequest =
  | {
      readonly kind: 'path';
      readonly why: 'outside' | 'runs code' | 'secret';
      /** The kind of file as localizable text; empty for an ordinary file. */
      readonly what: string;
      readonly operation: PathOperation;
      /** The path as the agent wrote it. */
      readonly requested: string;
      /** The same path with all symbolic links resolved. */
      readonly real: string;
      /** What the answer `folder` allows; absent if that answer is not offered. */
      readonly folder?: string;
    }
  | {
      /** The command sets variables that make programs load other code. */
      readonly kind: 'environment';
      readonly env: Readonly<Record<string, string>>;
      readonly command: string;
    }
  | {
      /** The program is named without a path and was found only inside the workspace. */
      readonly kind: 'program';
      readonly program: string;
      readonly command: string;
    }
  | {
      readonly kind: 'command';
      readonly why: 'remote' | 'background' | 'rule' | 'task';
      /** The program with all its arguments. */
      readonly command: string;
      readonly cwd: string;
      /** The variables that the agent sets for it. */
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'file';
      readonly why: 'background' | 'rule';
      readonly operation: 'read' | 'write';
      readonly requested: string;
      readonly real: string;
    }
  | ({
      /** A tool of another extension, which may do anything. */
      readonly kind: 'tool';
    } & ToolUse);

/** A call of a tool of another extension. */
export interface ToolUse {
  readonly name: string;
  /** The arguments as JSON. */
  readonly input: string;
  /** The paths that the arguments name. */
  readonly paths: readonly string[];
}

/** An access to a file, with all links resolved. */
export interface FileAccess {
  readonly operation: 'read' | 'write';
  readonly requested: string;
  readonly real: string;
  /** Whether it is in the workspace. If not, the user has been asked about it already. */
  readonly isInside: boolean;
}

/** A command that is about to be started. */
export interface CommandStart {
  readonly command: CommandLine;
  readonly cwd: string;
  /** The variables that the agent sets for it. */
  readonly env: Readonly<Record<string, string>>;
  /** A tool of ours runs it. The agent has described it as something else, or has not asked at all. */
  readonly isTask?: boolean;
}

/** Decides whether a request is served at this moment. Throws if it is not. */
export interface Gate {
  admitFile(access: FileAccess, signal?: AbortSignal): Promise<void>;
  /** Whether a rule neither denies reading a file nor asks about it. For texts that nobody asked for by their path. */
  mayReadUnasked(paths: readonly string[]): Promise<boolean>;
  /** The result is called when the command has ended. */
  admitCommand(start: CommandStart, signal?: AbortSignal): Promise<() => void>;
  /** Asks the user about each call, unless a rule decides it. The result is called when the tool has ended. */
  admitTool(use: ToolUse, signal?: AbortSignal): Promise<() => void>;
}

/** What a path is needed for; `run` is the working directory of a command. */
export type PathOperation = 'read' | 'write' | 'run';

/** `folder` allows this operation in the folder of the path and below it until the session ends. */
export type ConsentAnswer = 'once' | 'folder' | 'deny';

/** Asks the user for consent. A request without an answer, for whatever reason, is denied. */
export interface Consent {
  ask(request: ConsentRequest, signal?: AbortSignal): Promise<ConsentAnswer>;
}
