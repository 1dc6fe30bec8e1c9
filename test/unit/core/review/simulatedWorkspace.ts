import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { toFileContent, type FileContent } from '../../../../src/core/review/file/fileSide.ts';
import type { HunkRef, Origin } from '../../../../src/core/review/file/hunk.ts';
import { isText, type ReviewedFile } from '../../../../src/core/review/file/reviewedFile.ts';
import { applyEvent } from '../../../../src/core/review/model/applyEvent.ts';
import type { ReviewAction } from '../../../../src/core/review/model/reviewAction.ts';
import type { ReviewEvent } from '../../../../src/core/review/model/reviewEvent.ts';
import { ReviewModel } from '../../../../src/core/review/model/reviewModel.ts';
import type { ReviewOutcome } from '../../../../src/core/review/model/reviewOutcome.ts';
import {
  createReviewSnapshot,
  parseReviewSnapshot,
} from '../../../../src/core/review/model/reviewSnapshot.ts';
import { emptyReview, type ReviewState } from '../../../../src/core/review/model/reviewState.ts';

/** An origin for tests that do not care which. */
export const origin: Origin = { sessionId: 's1', turnId: 't1', toolCallId: 'c1' };

export const absent: FileContent = { kind: 'absent' };
export const asText = (text: string): FileContent => ({ kind: 'text', text });

const cut = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** Files in memory that do what the ledger asks for, and a ledger that is told what happens to them. */
export class SimulatedWorkspace {
  readonly disk = new Map<string, FileContent>();
  readonly events: ReviewEvent[] = [];
  log = new ReviewModel();
  /** Whether a file was moved: then another one may stand where it was. */
  renamed = false;

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) {
      this.disk.set(path, asText(text));
    }
    this.#listen();
  }

  content(path: string): FileContent {
    return this.disk.get(path) ?? absent;
  }

  text(path: string): string {
    const content = this.content(path);
    return content.kind === 'text' ? content.text : '';
  }

  agent(path: string, after: FileContent | string, by: Origin = origin): ReviewOutcome {
    const content = this.#contentOf(path, after);
    const before = this.content(path);
    this.#put(path, content);
    return this.log.recordAgentWrite(path, content, before, by);
  }

  agentRenames(from: string, to: string): ReviewOutcome {
    const before = this.content(from);
    this.renamed = true;
    if (this.disk.has(to) && !this.log.getFile(to)) {
      this.agent(to, before); // What stood there is not under review yet.
      return this.agent(from, absent);
    }
    this.#put(to, before);
    this.#put(from, absent);
    return this.log.recordAgentRename(from, to, before, origin);
  }

  user(path: string, after: FileContent | string): ReviewOutcome {
    const content = this.#contentOf(path, after);
    this.#put(path, content);
    return this.log.recordUserWrite(path, content);
  }

  /** Does a decision, an undo or a redo, and what it asks for. */
  do(act: (log: ReviewModel) => ReviewOutcome): ReviewOutcome {
    const outcome = act(this.log);
    const refused = new Set<string>();
    for (const action of outcome.actions) {
      const path = action.kind === 'rename' ? action.to : action.path;
      const { length } = this.events;
      if (!refused.has(path)) {
        this.perform(action);
      }
      if (this.events.length > length) {
        refused.add(path);
      }
    }
    return outcome;
  }

  acceptHunk(path: string, at = 0): ReviewOutcome {
    return this.do(log => log.accept({ kind: 'hunks', hunks: [this.ref(path, at)] }));
  }

  rejectHunk(path: string, at = 0): ReviewOutcome {
    return this.do(log => log.reject({ kind: 'hunks', hunks: [this.ref(path, at)] }));
  }

  rejectAll(): ReviewOutcome {
    return this.do(log => log.reject({ kind: 'all' }));
  }

  acceptAll(): ReviewOutcome {
    return this.do(log => log.accept({ kind: 'all' }));
  }

  undo(): ReviewOutcome {
    return this.do(log => log.undo());
  }

  redo(): ReviewOutcome {
    return this.do(log => log.redo());
  }

  ref(path: string, at = 0): HunkRef {
    const hunk = this.file(path).hunks[at];
    if (!hunk) {
      throw new Error(`No hunk ${at} in ${path}`);
    }
    return { path, id: hunk.id, revision: hunk.revision };
  }

  file(path: string): ReviewedFile {
    const file = this.log.getFile(path);
    if (!file) {
      throw new Error(`${path} is not under review`);
    }
    return file;
  }

  /** The words of each pending hunk: what was, and what is. */
  hunks(path: string): [string, string][] {
    const { base, current, hunks } = this.file(path);
    return hunks.map(hunk => [
      base.lines.slice(hunk.base.start, hunk.base.end).join(''),
      current.lines.slice(hunk.current.start, hunk.current.end).join(''),
    ]);
  }

  /** Saves everything, forgets it, and reads it back. */
  reload(): void {
    const saved: unknown = JSON.parse(JSON.stringify(createReviewSnapshot(this.log.state)));
    const state = parseReviewSnapshot(saved);
    must(
      same(state && createReviewSnapshot(state), createReviewSnapshot(this.log.state)),
      'what is saved is read back',
    );
    this.log = new ReviewModel(state);
    this.#listen();
  }

  /** The review as the journal tells it. */
  replayed(): ReviewState {
    return this.events.reduce((state, event) => {
      const saved = JSON.parse(JSON.stringify(event)) as ReviewEvent;
      return applyEvent(state, saved).state;
    }, emptyReview);
  }

  perform(action: ReviewAction): void {
    switch (action.kind) {
      case 'replace':
        return this.#replace(action);
      case 'write':
        return this.#putOver(action.path, action.expected, action.content);
      case 'delete':
        return this.#putOver(action.path, action.expected, absent);
      case 'rename':
        return this.#move(action.from, action.to);
      case 'mode':
        return this.#put(action.path, {
          ...this.content(action.path),
          mode: action.mode,
        } as FileContent);
    }
  }

  /** New words leave the mode alone. */
  #contentOf(path: string, after: FileContent | string): FileContent {
    if (typeof after !== 'string') {
      return after;
    }
    const before = this.content(path);
    return before.kind === 'text' ? { ...before, text: after } : asText(after);
  }

  #replace({ path, edits, expected }: Extract<ReviewAction, { kind: 'replace' }>): void {
    const lines = cut(this.text(path));
    must(same(lines, expected), 'the ledger knows what stands in the file');
    for (const { range, lines: added } of edits.toReversed()) {
      lines.splice(range.start, range.end - range.start, ...added);
    }
    this.#put(path, { ...this.content(path), text: lines.join('') } as FileContent);
  }

  /** Only where a file was moved away can something unexpected stand. */
  #putOver(path: string, expected: FileContent, content: FileContent): void {
    if (sameContent(expected, this.content(path))) {
      return this.#put(path, content);
    }
    must(this.renamed && expected.kind === 'absent', 'nothing unexpected is overwritten');
    this.#abandon(path);
  }

  #abandon(path: string): void {
    const what =
      this.events.findLast(event => event.kind !== 'abandoned')?.kind === 'undone'
        ? 'undo'
        : 'decision';
    this.log.dispatch({ kind: 'abandoned', what, path });
  }

  #move(from: string, to: string): void {
    if (this.disk.has(to)) {
      return this.#abandon(to);
    }
    this.#put(to, this.content(from));
    this.#put(from, absent);
  }

  #put(path: string, content: FileContent): void {
    if (content.kind === 'absent') {
      this.disk.delete(path);
    } else {
      this.disk.set(path, content);
    }
  }

  #listen(): void {
    this.log.onDidRecord(event => this.events.push(event));
  }
}

/** Checks everything that must hold after every step. Plain comparisons: there are millions of them. */
export function checkInvariants(world: SimulatedWorkspace): void {
  for (const file of world.log.state.files.values()) {
    checkPlace(world, file);
    if (isText(file)) {
      checkHunks(file);
    } else {
      must(file.hunks.length === 0, 'bytes have no hunks');
    }
  }
}

/** What the ledger says stands there stands there. */
function checkPlace(world: SimulatedWorkspace, { current, proposal }: ReviewedFile): void {
  if (proposal) {
    return; // It stands nowhere yet.
  }
  const isElsewhere = current.form.kind === 'absent' && world.renamed;
  must(
    isElsewhere || sameContent(toFileContent(current), world.content(current.path)),
    'current is what stands there',
  );
}

/** Fails with a sentence. */
export function must(holds: boolean, promise: string): void {
  if (!holds) {
    expect.fail(`Broken: ${promise}`);
  }
}

/** Whether two values of plain data are the same. */
export const same = isDeepStrictEqual;

/** A mode the ledger was never told may be anything. */
function sameContent(ours: FileContent, other: FileContent): boolean {
  const isUnknown = ours.kind === 'text' && ours.mode === undefined;
  const count = isUnknown ? 3 : 4;
  return same(factsOf(ours).slice(0, count), factsOf(other).slice(0, count));
}

/** A content as a list, in which the order of fields does not matter. */
export const factsOf = (content: FileContent) => [
  content.kind,
  content.kind === 'text' && content.text,
  content.kind === 'binary' && content.hash,
  content.kind !== 'absent' && content.mode,
];

/** Base + hunks = current, by other means than those of the ledger; hunks in order, apart, each a change, each with its id. */
function checkHunks({ base, current, hunks }: ReviewedFile): void {
  const built: string[] = [];
  let at = 0;
  let to = 0;
  for (const hunk of hunks) {
    built.push(...base.lines.slice(at, hunk.base.start));
    must(hunk.current.start - to === hunk.base.start - at, 'equal lines between hunks');
    must(at + to === 0 || hunk.base.start > at, 'a line between any two hunks');
    const before = base.lines.slice(hunk.base.start, hunk.base.end).join('');
    const after = current.lines.slice(hunk.current.start, hunk.current.end);
    must(after.join('') !== before, 'a hunk is a change');
    built.push(...after);
    at = hunk.base.end;
    to = hunk.current.end;
  }
  built.push(...base.lines.slice(at));
  must(built.join('') === current.lines.join(''), 'base + hunks = current');
  must(
    base.lines.slice(0, -1).every(line => line.endsWith('\n')),
    'the base is whole lines',
  );
  must(new Set(hunks.map(hunk => hunk.id)).size === hunks.length, 'each hunk has its own id');
}
