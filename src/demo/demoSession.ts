import type { ClientCapabilities } from '@agentclientprotocol/sdk';
import { CancellationError } from '../core/errors.ts';
import { type DemoOptions, DEFAULT_OPTIONS } from './demoOptions.ts';
import type { SourceFile } from './sourceFile.ts';

/** One session of the demo. It lives as long as the process. */
export class DemoSession {
  readonly id: string;
  readonly cwd: string;
  readonly capabilities: ClientCapabilities;
  options: DemoOptions = DEFAULT_OPTIONS;
  /** What the user has allowed for the whole session. */
  readonly alwaysAllowed = new Set<'edit' | 'run'>();
  /** The file of the last turn, which the next turn continues with. */
  file: SourceFile | undefined;
  turnCount = 0;
  /** The characters sent in both directions, reported as context usage. */
  characterCount = 0;
  #turn: AbortController | undefined;

  constructor(id: string, cwd: string, capabilities: ClientCapabilities) {
    this.id = id;
    this.cwd = cwd;
    this.capabilities = capabilities;
  }

  get busy(): boolean {
    return this.#turn !== undefined;
  }

  /** Runs one turn. The signal aborts when the user cancels. */
  async runTurn<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const turn = new AbortController();
    this.#turn = turn;
    this.turnCount += 1;
    try {
      return await run(turn.signal);
    } finally {
      this.#turn = undefined;
    }
  }

  cancel(): void {
    this.#turn?.abort(new CancellationError());
  }
}
