import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { parse } from 'node:path';
import { MAX_RESTARTS } from '../../core/catalog/restartPolicy.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { ProcessTreeRoot } from './killTree.ts';

/**
 * Watches the agents of this extension host: a small process with a pipe from us, which kills their process trees when
 * the pipe closes before they have ended. One watchdog serves all agents.
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

  /** Called before an agent is spawned, so that it is watched from the start. */
  start(): void {
    if (this.#process) {
      return;
    }
    const child: ChildProcess = spawn(process.execPath, [this.#script], {
      cwd: parse(process.execPath).root, // This folder always exists, and nobody wants to delete it.
      detached: true, // Signals to our group must not reach it.
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
    child.stdin?.on('error', forget); // Without free file handles there are no streams.
    child.unref();
    this.#process = child;
    for (const root of this.#roots.values()) {
      this.#send(lineFor(root));
    }
  }

  /** Restarts the watchdog after it was killed, if there are agents to watch. */
  #startAgain(): void {
    if (this.#roots.size > 0 && this.#restarts < MAX_RESTARTS) {
      this.#restarts += 1;
      this.start();
    }
  }

  watch(root: ProcessTreeRoot): void {
    this.#roots.set(root.pid, root);
    this.#send(lineFor(root));
  }

  /** Stops watching a tree that has ended. */
  release(root: ProcessTreeRoot): void {
    this.#roots.delete(root.pid);
    this.#send(`-${root.pid}`);
  }

  /** Closes the pipe, so that the trees that are still watched are killed. */
  dispose(): void {
    this.#process?.stdin?.end();
    this.#process = undefined;
  }

  #send(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }
}

const lineFor = ({ pid, started, marker }: ProcessTreeRoot): string =>
  `+${pid},${started ?? ''},${marker ?? ''}`;
