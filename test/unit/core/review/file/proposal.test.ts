import { describe, expect, it } from 'vitest';
import { toFileContent, type FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import {
  isProposal,
  isProposalApplied,
  type ProposedFile,
} from '../../../../../src/core/review/file/proposal.ts';
import { isPending } from '../../../../../src/core/review/file/reviewedFile.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { applyProposal } from '../../../../../src/core/review/proposals/applyProposal.ts';
import { joinLines } from '../../../../../src/core/text/lines.ts';
import { effort, randomFrom } from '../../text/randomTexts.ts';
import {
  absent,
  asText,
  checkInvariants,
  factsOf,
  must,
  origin,
  same,
  SimulatedWorkspace,
} from '../simulatedWorkspace.ts';

/** A world with proposals: what is agreed goes into the file at once, unless an agent waits for all of it to be decided. */
class Proposals {
  readonly world: SimulatedWorkspace;
  readonly held = new Set<string>();
  #made = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.world = new SimulatedWorkspace(files);
  }

  propose(target: string, after: string): string {
    const path = `proposed:${target}?${++this.#made}`;
    const before = this.world.content(target);
    this.world.log.propose({ path, target, before, after, origin });
    return path;
  }

  all(): ProposedFile[] {
    return [...this.world.log.state.files.values()].filter(isProposal);
  }

  /** What an editor does after everything that happens: it puts what is agreed where it belongs, and follows the files. */
  settle(): void {
    this.follow();
    for (const file of this.all()) {
      if (!isProposalApplied(file) && !this.held.has(file.current.path)) {
        this.place(file);
        this.follow();
      }
    }
  }

  place(file: ProposedFile): void {
    const { path } = file.current;
    const target = file.proposal.target.path;
    const {
      actions,
      content,
      conflictingText: again,
    } = applyProposal(file, this.world.content(target));
    actions.forEach(action => this.world.perform(action));
    this.world.log.recordUserWrite(target, content);
    this.world.log.dispatch({ kind: 'placed', path });
    this.world.log.updateProposalTarget(path, content);
    if (again !== undefined) {
      this.propose(target, again);
    }
  }

  follow(): void {
    for (const { current, proposal } of this.all()) {
      this.world.log.updateProposalTarget(current.path, this.world.content(proposal.target.path));
    }
  }

  check(): void {
    checkInvariants(this.world);
    for (const file of this.all()) {
      const { base, current, proposal } = file;
      const { target } = proposal;
      must(
        isProposalApplied(file) || this.held.has(current.path),
        'what is agreed is put in its place',
      );
      must(
        !isProposalApplied(file) ||
          same(factsOf(toFileContent(base)), factsOf(this.world.content(target.path))),
        'the base of a proposal is its file',
      );
    }
  }
}

const ten = Array.from({ length: 10 }, (_, n) => `line ${n}\n`).join('');
const wanted = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');

describe('a proposal', () => {
  it('leaves the file alone until a hunk is accepted, and then puts in that hunk only', () => {
    const scene = new Proposals({ a: ten });
    const path = scene.propose('a', wanted);
    scene.settle();
    expect(scene.world.text('a')).toBe(ten);
    expect(scene.world.hunks(path)).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['line 7\n', 'LINE 7\n'],
    ]);
    scene.world.acceptHunk(path, 1);
    scene.settle();
    expect(scene.world.text('a')).toBe(ten.replace('line 7', 'LINE 7'));
    scene.world.rejectHunk(path);
    scene.settle();
    expect(scene.world.text('a')).toBe(ten.replace('line 7', 'LINE 7'));
    expect(scene.world.log.pending).toEqual([]);
  });

  it('is pending again, and out of the file, when the accept is taken back', () => {
    const scene = new Proposals({ a: ten });
    const path = scene.propose('a', wanted);
    scene.world.acceptAll();
    scene.settle();
    expect(scene.world.text('a')).toBe(wanted);
    scene.world.undo();
    scene.settle();
    expect(scene.world.text('a')).toBe(ten);
    expect(scene.world.file(path).hunks.length).toBe(2);
    scene.world.redo();
    scene.settle();
    expect(scene.world.text('a')).toBe(wanted);
  });

  it('writes nothing while an agent waits for all of it, and gives back what was agreed if the agent is gone', () => {
    const scene = new Proposals({ a: ten });
    const path = scene.propose('a', wanted);
    scene.held.add(path);
    scene.world.acceptHunk(path);
    scene.settle();
    expect(scene.world.text('a')).toBe(ten);
    scene.world.log.dispatch({ kind: 'returned', path });
    scene.held.clear();
    scene.settle();
    expect(scene.world.text('a')).toBe(ten);
    expect(scene.world.file(path).hunks.map(hunk => hunk.origins)).toEqual([[origin], [origin]]);
    expect(scene.world.undo().notes).toEqual([{ kind: 'nothing' }]);
  });

  it('takes in what the user makes of it', () => {
    const scene = new Proposals({ a: ten });
    const path = scene.propose('a', wanted);
    scene.world.log.recordUserWrite(path, asText(wanted.replace('LINE 2', 'Line two')));
    scene.world.acceptAll();
    scene.settle();
    expect(scene.world.text('a')).toBe(wanted.replace('LINE 2', 'Line two'));
  });

  it('goes along with what the user types in the file', () => {
    const scene = new Proposals({ a: ten });
    const path = scene.propose('a', wanted);
    scene.world.user('a', `mine\n${ten}`.replace('line 7', 'my 7'));
    scene.settle();
    expect(scene.world.hunks(path)).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['my 7\n', 'LINE 7\n'],
    ]);
    scene.world.acceptHunk(path, 1);
    scene.settle();
    expect(scene.world.text('a')).toBe(`mine\n${ten}`.replace('line 7', 'LINE 7'));
  });

  it('creates a file only if it is accepted, an empty one too', () => {
    const scene = new Proposals({});
    scene.propose('new', 'text\n');
    scene.propose('empty', '');
    scene.settle();
    expect(scene.world.disk.size).toBe(0);
    scene.world.acceptAll();
    scene.settle();
    expect([scene.world.content('new'), scene.world.content('empty')]).toEqual([
      asText('text\n'),
      asText(''),
    ]);
    scene.world.undo();
    scene.settle();
    expect(scene.world.disk.size).toBe(0);
    scene.world.rejectAll();
    scene.settle();
    expect(scene.world.disk.size).toBe(0);
    expect(scene.world.log.pending).toEqual([]);
  });

  it('stays a proposal where the user has typed in the same lines while it was decided', () => {
    const scene = new Proposals({ a: ten });
    const path = scene.propose('a', wanted);
    scene.held.add(path);
    scene.world.acceptAll();
    scene.world.user('a', ten.replace('line 2', 'my 2'));
    scene.held.clear();
    scene.settle();
    expect(scene.world.text('a')).toBe(wanted.replace('LINE 2', 'my 2'));
    const [again] = scene.world.log.pending;
    expect(again && scene.world.hunks(again.current.path)).toEqual([['my 2\n', 'LINE 2\n']]);
  });

  it('stays a proposal where the user has made the file while it was decided', () => {
    const scene = new Proposals({});
    const path = scene.propose('new', 'text\n');
    scene.held.add(path);
    scene.world.acceptAll();
    scene.world.user('new', 'mine\n');
    scene.held.clear();
    scene.settle();
    expect(scene.world.text('new')).toBe('mine\n');
    const [again] = scene.world.log.pending;
    expect(again && scene.world.hunks(again.current.path)).toEqual([['mine\n', 'text\n']]);
  });

  it('leaves the hunks that stand in the file to themselves', () => {
    const scene = new Proposals({ a: ten });
    scene.world.agent('a', wanted);
    const path = scene.propose('a', wanted.replace('line 4', 'LINE 4'));
    scene.world.acceptHunk(path);
    scene.settle();
    expect(scene.world.hunks('a')).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['line 7\n', 'LINE 7\n'],
    ]);
    expect(scene.world.text('a')).toBe(wanted.replace('line 4', 'LINE 4'));
  });
});

/** One random life with proposals, checked after every step. */
class Life {
  readonly #random: (below: number) => number;
  readonly #scene: Proposals;
  readonly #eol: string;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.#eol = seed % 2 ? '\n' : '\r\n';
    this.#scene = new Proposals({ a: this.#text(20), b: this.#text(6) });
  }

  step(): void {
    const { world, held } = this.#scene;
    const proposals = this.#scene.all();
    const one = proposals[this.#random(proposals.length)];
    const file = ['a', 'b', 'new'][this.#random(3)] ?? 'a';
    const steps = [
      () => this.#propose(file),
      () => this.#propose(file),
      () => world.agent(file, this.#changed(world.text(file))),
      () => world.disk.has(file) && world.user(file, this.#changed(world.text(file))),
      () => world.disk.has(file) && world.user(file, this.#changed(world.text(file))),
      () => one && this.#types(one),
      () => one && this.#decide(one, 'accept'),
      () => one && this.#decide(one, 'reject'),
      () => one && world.do(log => log.accept({ kind: 'file', path: one.current.path })),
      () => this.#random(4) === 0 && world.rejectAll(),
      () => this.#random(4) === 0 && world.acceptAll(),
      () => world.undo(),
      () => world.redo(),
      () => world.reload(),
      () => this.#leaves(),
      () => one && isPending(one) && held.add(one.current.path),
    ];
    steps[this.#random(steps.length)]?.();
    this.#scene.settle();
    this.#scene.check();
  }

  /** Nothing is in a file that is rejected, and everything is that is accepted. */
  end(): void {
    const { world, held } = this.#scene;
    held.clear();
    this.#scene.settle();
    must(
      same(createReviewSnapshot(world.replayed()), createReviewSnapshot(world.log.state)),
      'the journal tells all',
    );
    world.acceptAll();
    this.#scene.settle();
    world.rejectAll();
    this.#scene.settle();
    expect(world.log.pending).toEqual([]);
    const before = this.#contents();
    this.#propose('a');
    if (world.log.pending.length === 0) {
      return;
    }
    const after = joinLines(this.#scene.all().at(-1)?.current.lines ?? []);
    world.rejectAll();
    this.#scene.settle();
    expect(this.#contents()).toEqual(before);
    world.undo();
    world.acceptAll();
    this.#scene.settle();
    expect(world.text('a')).toBe(after);
    this.#scene.check();
  }

  /** The agent dies, or the window is loaded anew: what was agreed and not written waits again. */
  #leaves(): void {
    const { world, held } = this.#scene;
    const before = this.#contents();
    for (const path of held) {
      world.log.dispatch({ kind: 'returned', path });
    }
    held.clear();
    expect(this.#contents()).toEqual(before);
    this.#scene
      .all()
      .forEach(file => must(isProposalApplied(file), 'nothing is agreed behind the back'));
  }

  #contents(): FileContent[] {
    return ['a', 'b', 'new'].map(path => this.#scene.world.disk.get(path) ?? absent);
  }

  #propose(file: string): void {
    this.#scene.propose(file, this.#changed(this.#changed(this.#scene.world.text(file))));
  }

  #types({ current }: ProposedFile): void {
    if (current.form.kind === 'text') {
      const text = this.#changed(joinLines(current.lines));
      this.#scene.world.log.recordUserWrite(current.path, asText(text));
    }
  }

  #decide({ current, hunks }: ProposedFile, verdict: 'accept' | 'reject'): void {
    const hunk = hunks[this.#random(hunks.length)];
    if (hunk) {
      const ref = { path: current.path, id: hunk.id, revision: hunk.revision };
      this.#scene.world.do(log => log[verdict]({ kind: 'hunks', hunks: [ref] }));
    }
  }

  #text(lineCount: number): string {
    return Array.from({ length: lineCount }, (_, n) => `line ${n}${this.#eol}`).join('');
  }

  #changed(text: string): string {
    const lines = text === '' ? [] : text.split(/(?<=\n)/);
    const words = ['a', 'b', '}', ''];
    const added = Array.from(
      { length: this.#random(3) },
      () => (words[this.#random(4)] ?? '') + this.#eol,
    );
    lines.splice(this.#random(lines.length + 1), this.#random(3), ...added);
    return lines.join('');
  }
}

describe('proposals, in random lives', () => {
  it('keep their promises over 300 lives of 60 steps', () => {
    for (let seed = 1; seed <= 300 * effort; seed++) {
      const life = new Life(seed);
      let step = 0;
      try {
        for (; step < 60; step++) {
          life.step();
        }
        life.end();
      } catch (error) {
        throw new Error(`seed ${seed}, step ${step}`, { cause: error });
      }
    }
  }, 600_000);
});
