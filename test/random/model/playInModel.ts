import { isPending, type ReviewedFile } from '../../../src/core/review/file/reviewedFile.ts';
import type { FileContent } from '../../../src/core/review/file/fileSide.ts';
import { joinLines } from '../../../src/core/text/lines.ts';
import {
  absent,
  checkInvariants,
  SimulatedWorkspace,
} from '../../unit/core/review/simulatedWorkspace.ts';
import { ExpectedLines } from '../oracle/expectedLines.ts';
import { haveSameOrder, isAgentTag, tagsOf, type Tag } from '../oracle/tags.ts';
import { touchesHunk } from '../oracle/touchesHunk.ts';
import { wrongTags } from '../oracle/violations.ts';
import { replaceLines } from '../run/replaceLines.ts';
import {
  describeStep,
  hasMoves,
  type LineReplacement,
  type Script,
  type Step,
} from '../script/script.ts';

/** Plays a script in the model of the review alone, without VS Code. Returns what went wrong, if something did. */
export function playInModel(script: Script): string | undefined {
  const run = new ModelRun(script);
  let where = 'at the start';
  try {
    for (const [at, step] of script.steps.entries()) {
      where = `in step ${at + 1} (${describeStep(step)})`;
      run.perform(step);
      run.check();
    }
    where = `at the end (${script.end})`;
    run.end();
    return undefined;
  } catch (error) {
    return `${where}:\n${error instanceof Error ? error.message : String(error)}`;
  }
}

class ModelRun {
  readonly #workspace = new SimulatedWorkspace();
  readonly #lines = new ExpectedLines();
  readonly #script: Script;
  readonly #history: ReadonlyMap<string, readonly Tag[]>[] = [];
  /** Files that the agent created and the user changed: they are kept. */
  readonly #kept = new Set<string>();
  #committed: ReadonlyMap<string, FileContent>;
  #names = 0;
  #hasAccepted = false;
  #hasDecidedLines = false;

  constructor(script: Script) {
    this.#script = script;
    for (const [at, shape] of script.files.entries()) {
      const count = shape === 'empty' ? 0 : 3 + ((at * 5) % 7);
      const eol = shape === 'crlf' ? '\r\n' : '\n';
      const text = Array.from({ length: count }, () => this.#lines.createLine('b')).join(eol);
      const end = shape === 'noFinalNewline' || count === 0 ? '' : eol;
      this.#workspace.disk.set(`${shape}${at}`, { kind: 'text', text: text + end, mode: 0o100644 });
    }
    this.#committed = new Map(this.#workspace.disk);
  }

  perform(step: Step): void {
    switch (step.kind) {
      case 'agentEdit':
      case 'agentLater':
        return this.#agentEdits(step.file, step);
      case 'agentCreate':
        return this.#agentCreates(step.lines);
      case 'agentFile':
        return this.#agentChangesFile(step);
      case 'type':
        return this.#userTypes(step.file, step);
      case 'document':
        return step.action === 'rename' ? this.#userRenames(step.file) : undefined;
      case 'userGit':
        return step.action === 'commit' ? this.#commit() : this.#stashAndPop();
      case 'decide':
        return this.#decide(step);
      case 'restart':
        return this.#workspace.reload();
      case 'agentGit':
      case 'agentUnkept':
      case 'beginTurn':
      case 'endTurn':
    }
  }

  /** Checks what must hold at any time. */
  check(): void {
    checkInvariants(this.#workspace);
    this.#history.push(this.#visible());
    this.#checkTags(this.#agreed(), 'the base');
  }

  end(): void {
    const before = [...this.#visible()];
    if (this.#script.end === 'acceptAll') {
      this.#workspace.acceptAll();
      fail(String(before) !== String([...this.#visible()]), 'Accept All has changed a file');
      fail(this.#pending().length > 0, 'something is pending after Accept All');
      return;
    }
    this.#workspace.rejectAll();
    const after = this.#visible();
    for (const [path, tags] of after) {
      const ordered = this.#hasDecidedLines ? tags.filter(tag => !isAgentTag(tag)) : tags;
      const isSame = this.#history.every(seen => haveSameOrder(seen.get(path) ?? [], ordered));
      fail(!isSame, `${path} is in another order: ${String(tags)}`);
    }
    const left = this.#pending().filter(({ current }) => !this.#kept.has(current.path));
    fail(left.length > 0, `still pending: ${left.map(({ current }) => current.path).join(', ')}`);
    this.#checkTags(after, 'the files', this.#kept);
  }

  #agentEdits(file: number, replacement: LineReplacement): void {
    const path = this.#choose(file);
    if (path !== undefined) {
      const added = this.#createLines('a', replacement.add);
      this.#workspace.agent(path, replaceLines(this.#workspace.text(path), replacement, added));
    }
  }

  #agentCreates(count: number): void {
    const lines = this.#createLines('a', count).map(line => `${line}\n`);
    this.#workspace.agent(this.#freshName(), {
      kind: 'text',
      text: lines.join(''),
      mode: 0o100644,
    });
  }

  #agentChangesFile({ file, action }: Extract<Step, { kind: 'agentFile' }>): void {
    const path = this.#choose(file);
    const content = path !== undefined && this.#workspace.content(path);
    if (path === undefined || !content || content.kind !== 'text') {
      return;
    }
    switch (action) {
      case 'move':
        this.#workspace.agentRenames(path, this.#movedName(path));
        return;
      case 'delete':
        this.#workspace.agent(path, absent);
        return;
      case 'recreate': {
        const added = this.#createLines('a', 1);
        this.#workspace.agent(path, absent);
        const text = replaceLines(content.text, { at: 0.5, remove: 1, add: 1 }, added);
        this.#workspace.agent(path, { ...content, text });
        return;
      }
      case 'chmod':
        this.#workspace.agent(path, { ...content, mode: (content.mode ?? 0) ^ 0o111 });
    }
  }

  #userTypes(file: number, replacement: LineReplacement): void {
    const path = this.#choose(file);
    if (path === undefined) {
      return;
    }
    const text = this.#workspace.text(path);
    const tags = text === '' ? [] : tagsOf(text);
    const line = Math.floor(replacement.at * (tags.length + 1));
    const remove = Math.min(replacement.remove, tags.length - line);
    const isOpenEnd = text !== '' && !text.endsWith('\n') && line + remove >= tags.length;
    const added = this.#createLines('u', replacement.add);
    const reviewed = this.#workspace.model.getFile(path);
    this.#lines.deleteAsUser(tags.slice(line, line + remove));
    if (reviewed && isPending(reviewed)) {
      if (touchesHunk(reviewed, { line, remove, isOpenEnd })) {
        tagsOf(added.join('\n')).forEach(tag => this.#lines.join(tag));
      }
      if (reviewed.base.form.kind === 'absent') {
        this.#kept.add(path);
      }
    }
    this.#workspace.user(path, replaceLines(text, replacement, added));
  }

  #userRenames(file: number): void {
    const path = this.#choose(file);
    if (path === undefined) {
      return;
    }
    const to = this.#movedName(path);
    this.#workspace.disk.set(to, this.#workspace.content(path));
    this.#workspace.disk.delete(path);
    this.#workspace.model.recordUserRename(path, to);
  }

  #commit(): void {
    const visible = new Set([...this.#visible().values()].flat());
    this.#committed = new Map(this.#workspace.disk);
    const paths = new Set([
      ...this.#workspace.disk.keys(),
      ...this.#pending().map(({ current }) => current.path),
    ]);
    for (const path of paths) {
      this.#workspace.model.dispatch({
        kind: 'committed',
        path,
        head: this.#workspace.content(path),
      });
    }
    this.#hasAccepted = true;
    this.#lines.commit(
      visible,
      [...this.#lines.all].map(([tag]) => tag),
    );
  }

  /** What the disk loses without a decision returns as it was. */
  #stashAndPop(): void {
    const before = new Map(this.#workspace.disk);
    const paths = new Set([...before.keys(), ...this.#committed.keys()]);
    for (const state of [this.#committed, before]) {
      for (const path of paths) {
        const content = state.get(path) ?? absent;
        this.#workspace.disk.delete(path);
        if (content.kind === 'absent') {
          this.#workspace.model.dispatch({ kind: 'removed', path });
        } else {
          this.#workspace.disk.set(path, content);
          this.#workspace.model.recordWrite(path, content, { kind: 'user', onDisk: true }, null);
        }
      }
    }
  }

  #decide({ action, file: at, pick }: Extract<Step, { kind: 'decide' }>): void {
    const pending = this.#pending();
    const file = pending[at % pending.length];
    const before = new Set([...this.#agreed().values()].flat());
    const isUndo = action === 'undoDecision';
    if (isUndo || action === 'redoDecision') {
      this.#workspace[isUndo ? 'undo' : 'redo']();
      this.#note(isUndo ? 'undo' : 'redo', before);
      return;
    }
    const verb = action.startsWith('accept') ? 'accept' : 'reject';
    const scope = file && scopeOf(file, action, pick);
    if (scope) {
      this.#hasAccepted ||= verb === 'accept';
      this.#hasDecidedLines ||= action.endsWith('Lines');
      this.#workspace.do(model => model[verb](scope));
      this.#note(verb, before);
    }
  }

  #note(verb: 'accept' | 'reject' | 'undo' | 'redo', before: ReadonlySet<Tag>): void {
    const after = new Set([...this.#agreed().values()].flat());
    const wrong = this.#lines.decide(verb, before, after);
    fail(wrong.length > 0, wrong.join('\n'));
  }

  #checkTags(
    texts: ReadonlyMap<string, readonly Tag[]>,
    where: string,
    kept: ReadonlySet<string> = new Set(),
  ): void {
    const mayBeInTwoFiles = this.#hasAccepted && hasMoves(this.#script);
    const wrong = wrongTags(texts, { lines: this.#lines, mayBeInTwoFiles }, where, kept);
    fail(wrong.length > 0, wrong.join('\n'));
  }

  #visible(): ReadonlyMap<string, readonly Tag[]> {
    return new Map(
      [...this.#workspace.disk.keys()].map(path => [path, tagsOf(this.#workspace.text(path))]),
    );
  }

  #agreed(): ReadonlyMap<string, readonly Tag[]> {
    const agreed = new Map(this.#visible());
    const pending = this.#pending();
    pending.forEach(({ current }) => agreed.delete(current.path));
    for (const { id, base } of pending) {
      agreed.set(`${base.path}#${id}`, tagsOf(joinLines(base.lines)));
    }
    return agreed;
  }

  #pending(): readonly ReviewedFile[] {
    return this.#workspace.model.pending;
  }

  #choose(at: number): string | undefined {
    const paths = [...this.#workspace.disk.keys()].toSorted();
    return paths[at % paths.length];
  }

  #createLines(author: 'u' | 'a', count: number): readonly string[] {
    return Array.from({ length: count }, () => this.#lines.createLine(author));
  }

  #movedName(path: string): string {
    const to = this.#freshName();
    if (this.#kept.has(path)) {
      this.#kept.add(to);
    }
    return to;
  }

  #freshName(): string {
    return `new${(this.#names += 1)}`;
  }
}

type Decide = Extract<Step, { kind: 'decide' }>;

function scopeOf(file: ReviewedFile, action: Decide['action'], pick: number) {
  const { path, form } = file.current;
  const hunk = file.hunks[pick % file.hunks.length];
  if (action.endsWith('All')) {
    return { kind: 'all' } as const;
  }
  if (action.endsWith('File') || !hunk || form.kind === 'absent') {
    return { kind: 'file', path } as const;
  }
  const lineCount = hunk.current.end - hunk.current.start;
  if (action.endsWith('Lines') && lineCount > 0) {
    const start = hunk.current.start + (pick % lineCount);
    const selection = { side: 'current', range: { start, end: start + 1 } } as const;
    return { kind: 'lines', path, revision: file.revision, selection } as const;
  }
  return {
    kind: 'hunks',
    hunks: [{ path, id: hunk.id, revision: hunk.revision }],
  } as const;
}

function fail(isWrong: boolean, message: string): void {
  if (isWrong) {
    throw new Error(message);
  }
}
