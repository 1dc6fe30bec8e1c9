import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReviewedFile } from '../../../src/core/review/file/reviewedFile.ts';
import { waitUntil } from '../../harness/waitUntil.ts';
import {
  describeObservation,
  isReviewed,
  pendingIn,
  visibleTags,
  type Observation,
} from '../oracle/observe.ts';
import { decodeBytes, tagsOf, type Tag } from '../oracle/tags.ts';
import { touchesHunk, type EditedLines } from '../oracle/touchesHunk.ts';
import type { Action } from '../script/script.ts';
import type { ShownDocument } from '../window/insideWindow.ts';
import { Violation, type ScriptRun } from './scriptRun.ts';

type ActionOf<K extends Action['kind']> = Extract<Action, { kind: K }>;

const ATTEMPTS = 50;
const RETRY_MS = 20;
const SAVE_MS = 10_000;
/** How long VS Code takes to show what a command has changed. */
const COMMAND_MS = 60;

async function chooseText(run: ScriptRun, at: number): Promise<string | undefined> {
  const files = run.visibleFiles(await run.observe(), true);
  return files[at % files.length];
}

export async function userTypes(run: ScriptRun, action: ActionOf<'type'>): Promise<void> {
  const { settled } = run;
  const file = await chooseText(run, action.file);
  if (file === undefined) {
    return;
  }
  await run.window.call('open', file);
  const added = Array.from({ length: action.add }, () => run.lines.createLine('u'));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const seen = await run.observe();
    const document = seen.documents.get(file);
    if (!document) {
      throw new Violation(`${path.basename(file)} cannot be opened`);
    }
    const place = placeOf(document, action);
    if (await run.window.call('type', file, { ...place, lines: added })) {
      const reviewed = settled && findPending(settled, run, file);
      const isUnknown = settled !== undefined && isUnknownCreation(settled, run, file);
      const isJoined = settled
        ? isUnknown || (reviewed !== undefined && touchesHunk(reviewed, place))
        : !(await isApart(run, seen, file, place));
      noteTyping(run, place, tagsOf(added.join('\n')), isJoined);
      run.touch(settled ?? seen, file);
      if (isUnknown) {
        run.kept.add(file);
      }
      return;
    }
    await sleep(RETRY_MS);
  }
  throw new Violation(`${path.basename(file)} cannot be edited`);
}

const findPending = (seen: Observation, run: ScriptRun, file: string): ReviewedFile | undefined =>
  pendingIn(seen, run.folder).find(({ current }) => current.path === file);

/** Whether the review may not know yet that an agent has created a file. No check waits for that if the file has no line. */
const isUnknownCreation = (seen: Observation, run: ScriptRun, file: string): boolean =>
  !isOwn(run, file) && !isReviewed(seen, file) && visibleTags(seen).get(file)?.length === 0;

const isOwn = ({ originals, ownFiles, kept }: ScriptRun, file: string): boolean =>
  originals.has(file) || ownFiles.has(file) || kept.has(file);

interface Place extends EditedLines {
  readonly version: number;
  /** The tags of all lines of the document. */
  readonly tags: readonly Tag[];
}

function placeOf(
  { text, version }: ShownDocument,
  { at, remove }: { readonly at: number; readonly remove: number },
): Place {
  const tags = text === '' ? [] : tagsOf(text);
  const line = Math.floor(at * (tags.length + 1));
  const removed = Math.min(remove, tags.length - line);
  const isOpenEnd = !text.endsWith('\n') && line + removed >= tags.length && text !== '';
  return { version, line, remove: removed, tags, isOpenEnd };
}

function noteTyping(run: ScriptRun, place: Place, added: readonly Tag[], isJoined: boolean): void {
  run.lines.deleteAsUser(place.tags.slice(place.line, place.line + place.remove));
  if (isJoined) {
    added.forEach(tag => run.lines.join(tag));
  }
}

/** Whether the user certainly typed apart from all changes: between lines that are neighbors everywhere. */
async function isApart(
  run: ScriptRun,
  seen: Observation,
  file: string,
  { tags, line, remove }: Place,
): Promise<boolean> {
  const pair = [tags[line - 1] ?? '^', tags[line + remove] ?? '$'] as const;
  const disk = await readFile(file).then(
    bytes => tagsOf(decodeBytes(bytes)),
    () => [],
  );
  const reviewed = findPending(seen, run, file);
  const base = reviewed ? tagsOf(reviewed.base.lines.join('')) : tags;
  const isNeighbor = (all: readonly Tag[]): boolean => {
    const from = pair[0] === '^' ? -1 : all.indexOf(pair[0]);
    const to = pair[1] === '$' ? all.length : all.indexOf(pair[1]);
    const isThere = pair[0] === '^' || from >= 0;
    return isThere && to === from + 1 + (all === tags ? remove : 0);
  };
  // Everything in a file that an agent has created belongs to its only hunk.
  const isFree = isOwn(run, file) && pair.every(tag => run.lines.expectationOf(tag) !== 'absent');
  return isFree && remove === 0 && [disk, base].every(isNeighbor);
}

export async function userActsOnDocument(
  run: ScriptRun,
  { action, file: at }: ActionOf<'document'>,
): Promise<void> {
  const { window } = run;
  const file = await chooseText(run, at);
  if (file === undefined) {
    return;
  }
  const before = await run.observe();
  switch (action) {
    case 'open':
      return window.call('open', file);
    case 'background':
      await window.call('open', file);
      return window.call('showOther');
    case 'save':
      return saveDocument(run, file);
    case 'rename': {
      if (before.disk.has(file)) {
        run.touch(before, file);
        run.ownFiles.add(file);
        await window.call('rename', file, run.movedPath(file));
      }
      return;
    }
    case 'undo':
    case 'redo':
    case 'revert':
    case 'close':
      return changeInEditor(run, before, file, action);
  }
}

async function changeInEditor(
  run: ScriptRun,
  before: Observation,
  file: string,
  action: 'undo' | 'redo' | 'revert' | 'close',
): Promise<void> {
  const isDirty = before.documents.get(file)?.isDirty === true;
  const commands = {
    undo: 'undo',
    redo: 'redo',
    revert: 'workbench.action.files.revert',
    close: isDirty
      ? 'workbench.action.revertAndCloseActiveEditor'
      : 'workbench.action.closeActiveEditor',
  };
  if (!before.documents.has(file) && action !== 'revert') {
    return; // A document that has just been opened has nothing to undo.
  }
  await run.window.call('inEditor', file, commands[action]);
  await sleep(COMMAND_MS);
  const after = await run.waitUntilConsistent();
  run.touch(before, file);
  run.lines.changeAsUser(
    new Set(visibleTags(before).get(file)),
    new Set(visibleTags(after).get(file)),
  );
}

/** Saving works, even if it takes a second try of the extension or auto save has just begun on a busy machine. */
async function saveDocument(run: ScriptRun, file: string): Promise<void> {
  await run.window.call('save', file);
  const isSaved = async (): Promise<boolean> => !(await run.dirtyDocuments()).includes(file);
  await waitUntil(isSaved, SAVE_MS).catch(async () => {
    const shown = describeObservation(await run.observe(), run.folder);
    throw new Violation([`${path.basename(file)} cannot be saved`, ...shown].join('\n'));
  });
}

export async function saveAllDocuments(run: ScriptRun): Promise<void> {
  for (const file of await run.dirtyDocuments()) {
    await saveDocument(run, file);
  }
}

export async function userUsesGit(run: ScriptRun, action: ActionOf<'userGit'>): Promise<void> {
  await runGit(run, action);
  await refreshGit(run);
}

/** VS Code's git extension looks at a repository when the window gets the focus. A window of a test may have lost it. */
const refreshGit = (run: ScriptRun): Promise<void> => run.window.call('command', 'git.refresh');

async function runGit(run: ScriptRun, { action }: ActionOf<'userGit'>): Promise<void> {
  await saveAllDocuments(run);
  const seen = await run.settle();
  if (action === 'branch') {
    await run.git('switch', '--quiet', '-c', `${path.basename(run.folder)}-${run.freshName()}`);
    return;
  }
  if ((await run.git('status', '--porcelain')) === '') {
    return;
  }
  if (action === 'stashAndPop') {
    await run.git('stash', 'push', '--include-untracked', '--quiet');
    await sleep(COMMAND_MS * 4);
    await run.git('stash', 'pop', '--quiet');
    return;
  }
  await commit(run, seen);
  await refreshGit(run);
  if (action === 'switchAwayAndBack') {
    await run.settle();
    const branch = (await run.git('branch', '--show-current')).trim();
    await run.git('switch', '--quiet', '--detach', 'start');
    await sleep(COMMAND_MS * 4);
    await run.git('switch', '--quiet', branch);
  }
}

/** A commit of the user accepts what is in it. */
async function commit(run: ScriptRun, seen: Observation): Promise<void> {
  await run.git('add', '-A');
  await run.git('commit', '--quiet', '-m', 'user');
  const tracked = new Set(
    (await run.git('ls-files', '-z')).split('\0').map(name => path.join(run.window.folder, name)),
  );
  const visible = [...visibleTags(seen)];
  const committed = visible.filter(([file]) => tracked.has(file)).flatMap(([, tags]) => tags);
  const others = new Set(
    visible.filter(([file]) => !tracked.has(file)).flatMap(([, tags]) => tags),
  );
  const missing = [...run.lines.all].map(([tag]) => tag).filter(tag => !others.has(tag));
  run.lines.commit(new Set(committed), missing);
  tracked.forEach(file => run.ownFiles.add(file));
  run.touchAll();
}
