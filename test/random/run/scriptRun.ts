import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ExpectedLines } from '../oracle/expectedLines.ts';
import {
  describeObservation,
  observe,
  pendingIn,
  readDisk,
  visibleTags,
  type DiskFile,
  type Observation,
} from '../oracle/observe.ts';
import { decodeBytes, tagsOf, type Tag } from '../oracle/tags.ts';
import {
  inconsistencies,
  unreviewedModes,
  violations,
  type FinalExpectations,
} from '../oracle/violations.ts';
import { hasMoves, type FileShape, type Script } from '../script/script.ts';
import type { ControlledTurn } from '../window/agentControl.ts';
import { AGENTS, type RandomWindow } from '../window/randomWindow.ts';

const SETTLE_MS = 30_000;
const POLL_MS = 15;

/** The extension did not do what the test expects. */
export class Violation extends Error {}

/** VS Code does not report changes in a new folder, so that its own editors are outdated too. The script has to be played again. */
export class LostFileEvents extends Error {}

export interface RunningTurn extends ControlledTurn {
  readonly ended: Promise<unknown>;
}

/** One run of a script: its folder, its turns, and what the test expects of its lines and files. */
export class ScriptRun implements FinalExpectations {
  readonly window: RandomWindow;
  readonly folder: string;
  readonly script: Script;
  readonly lines = new ExpectedLines();
  readonly touched = new Set<string>();
  readonly kept = new Set<string>();
  readonly ownFiles = new Set<string>();
  readonly history: ReadonlyMap<string, readonly Tag[]>[] = [];
  readonly turns = new Map<number, RunningTurn>();
  /** Files that background processes of agents create when they have finished. */
  readonly awaited: string[] = [];
  originals: ReadonlyMap<string, DiskFile> = new Map();
  /** The observation after the last step in which everything was correct; undefined while a step is performed. */
  settled: Observation | undefined;
  hasAccepted = false;
  hasDecidedLines = false;
  /** Names of created files of which no copy is kept. The extension must report them. */
  readonly unkept: string[] = [];
  #names = 0;

  constructor(window: RandomWindow, script: Script, name: string) {
    this.window = window;
    this.script = script;
    this.folder = path.join(window.folder, name);
  }

  /** Creates the files of the script and commits them. */
  async prepare(): Promise<void> {
    await mkdir(this.folder);
    for (const [at, shape] of this.script.files.entries()) {
      await this.#createFile(at, shape);
    }
    this.originals = await readDisk(this.folder);
    await this.#assertWatched(this.originals);
    await this.git('add', '-A');
    await this.git('commit', '--quiet', '--allow-empty', '-m', 'files');
    const { autoSave, formatOnSave } = this.script;
    await this.window.configure({
      'files.autoSave': autoSave ? 'afterDelay' : 'off',
      'files.autoSaveDelay': autoSave ? 100 : undefined,
      'editor.formatOnSave': formatOnSave,
    });
  }

  get mayBeInTwoFiles(): boolean {
    return this.hasAccepted && hasMoves(this.script);
  }

  freshName(): string {
    return `new${(this.#names += 1)}`;
  }

  /** A new path for a file that is moved. */
  movedPath(file: string): string {
    const to = path.join(this.folder, `${this.freshName()}${path.extname(file)}`);
    for (const files of [this.kept, this.ownFiles]) {
      if (files.has(file)) {
        files.add(to);
      }
    }
    return to;
  }

  async git(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('git', [...args], { cwd: this.window.folder });
    return stdout;
  }

  async beginTurn(agent: number): Promise<void> {
    const name = AGENTS[agent] ?? AGENTS[0];
    const next = this.window.agents.nextTurn(name);
    const ended = this.window.call('prompt', name);
    ended.catch(() => {}); // `endTurn` awaits it. A killed extension host does not answer.
    const turn = await Promise.race([next, ended.then(() => undefined)]);
    if (!turn) {
      throw new Violation('The turn has ended before the agent got its prompt.');
    }
    this.turns.set(agent, { ...turn, ended });
  }

  async endTurn(agent: number): Promise<void> {
    const turn = this.turns.get(agent);
    this.turns.delete(agent);
    await turn?.call('end');
    await turn?.ended;
  }

  /** The paths of the documents of the run with unsaved changes. */
  async dirtyDocuments(): Promise<readonly string[]> {
    const documents = await this.window.call('documents');
    return documents
      .filter(({ path: file, isDirty }) => isDirty && file.startsWith(this.folder))
      .map(({ path: file }) => file);
  }

  observe(): Promise<Observation> {
    return observe(this.window, this.folder);
  }

  /** Waits until all checks pass. Throws a violation if they do not within the time limit. */
  async settle(): Promise<Observation> {
    const seen = await this.#waitUntilNoneFound(now => violations(now, this));
    this.settled = seen;
    this.history.push(visibleTags(seen));
    return seen;
  }

  /** Waits until the review, the editors and the files on disk have the same text. Does not check authors. */
  waitUntilConsistent(): Promise<Observation> {
    return this.#waitUntilNoneFound(now => inconsistencies(now, this.folder));
  }

  /** Waits until the scan at the end of the turn has seen changed permissions, which change no line. */
  async waitUntilModesAreReviewed(): Promise<void> {
    await this.#waitUntilNoneFound(now => unreviewedModes(now, this));
  }

  async #waitUntilNoneFound(check: (now: Observation) => readonly string[]): Promise<Observation> {
    const deadlineMs = performance.now() + SETTLE_MS;
    for (;;) {
      const seen = await this.observe();
      const found = check(seen);
      if (found.length === 0) {
        return seen;
      }
      if (performance.now() > deadlineMs) {
        await this.#assertWatched(seen.disk);
        const shown = [...found.slice(0, 6), ...describeObservation(seen, this.folder)];
        throw new Violation(shown.join('\n'));
      }
      await sleep(POLL_MS);
    }
  }

  /** A new folder is watched a moment later, or never. */
  async #assertWatched(disk: ReadonlyMap<string, DiskFile>): Promise<void> {
    for (const folder of new Set([...disk.keys()].map(file => path.dirname(file)))) {
      if (!(await this.window.call('noticesChangesIn', folder))) {
        throw new LostFileEvents(folder);
      }
    }
  }

  /** The paths of the files that a user can see, without binary ones if only texts are wanted. */
  visibleFiles(seen: Observation, onlyTexts = false): readonly string[] {
    return [...visibleTags(seen).keys()].filter(file => !onlyTexts || !file.endsWith('.bin'));
  }

  /** Marks the original of a file as changed by the user. */
  touch(seen: Observation, file: string): void {
    const pending = pendingIn(seen, this.folder).filter(({ current }) => current.path === file);
    const tags = new Set([
      ...(visibleTags(seen).get(file) ?? []),
      ...pending.flatMap(({ base }) => tagsOf(base.lines.join(''))),
    ]);
    pending.forEach(({ base }) => this.touched.add(base.path));
    this.touched.add(file);
    for (const [original, { bytes }] of this.originals) {
      if (tagsOf(decodeBytes(bytes)).some(tag => tags.has(tag))) {
        this.touched.add(original);
      }
    }
    if (pending.some(({ base }) => base.form.kind === 'absent')) {
      this.kept.add(file);
    }
  }

  touchAll(): void {
    for (const file of this.originals.keys()) {
      this.touched.add(file);
    }
  }

  async #createFile(at: number, shape: FileShape): Promise<void> {
    const count = shape === 'empty' ? 0 : shape === 'long' ? 1500 : 3 + ((at * 5) % 7);
    const words = shape === 'latin1' ? 'caf\u00E9' : 'line';
    const lines = Array.from({ length: count }, () => this.lines.createLine('b', words));
    const eol = shape === 'crlf' ? '\r\n' : '\n';
    const text = lines.join(eol) + (shape === 'noFinalNewline' || count === 0 ? '' : eol);
    const file = path.join(this.folder, fileNames[shape](at));
    const mark = shape === 'byteOrderMark' ? '\uFEFF' : shape === 'binary' ? '\0\u0001' : '';
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(mark + text, shape === 'latin1' ? 'latin1' : 'utf8'));
    if (shape === 'executable') {
      await chmod(file, 0o755);
    }
  }
}

const fileNames: Readonly<Record<FileShape, (at: number) => string>> = {
  plain: at => `plain${at}.txt`,
  empty: at => `empty${at}.txt`,
  noFinalNewline: at => `open${at}.txt`,
  crlf: at => `crlf${at}.txt`,
  byteOrderMark: at => `bom${at}.txt`,
  latin1: at => `latin${at}.txt`,
  long: at => `long${at}.txt`,
  binary: at => `data${at}.bin`,
  ignored: at => `env${at}.ignored`,
  executable: at => `run${at}.sh`,
  nested: at => path.join('folder', 'inner', `nested${at}.txt`),
};
