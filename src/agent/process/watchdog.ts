import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { parse } from 'node:path';
import { MAX_RESTARTS } from '../../core/catalog/restartPolicy.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { ProcessTreeRoot } from './killTree.ts';

/**
 * Watches over the agents of this extension host: a small process that holds a pipe from us, and
 * ends their trees when the pipe closes without our having ended them. One serves all agents.
 */
export class Watchdog implements Disposable {
  readonly #script: string;
  readonly #roots = new Map<number, ProcessTreeRoot>();
  #process: ChildProcess | undefined;
  #restarts = 0;

  /** `script` is the bundle made from `watchdogMain.ts`. */
  constructor(script: string) {
    this.#script = script;
  }

  /** Called before an agent is spawned, so that there is no moment without a watch. */
  start(): void {
    if (this.#process) {
      return;
    }
    const child: ChildProcess = spawn(process.execPath, [this.#script], {
      cwd: parse(process.execPath).root, // It is always there, and nobody wants to delete it.
      detached: true, // What is sent to our group must not reach it.
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    });
    const forget = (): void => {
      if (this.#process === child) {
        this.#process = undefined;
        this.#startAgain();
      }
    };
    child.on('error', forget).on('exit', forget);
    child.stdin?.on('error', forget); // A system without file handles gives no streams.
    child.unref();
    this.#process = child;
    for (const root of this.#roots.values()) {
      this.#tell(lineFor(root));
    }
  }

  /** Somebody killed it: as long as there are agents they need another. */
  #startAgain(): void {
    if (this.#roots.size > 0 && this.#restarts < MAX_RESTARTS) {
      this.#restarts += 1;
      this.start();
    }
  }

  watch(root: ProcessTreeRoot): void {
    this.#roots.set(root.pid, root);
    this.#tell(lineFor(root));
  }

  /** The tree has ended. */
  release(root: ProcessTreeRoot): void {
    this.#roots.delete(root.pid);
    this.#tell(`-${root.pid}`);
  }

  /** Closes the pipe: what is still watched then ends. */
  dispose(): void {
    this.#process?.stdin?.end();
    this.#process = undefined;
  }

  #tell(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }
}

const lineFor = ({ pid, started, marker }: ProcessTreeRoot): string =>
  `+${pid},${started ?? ''},${marker ?? ''}`;
