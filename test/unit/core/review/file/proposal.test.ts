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
import { seedMultiplier, randomFrom } from '../../text/randomTexts.ts';
import {
  absent,
  asText,
  checkInvariants,
  ensure,
  origin,
  propertiesOf,
  same,
  SimulatedWorkspace,
} from '../simulatedWorkspace.ts';

/** A workspace with proposals. Accepted changes are written at once, unless an agent waits until everything is decided. */
class Proposals {
  readonly workspace: SimulatedWorkspace;
  readonly waiting = new Set<string>();
  #lastId = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.workspace = new SimulatedWorkspace(files);
  }

  propose(target: string, after: string): string {
    const path = `proposed:${target}?${++this.#lastId}`;
    const before = this.workspace.content(target);
    this.workspace.model.propose({ path, target, before, after, origin });
    return path;
  }

  all(): ProposedFile[] {
    return [...this.workspace.model.state.files.values()].filter(isProposal);
  }

  /** What the editor does after every event: writes accepted changes to the targets, and reports changes of the targets. */
  applyAccepted(): void {
    this.reportTargets();
    for (const file of this.all()) {
      if (!isProposalApplied(file) && !this.waiting.has(file.current.path)) {
        this.apply(file);
        this.reportTargets();
      }
    }
  }

  apply(file: ProposedFile): void {
    const { path } = file.current;
    const target = file.proposal.target.path;
    const { actions, content, conflictingText } = applyProposal(
      file,
      this.workspace.content(target),
    );
    actions.forEach(action => this.workspace.perform(action));
    this.workspace.model.recordUserWrite(target, content);
    this.workspace.model.dispatch({ kind: 'placed', path });
    this.workspace.model.updateProposalTarget(path, content);
    if (conflictingText !== undefined) {
      this.propose(target, conflictingText);
    }
  }

  reportTargets(): void {
    for (const { current, proposal } of this.all()) {
      this.workspace.model.updateProposalTarget(
        current.path,
        this.workspace.content(proposal.target.path),
      );
    }
  }

  check(): void {
    checkInvariants(this.workspace);
    for (const file of this.all()) {
      const { base, current, proposal } = file;
      const { target } = proposal;
      ensure(
        isProposalApplied(file) || this.waiting.has(current.path),
        'accepted changes are in the target',
      );
      ensure(
        !isProposalApplied(file) ||
          same(
            propertiesOf(toFileContent(base)),
            propertiesOf(this.workspace.content(target.path)),
          ),
        'the base of a proposal is the content of its target',
      );
    }
  }
}

const ten = Array.from({ length: 10 }, (_, n) => `line ${n}\n`).join('');
const wanted = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');

describe('a proposal', () => {
  it('does not change the file until a hunk is accepted, and then writes only that hunk', () => {
    const proposals = new Proposals({ a: ten });
    const path = proposals.propose('a', wanted);
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(ten);
    expect(proposals.workspace.hunks(path)).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['line 7\n', 'LINE 7\n'],
    ]);
    proposals.workspace.acceptHunk(path, 1);
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(ten.replace('line 7', 'LINE 7'));
    proposals.workspace.rejectHunk(path);
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(ten.replace('line 7', 'LINE 7'));
    expect(proposals.workspace.model.pending).toEqual([]);
  });

  it('becomes pending conflictingText and is removed from the file when the accept is undone', () => {
    const proposals = new Proposals({ a: ten });
    const path = proposals.propose('a', wanted);
    proposals.workspace.acceptAll();
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(wanted);
    proposals.workspace.undo();
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(ten);
    expect(proposals.workspace.file(path).hunks.length).toBe(2);
    proposals.workspace.redo();
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(wanted);
  });

  it('writes nothing while an agent waits for the decision, and reopens what was accepted if the agent is gone', () => {
    const proposals = new Proposals({ a: ten });
    const path = proposals.propose('a', wanted);
    proposals.waiting.add(path);
    proposals.workspace.acceptHunk(path);
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(ten);
    proposals.workspace.model.dispatch({ kind: 'returned', path });
    proposals.waiting.clear();
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(ten);
    expect(proposals.workspace.file(path).hunks.map(hunk => hunk.origins)).toEqual([
      [origin],
      [origin],
    ]);
    expect(proposals.workspace.undo().notes).toEqual([{ kind: 'nothing' }]);
  });

  it("includes the user's edits of the proposal", () => {
    const proposals = new Proposals({ a: ten });
    const path = proposals.propose('a', wanted);
    proposals.workspace.model.recordUserWrite(path, asText(wanted.replace('LINE 2', 'Line two')));
    proposals.workspace.acceptAll();
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(wanted.replace('LINE 2', 'Line two'));
  });

  it("follows the user's edits of the target", () => {
    const proposals = new Proposals({ a: ten });
    const path = proposals.propose('a', wanted);
    proposals.workspace.user('a', `mine\n${ten}`.replace('line 7', 'my 7'));
    proposals.applyAccepted();
    expect(proposals.workspace.hunks(path)).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['my 7\n', 'LINE 7\n'],
    ]);
    proposals.workspace.acceptHunk(path, 1);
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(`mine\n${ten}`.replace('line 7', 'LINE 7'));
  });

  it('creates a file, even an empty one, only if it is accepted', () => {
    const proposals = new Proposals({});
    proposals.propose('new', 'text\n');
    proposals.propose('empty', '');
    proposals.applyAccepted();
    expect(proposals.workspace.disk.size).toBe(0);
    proposals.workspace.acceptAll();
    proposals.applyAccepted();
    expect([proposals.workspace.content('new'), proposals.workspace.content('empty')]).toEqual([
      asText('text\n'),
      asText(''),
    ]);
    proposals.workspace.undo();
    proposals.applyAccepted();
    expect(proposals.workspace.disk.size).toBe(0);
    proposals.workspace.rejectAll();
    proposals.applyAccepted();
    expect(proposals.workspace.disk.size).toBe(0);
    expect(proposals.workspace.model.pending).toEqual([]);
  });

  it('remains pending where the user has edited the same lines in the meantime', () => {
    const proposals = new Proposals({ a: ten });
    const path = proposals.propose('a', wanted);
    proposals.waiting.add(path);
    proposals.workspace.acceptAll();
    proposals.workspace.user('a', ten.replace('line 2', 'my 2'));
    proposals.waiting.clear();
    proposals.applyAccepted();
    expect(proposals.workspace.text('a')).toBe(wanted.replace('LINE 2', 'my 2'));
    const [proposal] = proposals.workspace.model.pending;
    expect(proposal && proposals.workspace.hunks(proposal.current.path)).toEqual([
      ['my 2\n', 'LINE 2\n'],
    ]);
  });

  it('remains pending if the user has created the file in the meantime', () => {
    const proposals = new Proposals({});
    const path = proposals.propose('new', 'text\n');
    proposals.waiting.add(path);
    proposals.workspace.acceptAll();
    proposals.workspace.user('new', 'mine\n');
    proposals.waiting.clear();
    proposals.applyAccepted();
    expect(proposals.workspace.text('new')).toBe('mine\n');
    const [proposal] = proposals.workspace.model.pending;
    expect(proposal && proposals.workspace.hunks(proposal.current.path)).toEqual([
      ['mine\n', 'text\n'],
    ]);
  });

  it('does not affect the pending hunks of the target', () => {
    const proposals = new Proposals({ a: ten });
    proposals.workspace.agent('a', wanted);
    const path = proposals.propose('a', wanted.replace('line 4', 'LINE 4'));
    proposals.workspace.acceptHunk(path);
    proposals.applyAccepted();
    expect(proposals.workspace.hunks('a')).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['line 7\n', 'LINE 7\n'],
    ]);
    expect(proposals.workspace.text('a')).toBe(wanted.replace('line 4', 'LINE 4'));
  });
});

/** A random sequence of events with proposals, checked after every step. */
class RandomRun {
  readonly #random: (below: number) => number;
  readonly #proposals: Proposals;
  readonly #eol: string;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.#eol = seed % 2 ? '\n' : '\r\n';
    this.#proposals = new Proposals({ a: this.#text(20), b: this.#text(6) });
  }

  step(): void {
    const { workspace, waiting } = this.#proposals;
    const proposals = this.#proposals.all();
    const one = proposals[this.#random(proposals.length)];
    const file = ['a', 'b', 'new'][this.#random(3)] ?? 'a';
    const steps = [
      () => this.#propose(file),
      () => this.#propose(file),
      () => workspace.agent(file, this.#changed(workspace.text(file))),
      () => workspace.disk.has(file) && workspace.user(file, this.#changed(workspace.text(file))),
      () => workspace.disk.has(file) && workspace.user(file, this.#changed(workspace.text(file))),
      () => one && this.#types(one),
      () => one && this.#decide(one, 'accept'),
      () => one && this.#decide(one, 'reject'),
      () => one && workspace.do(model => model.accept({ kind: 'file', path: one.current.path })),
      () => this.#random(4) === 0 && workspace.rejectAll(),
      () => this.#random(4) === 0 && workspace.acceptAll(),
      () => workspace.undo(),
      () => workspace.redo(),
      () => workspace.reload(),
      () => this.#agentExits(),
      () => one && isPending(one) && waiting.add(one.current.path),
    ];
    steps[this.#random(steps.length)]?.();
    this.#proposals.applyAccepted();
    this.#proposals.check();
  }

  /** Checks that everything accepted and nothing rejected is in the files. */
  end(): void {
    const { workspace, waiting } = this.#proposals;
    waiting.clear();
    this.#proposals.applyAccepted();
    ensure(
      same(createReviewSnapshot(workspace.replayed()), createReviewSnapshot(workspace.model.state)),
      'replaying the journal gives the same review',
    );
    workspace.acceptAll();
    this.#proposals.applyAccepted();
    workspace.rejectAll();
    this.#proposals.applyAccepted();
    expect(workspace.model.pending).toEqual([]);
    const before = this.#contents();
    this.#propose('a');
    if (workspace.model.pending.length === 0) {
      return;
    }
    const after = joinLines(this.#proposals.all().at(-1)?.current.lines ?? []);
    workspace.rejectAll();
    this.#proposals.applyAccepted();
    expect(this.#contents()).toEqual(before);
    workspace.undo();
    workspace.acceptAll();
    this.#proposals.applyAccepted();
    expect(workspace.text('a')).toBe(after);
    this.#proposals.check();
  }

  /** The agent exits, or the window is reloaded: what was accepted but not written is pending again. */
  #agentExits(): void {
    const { workspace, waiting } = this.#proposals;
    const before = this.#contents();
    for (const path of waiting) {
      workspace.model.dispatch({ kind: 'returned', path });
    }
    waiting.clear();
    expect(this.#contents()).toEqual(before);
    this.#proposals
      .all()
      .forEach(file => ensure(isProposalApplied(file), 'nothing is accepted implicitly'));
  }

  #contents(): FileContent[] {
    return ['a', 'b', 'new'].map(path => this.#proposals.workspace.disk.get(path) ?? absent);
  }

  #propose(file: string): void {
    this.#proposals.propose(
      file,
      this.#changed(this.#changed(this.#proposals.workspace.text(file))),
    );
  }

  #types({ current }: ProposedFile): void {
    if (current.form.kind === 'text') {
      const text = this.#changed(joinLines(current.lines));
      this.#proposals.workspace.model.recordUserWrite(current.path, asText(text));
    }
  }

  #decide({ current, hunks }: ProposedFile, verdict: 'accept' | 'reject'): void {
    const hunk = hunks[this.#random(hunks.length)];
    if (hunk) {
      const ref = { path: current.path, id: hunk.id, revision: hunk.revision };
      this.#proposals.workspace.do(model => model[verdict]({ kind: 'hunks', hunks: [ref] }));
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

describe('random sequences of events with proposals', () => {
  it('satisfy all invariants in 300 runs of 60 steps', () => {
    for (let seed = 1; seed <= 300 * seedMultiplier; seed++) {
      expect(() => runRandomly(seed)).not.toThrow();
    }
  }, 600_000);
});

function runRandomly(seed: number): void {
  const run = new RandomRun(seed);
  let step = 0;
  try {
    for (; step < 60; step++) {
      run.step();
    }
    run.end();
  } catch (error) {
    throw new Error(`seed ${seed}, step ${step}: ${String(error)}`, { cause: error });
  }
}
