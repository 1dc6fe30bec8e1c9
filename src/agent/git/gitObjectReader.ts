import { t } from '../../core/l10n.ts';
import type { GitProcess } from './gitRunner.ts';
import type { IsolatedGit } from './isolatedGit.ts';

export interface GitObject {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const IDLE_MS = 15_000;

/** Reads objects with one `git cat-file --batch` process, which ends when it is idle. */
export class GitObjectReader {
  readonly #git: IsolatedGit;
  readonly #env: Readonly<Record<string, string>>;
  #process: BatchProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(git: IsolatedGit, env: Readonly<Record<string, string>>) {
    this.#git = git;
    this.#env = env;
  }

  /** `name` is an object id or `tree:path`, without a line break. Undefined if it is missing or damaged. */
  async read(name: string): Promise<GitObject | undefined> {
    clearTimeout(this.#idle);
    try {
      for (;;) {
        if (!this.#process?.isAlive) {
          this.#process = new BatchProcess(this.#git, this.#env);
        }
        const answer = await this.#process.ask(name);
        if (answer !== UNANSWERED) {
          return answer;
        }
      }
    } finally {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  /** Ends the process. The next read starts a new one, which sees new objects and alternates. */
  close(): void {
    clearTimeout(this.#idle);
    this.#process?.end();
    this.#process = undefined;
  }
}

/** The process has ended at another object. */
const UNANSWERED = Symbol('unanswered');

type Answer = GitObject | typeof UNANSWERED | undefined;

interface Question {
  readonly answer: (found: Answer) => void;
  readonly fail: (error: Error) => void;
}

class BatchProcess {
  readonly #child: GitProcess;
  readonly #requests: Question[] = [];
  #chunks: Buffer[] = [];
  #bytes = 0;
  #wanted = 0;
  isAlive = true;

  constructor(git: IsolatedGit, env: Readonly<Record<string, string>>) {
    this.#child = git.start(['cat-file', '--batch'], env);
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#child.stderr.resume();
    this.#child.stdin.on('error', () => (this.isAlive = false)); // It has exited, so it is about to close.
    this.#child.on('error', error => this.#fail(error));
    this.#child.on('close', () => this.#handleExit());
  }

  ask(name: string): Promise<Answer> {
    return new Promise((answer, fail) => {
      this.#requests.push({ answer, fail });
      const { stdin } = this.#child;
      stdin.cork(); // Requests of the same tick are written together.
      stdin.write(`${name}\n`);
      process.nextTick(() => stdin.uncork());
    });
  }

  /** Answers the pending requests, then ends. */
  end(): void {
    this.isAlive = false;
    this.#child.stdin.end();
  }

  #fail(error: Error): void {
    this.isAlive = false;
    for (const question of this.#requests.splice(0)) {
      question.fail(error);
    }
  }

  /** Git ends in the middle of an object that it finds damaged. */
  #handleExit(): void {
    this.isAlive = false;
    if (this.#wanted > 0) {
      this.#requests.shift()?.answer(undefined);
      this.#requests.splice(0).forEach(question => question.answer(UNANSWERED));
    }
    this.#fail(new Error(t('git {0} exited', 'cat-file')));
  }

  /** Joins chunks only when a response can be complete: a large file comes in many chunks. */
  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#wanted) {
      return;
    }
    let rest: Buffer = Buffer.concat(this.#chunks);
    for (let taken = this.#take(rest); taken > 0; taken = this.#take(rest)) {
      rest = rest.subarray(taken);
    }
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
  }

  /** Answers one request from the start of `buffer`. Returns the number of bytes used, or 0 if it needs more. */
  #take(buffer: Buffer): number {
    const lineEnd = buffer.indexOf(LINE_FEED);
    if (lineEnd < 0) {
      this.#wanted = 0;
      return 0;
    }
    const header = buffer.toString('utf8', 0, lineEnd);
    const [, type, size] = /^(?:[0-9a-f]{40}|[0-9a-f]{64}) ([a-z]+) (\d+)$/.exec(header) ?? [];
    if (type === undefined) {
      this.#requests.shift()?.answer(undefined);
      return lineEnd + 1;
    }
    const start = lineEnd + 1;
    const end = start + Number(size);
    this.#wanted = end + 1;
    if (buffer.length <= end) {
      return 0;
    }
    this.#wanted = 0;
    // A copy, since a small file must not keep the whole chunk in memory.
    this.#requests.shift()?.answer({ type, bytes: new Uint8Array(buffer.subarray(start, end)) });
    return end + 1;
  }
}

const LINE_FEED = 10;
