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
    }
  | {
      /** The command sets variables that make programs load other code. */
      readonly kind: 'environment';
      readonly names: readonly string[];
      readonly command: string;
    }
  | {
      /** The program is named without a path and was found only inside the workspace. */
      readonly kind: 'program';
      readonly program: string;
      readonly command: string;
    };

/** What a path is needed for; `run` is the working directory of a command. */
export type PathOperation = 'read' | 'write' | 'run';

/** `folder` allows this operation in the folder of the path and below it until the session ends. */
export type ConsentAnswer = 'once' | 'folder' | 'deny';

/** Asks the user for consent. A request without an answer, for whatever reason, is denied. */
export interface Consent {
  ask(request: ConsentRequest, signal?: AbortSignal): Promise<ConsentAnswer>;
}
