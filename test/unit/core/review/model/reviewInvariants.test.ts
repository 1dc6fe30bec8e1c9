import { describe, expect, it } from 'vitest';
import { toFileContent } from '../../../../../src/core/review/file/fileSide.ts';
import type { Hunk } from '../../../../../src/core/review/file/hunk.ts';
import { isPending } from '../../../../../src/core/review/file/reviewedFile.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { joinLines } from '../../../../../src/core/text/lines.ts';
import { effort, randomFrom } from '../../text/randomTexts.ts';
import {
  absent,
  asText,
  checkInvariants,
  factsOf,
  must,
  same,
  SimulatedWorkspace,
} from '../simulatedWorkspace.ts';

type Random = (below: number) => number;

const PATHS = ['a', 'b', 'sub/c', 'moved'];

const plain = (text: string) => ({ kind: 'text', text, mode: 0o100644 }) as const;

/** One random life of a review, checked after every step. */
class Life {
  readonly world = new SimulatedWorkspace();
  readonly #random: Random;
  readonly #eols: readonly string[];
  readonly #originals = new Map<string, string | null>();
  #typed = false;
  #agreed = false;
  #tokens = 0;

  constructor(seed: number, lineCount: number) {
    this.#random = randomFrom(seed);
    this.#eols = [['\n'], ['\r\n'], ['\n', '\r\n']][seed % 3] ?? ['\n'];
    for (const path of PATHS) {
      const text = path === 'moved' || this.#random(4) === 0 ? null : this.#someText(lineCount);
      this.#originals.set(path, text);
      if (text !== null) {
        this.world.disk.set(path, plain(text));
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
      () => this.#changesWhole(path),
      () => this.world.reload(),
    ];
    steps[this.#random(steps.length)]?.();
    checkInvariants(this.world);
  }

  /** What must hold at the end, whatever happened. */
  end(): void {
    if (this.#random(4) === 0) {
      must(
        same(
          createReviewSnapshot(this.world.replayed()),
          createReviewSnapshot(this.world.log.state),
        ),
        'the journal tells the same story',
      );
    }
    const before = this.world.log.pending;
    this.world.do(log => log.reject({ kind: 'all' }, { force: true }));
    const kept = this.world.log.pending.map(file => file.id);
    must(kept.length === 0 || this.world.renamed, 'everything can be rejected');
    for (const { id, base } of before) {
      if (!kept.includes(id) && base.form.kind !== 'absent') {
        expect(this.world.text(base.path)).toBe(joinLines(base.lines));
      }
    }
    if (!this.#typed && !this.#agreed && kept.length === 0) {
      for (const [path, original] of this.#originals) {
        expect(this.world.content(path)).toEqual(original === null ? absent : plain(original));
      }
    }
    checkInvariants(this.world);
  }

  #someLine(): string {
    const words = ['', 'a', 'b', 'c', '}', '  return;', 'ü😀', 'x'.repeat(2000)];
    return (words[this.#random(this.#random(40) === 0 ? 8 : 7)] ?? '') + this.#eol();
  }

  #eol(): string {
    return this.#eols[this.#random(this.#eols.length)] ?? '\n';
  }

  #someText(lineCount: number): string {
    const count = this.#random(lineCount + 1);
    const lines = Array.from({ length: count }, (_, at) =>
      this.#random(3) === 0 ? this.#someLine() : `line ${at}${this.#eol()}`,
    );
    return lines.join('') + (this.#random(3) === 0 ? 'open end' : '');
  }

  #changed(text: string, at: number, removed: number): string {
    const lines = text === '' ? [] : text.split(/(?<=\n)/);
    const added = Array.from({ length: this.#random(4) }, () => this.#someLine());
    lines.splice(Math.min(at, lines.length), removed, ...added);
    return lines
      .map((line, n) => (n < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line))
      .join('');
  }

  /** New words leave the mode alone; what becomes a text is an ordinary file. */
  #content(path: string, text: string) {
    const content = this.world.content(path);
    return content.kind === 'text' ? { ...content, text } : plain(text);
  }

  #lineCount(path: string): number {
    return this.world.text(path).split('\n').length;
  }

  #agentEdits(path: string): void {
    let text = this.world.text(path);
    for (let edits = 1 + this.#random(3); edits > 0; edits--) {
      text = this.#changed(text, this.#random(this.#lineCount(path) + 1), this.#random(4));
    }
    const origin = { sessionId: `s${this.#random(2)}`, turnId: `t${this.#random(3)}` };
    this.world.agent(path, this.#content(path, text), origin);
  }

  /** Beside a hunk, inside one, or anywhere. */
  #userEdits(path: string): void {
    if (!this.world.disk.has(path)) {
      return;
    }
    const hunks = this.world.log.getFile(path)?.hunks ?? [];
    const hunk = hunks[this.#random(hunks.length)];
    const kind = this.#random(4);
    if (kind === 0) {
      return this.#typesToken(path, hunks);
    }
    this.#typed = true;
    const at = hunk ? this.#placeNear(hunk, kind) : this.#random(this.#lineCount(path) + 1);
    const text = this.#changed(this.world.text(path), at, this.#random(3));
    this.world.user(path, this.#content(path, text));
  }

  #placeNear(hunk: Hunk, kind: number): number {
    const { start, end } = hunk.current;
    return kind === 1
      ? end
      : kind === 2
        ? Math.max(0, start - 1)
        : start + this.#random(end - start + 1);
  }

  /** A line put where no hunk is must be in the base afterwards, and no part of a hunk. */
  #typesToken(path: string, hunks: readonly Hunk[]): void {
    const lines = this.world.text(path).split(/(?<=\n)/);
    const at = this.#random(lines.length);
    const isBeside = hunks.some(({ current: { start, end } }) => start <= at && at <= end);
    const file = this.world.log.getFile(path);
    const isReviewed = file?.base.form.kind === 'text' && file.current.form.kind === 'text';
    this.#typed = true;
    const token = `typed by the user ${this.#tokens++}\n`;
    lines.splice(at, 0, token);
    this.world.user(path, this.#content(path, lines.join('')));
    if (isReviewed && !isBeside) {
      expect(this.world.file(path).base.lines).toContain(token);
      expect(this.world.file(path).hunks.length).toBe(hunks.length);
    }
  }

  #decideHunk(path: string, verdict: 'accept' | 'reject'): void {
    const file = this.world.log.getFile(path);
    const hunk = file?.hunks[this.#random(file.hunks.length)];
    if (!file || !hunk) {
      return;
    }
    const { lines } = file.current;
    const ref = { path, id: hunk.id, revision: hunk.revision };
    this.#decided(() =>
      this.world.do(log => log[verdict]({ kind: 'hunks', hunks: [ref] }, { force: true })),
    );
    this.#agreed ||= verdict === 'accept';
    if (this.world.events.at(-1)?.kind === 'abandoned') {
      return;
    }
    const expected = [
      ...lines.slice(0, hunk.current.start),
      ...file.base.lines.slice(hunk.base.start, hunk.base.end),
      ...lines.slice(hunk.current.end),
    ];
    const place = file.current.form.kind === 'absent' ? file.base.path : path;
    expect(this.world.text(place)).toBe((verdict === 'accept' ? lines : expected).join(''));
    expect(this.world.log.accept({ kind: 'hunks', hunks: [ref] }).notes).toEqual([
      { kind: 'stale' },
    ]);
  }

  #decideLines(path: string): void {
    const file = this.world.log.getFile(path);
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
    this.#agreed = true;
    this.#decided(() => this.world.do(log => log[verdict](scope, { force: true })));
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
    this.#agreed ||= verdict === 'accept';
    this.#decided(() => this.world.do(log => log[verdict](scope, { force: true })));
  }

  /** Whatever is decided can be taken back, and made again, to the letter. */
  #decided(act: () => void): void {
    if (this.#random(2)) {
      return act();
    }
    const before = this.#look();
    const { done } = this.world.log.state;
    act();
    if (this.world.log.state.done === done || this.world.events.at(-1)?.kind === 'abandoned') {
      return;
    }
    const after = this.#look();
    this.world.undo();
    const undone = this.#look();
    if (!same(undone, before)) {
      expect(undone).toEqual(before);
    }
    checkInvariants(this.world);
    this.world.redo();
    must(same(texts(this.#look()), texts(after)), 'redo gives the decision back');
    checkInvariants(this.world);
  }

  #undo(): void {
    this.#agreed = true;
    this.world.undo();
  }

  #redo(): void {
    this.#agreed = true;
    this.world.redo();
  }

  #commit(path: string): void {
    const file = this.world.log.getFile(path);
    const text = this.world.text(path);
    this.#agreed = true;
    const head = file && this.#random(2) ? joinLines(file.base.lines) : text;
    this.world.log.dispatch({ kind: 'committed', path, head: asText(head) });
    expect(this.world.text(path)).toBe(text);
    if (head === text && file?.current.form.kind === 'text') {
      expect(this.world.log.state.files.get(file.id)?.hunks ?? []).toEqual([]);
    }
  }

  #deleteOrCreate(path: string): void {
    if (this.#random(3) === 0 && this.world.disk.has(path)) {
      this.#typed = true;
      this.world.user(path, absent);
    } else {
      this.world.agent(path, this.world.disk.has(path) ? absent : plain(this.#someText(8)));
    }
  }

  /** The agent moves the file, makes it binary, or makes it a program. */
  #changesWhole(path: string): void {
    const content = this.world.content(path);
    if (content.kind === 'absent') {
      return;
    }
    const kind = this.#random(6);
    if (kind === 0) {
      this.world.agent(path, { kind: 'binary', hash: `h${this.#random(3)}`, sizeBytes: 1 });
    } else if (kind < 3) {
      this.world.agent(path, { ...content, mode: 0o100644 + this.#random(2) * 0o111 });
    } else if (path !== 'moved') {
      this.world.agentRenames(path, 'moved');
    }
  }

  /** Everything a user could see; revisions are no part of that. */
  #look() {
    const files = [...this.world.log.state.files.values()].filter(isPending);
    return {
      disk: PATHS.map(path => factsOf(this.world.content(path))),
      files: files.map(({ base, current, hunks, origins }) => [
        [base.path, factsOf(toFileContent(base))],
        [current.path, factsOf(toFileContent(current))],
        hunks.map(hunk => [hunk.id, rangesOf(hunk), hunk.origins, hunk.wrote]),
        origins,
      ]),
    };
  }
}

const rangesOf = ({ base, current }: Hunk) => [base.start, base.end, current.start, current.end];

/** What stands where, without the hunks. */
const texts = ({ disk, files }: { disk: unknown; files: readonly unknown[][] }) => [
  disk,
  files.map(file => file.slice(0, 2)),
];

describe('the ledger, in random lives', () => {
  it('keeps its promises over 1,000 lives of 60 steps', () => {
    for (let seed = 1; seed <= 1000 * effort; seed++) {
      live(seed, 60, 24);
    }
  }, 600_000);

  it('keeps them in files of 50,000 lines', () => {
    for (let seed = 1; seed <= 2 * effort; seed++) {
      live(seed, 12, 50_000);
    }
  }, 600_000);
});

function live(seed: number, steps: number, lineCount: number): void {
  const life = new Life(seed, lineCount);
  let step = 0;
  try {
    for (; step < steps; step++) {
      life.step();
    }
    life.end();
  } catch (error) {
    throw new Error(`seed ${seed}, step ${step}`, { cause: error });
  }
}
