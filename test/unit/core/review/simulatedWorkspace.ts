import { isDeepStrictEqual } from 'node:util';
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

/** An origin for tests that do not depend on it. */
export const origin: Origin = { sessionId: 's1', turnId: 't1', toolCallId: 'c1' };

export const absent: FileContent = { kind: 'absent' };
export const asText = (text: string): FileContent => ({ kind: 'text', text });

const splitText = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** Files in memory, which perform the actions of a review model and report their changes to it. */
export class SimulatedWorkspace {
  readonly disk = new Map<string, FileContent>();
  readonly events: ReviewEvent[] = [];
  model = new ReviewModel();
  /** Whether a file was renamed, so that another one may exist at its old path. */
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
    return this.model.recordAgentWrite(path, content, before, by);
  }

  agentRenames(from: string, to: string): ReviewOutcome {
    const before = this.content(from);
    this.renamed = true;
    if (this.disk.has(to) && !this.model.getFile(to)) {
      this.agent(to, before); // The content there is not under review yet.
      return this.agent(from, absent);
    }
    this.#put(to, before);
    this.#put(from, absent);
    return this.model.recordAgentRename(from, to, before, origin);
  }

  user(path: string, after: FileContent | string): ReviewOutcome {
    const content = this.#contentOf(path, after);
    this.#put(path, content);
    return this.model.recordUserWrite(path, content);
  }

  /** Makes a decision, an undo or a redo, and performs the resulting actions. */
  do(act: (model: ReviewModel) => ReviewOutcome): ReviewOutcome {
    const outcome = act(this.model);
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
    return this.do(model => model.accept({ kind: 'hunks', hunks: [this.ref(path, at)] }));
  }

  rejectHunk(path: string, at = 0): ReviewOutcome {
    return this.do(model => model.reject({ kind: 'hunks', hunks: [this.ref(path, at)] }));
  }

  rejectAll(): ReviewOutcome {
    return this.do(model => model.reject({ kind: 'all' }));
  }

  acceptAll(): ReviewOutcome {
    return this.do(model => model.accept({ kind: 'all' }));
  }

  undo(): ReviewOutcome {
    return this.do(model => model.undo());
  }

  redo(): ReviewOutcome {
    return this.do(model => model.redo());
  }

  ref(path: string, at = 0): HunkRef {
    const hunk = this.file(path).hunks[at];
    if (!hunk) {
      throw new Error(`No hunk ${at} in ${path}`);
    }
    return { path, id: hunk.id, revision: hunk.revision };
  }

  file(path: string): ReviewedFile {
    const file = this.model.getFile(path);
    if (!file) {
      throw new Error(`${path} is not under review`);
    }
    return file;
  }

  /** The base and current text of each pending hunk. */
  hunks(path: string): [string, string][] {
    const { base, current, hunks } = this.file(path);
    return hunks.map(hunk => [
      base.lines.slice(hunk.base.start, hunk.base.end).join(''),
      current.lines.slice(hunk.current.start, hunk.current.end).join(''),
    ]);
  }

  /** Saves the review and restores it. */
  reload(): void {
    const saved: unknown = JSON.parse(JSON.stringify(createReviewSnapshot(this.model.state)));
    const state = parseReviewSnapshot(saved);
    ensure(
      same(state && createReviewSnapshot(state), createReviewSnapshot(this.model.state)),
      'a saved review can be restored',
    );
    this.model = new ReviewModel(state);
    this.#listen();
  }

  /** The review as replayed from the journal. */
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
        return this.#replaceExpected(action.path, action.expected, action.content);
      case 'delete':
        return this.#replaceExpected(action.path, action.expected, absent);
      case 'rename':
        return this.#move(action.from, action.to);
      case 'mode':
        return this.#put(action.path, {
          ...this.content(action.path),
          mode: action.mode,
        } as FileContent);
    }
  }

  /** A new text does not change the mode. */
  #contentOf(path: string, after: FileContent | string): FileContent {
    if (typeof after !== 'string') {
      return after;
    }
    const before = this.content(path);
    return before.kind === 'text' ? { ...before, text: after } : asText(after);
  }

  #replace({ path, edits, expected }: Extract<ReviewAction, { kind: 'replace' }>): void {
    const lines = splitText(this.text(path));
    ensure(same(lines, expected), 'the model knows the content of the file');
    for (const { range, lines: added } of edits.toReversed()) {
      lines.splice(range.start, range.end - range.start, ...added);
    }
    this.#put(path, { ...this.content(path), text: lines.join('') } as FileContent);
  }

  /** The content can only be unexpected where a file was renamed. */
  #replaceExpected(path: string, expected: FileContent, content: FileContent): void {
    if (sameContent(expected, this.content(path))) {
      return this.#put(path, content);
    }
    ensure(this.renamed && expected.kind === 'absent', 'unexpected content is not overwritten');
    this.#abandon(path);
  }

  #abandon(path: string): void {
    const what =
      this.events.findLast(event => event.kind !== 'abandoned')?.kind === 'undone'
        ? 'undo'
        : 'decision';
    this.model.dispatch({ kind: 'abandoned', what, path });
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
    this.model.onDidRecord(event => this.events.push(event));
  }
}

/** Checks all invariants after a step. It uses plain comparisons because it is called millions of times. */
export function checkInvariants(workspace: SimulatedWorkspace): void {
  for (const file of workspace.model.state.files.values()) {
    checkContent(workspace, file);
    if (isText(file)) {
      checkHunks(file);
    } else {
      ensure(file.hunks.length === 0, 'binary content has no hunks');
    }
  }
}

/** Checks that the current content in the model is the content of the file. */
function checkContent(workspace: SimulatedWorkspace, { current, proposal }: ReviewedFile): void {
  if (proposal) {
    return; // A proposal is not in a file yet.
  }
  const isReplaced = current.form.kind === 'absent' && workspace.renamed;
  ensure(
    isReplaced || sameContent(toFileContent(current), workspace.content(current.path)),
    'current is the content of the file',
  );
}

/** Fails with a message. Faster than `expect`. */
export function ensure(holds: boolean, invariant: string): void {
  if (!holds) {
    throw new Error(`Violated: ${invariant}`);
  }
}

export const same = isDeepStrictEqual;

/** Compares contents. A mode unknown to the model equals any mode. */
function sameContent(ours: FileContent, other: FileContent): boolean {
  const isUnknown = ours.kind === 'text' && ours.mode === undefined;
  const count = isUnknown ? 3 : 4;
  return same(propertiesOf(ours).slice(0, count), propertiesOf(other).slice(0, count));
}

/** The properties of a content as a list, so that their order does not matter. */
export const propertiesOf = (content: FileContent) => [
  content.kind,
  content.kind === 'text' && content.text,
  content.kind === 'binary' && content.hash,
  content.kind !== 'absent' && content.mode,
];

/**
 * Checks base + hunks = current independently of the model, and that hunks are ordered, separated, non-empty and have
 * unique ids.
 */
function checkHunks({ base, current, hunks }: ReviewedFile): void {
  const built: string[] = [];
  let at = 0;
  let to = 0;
  for (const hunk of hunks) {
    built.push(...base.lines.slice(at, hunk.base.start));
    ensure(hunk.current.start - to === hunk.base.start - at, 'the lines between hunks are equal');
    ensure(at + to === 0 || hunk.base.start > at, 'any two hunks are separated');
    const before = base.lines.slice(hunk.base.start, hunk.base.end).join('');
    const after = current.lines.slice(hunk.current.start, hunk.current.end);
    ensure(after.join('') !== before, 'a hunk is a change');
    built.push(...after);
    at = hunk.base.end;
    to = hunk.current.end;
  }
  built.push(...base.lines.slice(at));
  ensure(built.join('') === current.lines.join(''), 'base + hunks = current');
  ensure(
    base.lines.slice(0, -1).every(line => line.endsWith('\n')),
    'the base consists of whole lines',
  );
  ensure(new Set(hunks.map(hunk => hunk.id)).size === hunks.length, 'hunk ids are unique');
}
