import { describe, expect, it } from 'vitest';
import { toFileContent } from '../../../../../src/core/review/file/fileSide.ts';
import type { Hunk } from '../../../../../src/core/review/file/hunk.ts';
import { isPending } from '../../../../../src/core/review/file/reviewedFile.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { joinLines } from '../../../../../src/core/text/lines.ts';
import { seedMultiplier, randomFrom } from '../../text/randomTexts.ts';
import {
  absent,
  asText,
  checkInvariants,
  ensure,
  propertiesOf,
  same,
  SimulatedWorkspace,
} from '../simulatedWorkspace.ts';

type Random = (below: number) => number;

const PATHS = ['a', 'b', 'sub/c', 'moved'];

const plain = (text: string) => ({ kind: 'text', text, mode: 0o100644 }) as const;

/** A random sequence of events, checked after every step. */
class RandomRun {
  readonly workspace = new SimulatedWorkspace();
  readonly #random: Random;
  readonly #eols: readonly string[];
  readonly #originals = new Map<string, string | null>();
  #typed = false;
  #accepted = false;
  #lastToken = 0;

  constructor(seed: number, lineCount: number) {
    this.#random = randomFrom(seed);
    this.#eols = [['\n'], ['\r\n'], ['\n', '\r\n']][seed % 3] ?? ['\n'];
    for (const path of PATHS) {
      const text = path === 'moved' || this.#random(4) === 0 ? null : this.#randomText(lineCount);
      this.#originals.set(path, text);
      if (text !== null) {
        this.workspace.disk.set(path, plain(text));
      }
    }
  }

  step(): void {
    const path = PATHS[this.#random(PATHS.length)] ?? 'a';
    const steps = [
      () => this.#agentEdits(path),
      () => this.#agentEdits(path),
      () => this.#agentEdits(path),
      () => this.#userEdits(path),
      () => this.#userEdits(path),
      () => this.#userEdits(path),
      () => this.#decideHunk(path, 'accept'),
      () => this.#decideHunk(path, 'reject'),
      () => this.#decideHunk(path, 'reject'),
      () => this.#decideLines(path),
      () => this.#decideMany(path),
      () => this.#undo(),
      () => this.#redo(),
      () => this.#commit(path),
      () => this.#deleteOrCreate(path),
      () => this.#agentChangesFile(path),
      () => this.workspace.reload(),
    ];
    steps[this.#random(steps.length)]?.();
    checkInvariants(this.workspace);
  }

  /** Checks what must hold at the end of any sequence. */
  end(): void {
    if (this.#random(4) === 0) {
      ensure(
        same(
          createReviewSnapshot(this.workspace.replayed()),
          createReviewSnapshot(this.workspace.model.state),
        ),
        'replaying the journal gives the same review',
      );
    }
    const before = this.workspace.model.pending;
    this.workspace.do(model => model.reject({ kind: 'all' }, { force: true }));
    const kept = this.workspace.model.pending.map(file => file.id);
    ensure(kept.length === 0 || this.workspace.renamed, 'everything can be rejected');
    for (const { id, base } of before) {
      if (!kept.includes(id) && base.form.kind !== 'absent') {
        expect(this.workspace.text(base.path)).toBe(joinLines(base.lines));
      }
    }
    if (!this.#typed && !this.#accepted && kept.length === 0) {
      for (const [path, original] of this.#originals) {
        expect(this.workspace.content(path)).toEqual(original === null ? absent : plain(original));
      }
    }
    checkInvariants(this.workspace);
  }

  #randomLine(): string {
    const words = ['', 'a', 'b', 'c', '}', '  return;', 'ü😀', 'x'.repeat(2000)];
    return (words[this.#random(this.#random(40) === 0 ? 8 : 7)] ?? '') + this.#eol();
  }

  #eol(): string {
    return this.#eols[this.#random(this.#eols.length)] ?? '\n';
  }

  #randomText(lineCount: number): string {
    const count = this.#random(lineCount + 1);
    const lines = Array.from({ length: count }, (_, at) =>
      this.#random(3) === 0 ? this.#randomLine() : `line ${at}${this.#eol()}`,
    );
    return lines.join('') + (this.#random(3) === 0 ? 'open end' : '');
  }

  #changed(text: string, at: number, removed: number): string {
    const lines = text === '' ? [] : text.split(/(?<=\n)/);
    const added = Array.from({ length: this.#random(4) }, () => this.#randomLine());
    lines.splice(Math.min(at, lines.length), removed, ...added);
    return lines
      .map((line, n) => (n < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line))
      .join('');
  }

  /** A new text does not change the mode; a new text file has the default mode. */
  #content(path: string, text: string) {
    const content = this.workspace.content(path);
    return content.kind === 'text' ? { ...content, text } : plain(text);
  }

  #lineCount(path: string): number {
    return this.workspace.text(path).split('\n').length;
  }

  #agentEdits(path: string): void {
    let text = this.workspace.text(path);
    for (let edits = 1 + this.#random(3); edits > 0; edits--) {
      text = this.#changed(text, this.#random(this.#lineCount(path) + 1), this.#random(4));
    }
    const origin = { sessionId: `s${this.#random(2)}`, turnId: `t${this.#random(3)}` };
    this.workspace.agent(path, this.#content(path, text), origin);
  }

  /** Edits next to a hunk, inside one, or anywhere. */
  #userEdits(path: string): void {
    if (!this.workspace.disk.has(path)) {
      return;
    }
    const hunks = this.workspace.model.getFile(path)?.hunks ?? [];
    const hunk = hunks[this.#random(hunks.length)];
    const kind = this.#random(4);
    if (kind === 0) {
      return this.#userInsertsLine(path, hunks);
    }
    this.#typed = true;
    const at = hunk ? this.#lineNear(hunk, kind) : this.#random(this.#lineCount(path) + 1);
    const text = this.#changed(this.workspace.text(path), at, this.#random(3));
    this.workspace.user(path, this.#content(path, text));
  }

  #lineNear(hunk: Hunk, kind: number): number {
    const { start, end } = hunk.current;
    return kind === 1
      ? end
      : kind === 2
        ? Math.max(0, start - 1)
        : start + this.#random(end - start + 1);
  }

  /** Inserts a line outside of all hunks. It must be in the base afterwards and not in a hunk. */
  #userInsertsLine(path: string, hunks: readonly Hunk[]): void {
    const lines = this.workspace.text(path).split(/(?<=\n)/);
    const at = this.#random(lines.length);
    const isAtHunk = hunks.some(({ current: { start, end } }) => start <= at && at <= end);
    const file = this.workspace.model.getFile(path);
    const isReviewed = file?.base.form.kind === 'text' && file.current.form.kind === 'text';
    this.#typed = true;
    const token = `typed by the user ${this.#lastToken++}\n`;
    lines.splice(at, 0, token);
    this.workspace.user(path, this.#content(path, lines.join('')));
    if (isReviewed && !isAtHunk) {
      expect(this.workspace.file(path).base.lines).toContain(token);
      expect(this.workspace.file(path).hunks.length).toBe(hunks.length);
    }
  }

  #decideHunk(path: string, verdict: 'accept' | 'reject'): void {
    const file = this.workspace.model.getFile(path);
    const hunk = file?.hunks[this.#random(file.hunks.length)];
    if (!file || !hunk) {
      return;
    }
    const { lines } = file.current;
    const ref = { path, id: hunk.id, revision: hunk.revision };
    const isElsewhere = file.base.path !== path || file.current.form.kind === 'absent';
    const isOccupied = isElsewhere && this.workspace.disk.has(file.base.path);
    this.#checkReversible(() =>
      this.workspace.do(model => model[verdict]({ kind: 'hunks', hunks: [ref] }, { force: true })),
    );
    this.#accepted ||= verdict === 'accept';
    if (this.workspace.events.at(-1)?.kind === 'abandoned' || isOccupied) {
      return; // Another file is where the rejected one was: it is kept, and the user is told.
    }
    const expected = [
      ...lines.slice(0, hunk.current.start),
      ...file.base.lines.slice(hunk.base.start, hunk.base.end),
      ...lines.slice(hunk.current.end),
    ];
    const target = file.current.form.kind === 'absent' ? file.base.path : path;
    expect(this.workspace.text(target)).toBe((verdict === 'accept' ? lines : expected).join(''));
    expect(this.workspace.model.accept({ kind: 'hunks', hunks: [ref] }).notes).toEqual([
      { kind: 'stale' },
    ]);
  }

  #decideLines(path: string): void {
    const file = this.workspace.model.getFile(path);
    if (!file || file.hunks.length === 0) {
      return;
    }
    const side = this.#random(3) === 0 ? 'base' : 'current';
    const start = this.#random(file[side].lines.length + 1);
    const range = { start, end: start + this.#random(4) };
    const verdict = this.#random(2) ? 'accept' : 'reject';
    const scope = {
      kind: 'lines',
      path,
      revision: file.revision,
      selection: { side, range },
    } as const;
    this.#accepted = true;
    this.#checkReversible(() => this.workspace.do(model => model[verdict](scope, { force: true })));
  }

  #decideMany(path: string): void {
    const scopes = [
      { kind: 'file', path },
      { kind: 'folder', path: 'sub' },
      { kind: 'session', sessionId: 's1' },
      { kind: 'turn', sessionId: 's0', turnId: 't1' },
      { kind: 'all' },
    ] as const;
    const scope = scopes[this.#random(scopes.length)] ?? { kind: 'all' };
    const verdict = this.#random(2) ? 'accept' : 'reject';
    this.#accepted ||= verdict === 'accept';
    this.#checkReversible(() => this.workspace.do(model => model[verdict](scope, { force: true })));
  }

  /** Checks that the decision can be undone and redone exactly. */
  #checkReversible(act: () => void): void {
    if (this.#random(2)) {
      return act();
    }
    const before = this.#visibleState();
    const { done } = this.workspace.model.state;
    act();
    if (
      this.workspace.model.state.done === done ||
      this.workspace.events.at(-1)?.kind === 'abandoned'
    ) {
      return;
    }
    const after = this.#visibleState();
    this.workspace.undo();
    const undone = this.#visibleState();
    if (!same(undone, before)) {
      expect(undone).toEqual(before);
    }
    checkInvariants(this.workspace);
    this.workspace.redo();
    ensure(same(texts(this.#visibleState()), texts(after)), 'redo restores the decision');
    checkInvariants(this.workspace);
  }

  /** Undoes the last decision, or what was decided about any one change. */
  #undo(): void {
    this.#accepted = true;
    const patches = this.workspace.model.state.done.flatMap(decision => decision.patches);
    const patch = patches[this.#random(patches.length * 2)];
    const hunkId = patch?.lines[this.#random(patch.lines.length)]?.hunk.id;
    this.workspace.do(model =>
      model.undo(patch && { fileId: patch.fileId, ...(hunkId === undefined ? {} : { hunkId }) }),
    );
  }

  #redo(): void {
    this.#accepted = true;
    this.workspace.redo();
  }

  #commit(path: string): void {
    const file = this.workspace.model.getFile(path);
    const text = this.workspace.text(path);
    this.#accepted = true;
    const head = file && this.#random(2) ? joinLines(file.base.lines) : text;
    this.workspace.model.dispatch({ kind: 'committed', path, head: asText(head) });
    expect(this.workspace.text(path)).toBe(text);
    if (head === text && file?.current.form.kind === 'text') {
      expect(this.workspace.model.state.files.get(file.id)?.hunks ?? []).toEqual([]);
    }
  }

  #deleteOrCreate(path: string): void {
    if (this.#random(3) === 0 && this.workspace.disk.has(path)) {
      this.#typed = true;
      this.workspace.user(path, absent);
    } else {
      this.workspace.agent(
        path,
        this.workspace.disk.has(path) ? absent : plain(this.#randomText(8)),
      );
    }
  }

  /** The agent renames the file, makes it binary, or makes it executable. */
  #agentChangesFile(path: string): void {
    const content = this.workspace.content(path);
    if (content.kind === 'absent') {
      return;
    }
    const kind = this.#random(6);
    if (kind === 0) {
      this.workspace.agent(path, {
        kind: 'binary',
        hash: `h${this.#random(3)}`,
        sizeBytes: 1,
        mode: content.mode ?? 0o100644,
      });
    } else if (kind < 3) {
      this.workspace.agent(path, { ...content, mode: 0o100644 + this.#random(2) * 0o111 });
    } else if (path !== 'moved') {
      this.workspace.agentRenames(path, 'moved');
    }
  }

  /** Everything visible to the user, which excludes revisions. */
  #visibleState() {
    const files = [...this.workspace.model.state.files.values()].filter(isPending);
    return {
      disk: PATHS.map(path => propertiesOf(this.workspace.content(path))),
      files: files.map(({ base, current, hunks, origins }) => [
        [base.path, propertiesOf(toFileContent(base))],
        [current.path, propertiesOf(toFileContent(current))],
        hunks.map(hunk => [hunk.id, rangesOf(hunk), hunk.origins, hunk.wrote]),
        origins,
      ]),
    };
  }
}

const rangesOf = ({ base, current }: Hunk) => [base.start, base.end, current.start, current.end];

/** The contents without the hunks. */
const texts = ({ disk, files }: { disk: unknown; files: readonly unknown[][] }) => [
  disk,
  files.map(file => file.slice(0, 2)),
];

describe('random sequences of events', () => {
  it('satisfy all invariants in 1,000 runs of 60 steps', () => {
    for (let seed = 1; seed <= 1000 * seedMultiplier; seed++) {
      expect(() => runRandomly(seed, 60, 24)).not.toThrow();
    }
  }, 600_000);

  it('satisfy them in files of 50,000 lines', () => {
    for (let seed = 1; seed <= 2 * seedMultiplier; seed++) {
      expect(() => runRandomly(seed, 12, 50_000)).not.toThrow();
    }
  }, 600_000);
});

function runRandomly(seed: number, steps: number, lineCount: number): void {
  const run = new RandomRun(seed, lineCount);
  let step = 0;
  try {
    for (; step < steps; step++) {
      run.step();
    }
    run.end();
  } catch (error) {
    throw new Error(`seed ${seed}, step ${step}: ${String(error)}`, { cause: error });
  }
}
