import type { ClientCapabilities } from '@agentclientprotocol/sdk';
import { CancellationError } from '../core/errors.ts';
import { type DemoOptions, DEFAULT_OPTIONS } from './demoOptions.ts';
import type { SourceFile } from './sourceFile.ts';

/** One conversation with the demo; it lives as long as the process. */
export class DemoSession {
  readonly id: string;
  readonly cwd: string;
  readonly capabilities: ClientCapabilities;
  options: DemoOptions = DEFAULT_OPTIONS;
  /** The user has said "always": the demo keeps that promise for this session. */
  readonly alwaysAllowed = new Set<'edit' | 'run'>();
  /** The file of the last turn, so that the next one goes on with it. */
  file: SourceFile | undefined;
  turnCount = 0;
  /** What the context meter shows: the characters that went back and forth. */
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

  /** Runs one turn; the signal it gets fires when the user cancels. */
  async runTurn<T>(play: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const turn = new AbortController();
    this.#turn = turn;
    this.turnCount += 1;
    try {
      return await play(turn.signal);
    } finally {
      this.#turn = undefined;
    }
  }

  cancel(): void {
    this.#turn?.abort(new CancellationError());
  }
}
