import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReviewedFile } from '../../../src/core/review/file/reviewedFile.ts';
import { pendingIn, visibleTags, type Observation } from '../oracle/observe.ts';
import { decodeBytes, tagsOf, type Tag } from '../oracle/tags.ts';
import { touchesHunk, type EditedLines } from '../oracle/touchesHunk.ts';
import type { Action } from '../script/script.ts';
import type { ShownDocument } from '../window/insideWindow.ts';
import { Violation, type Stage } from './stage.ts';

type ActionOf<K extends Action['kind']> = Extract<Action, { kind: K }>;

const ATTEMPTS = 50;
const RETRY_MS = 20;
/** How long VS Code takes to show what a command has changed. */
const COMMAND_MS = 60;

async function chooseText(stage: Stage, at: number): Promise<string | undefined> {
  const files = stage.visibleFiles(await stage.observe(), true);
  return files[at % files.length];
}

export async function userTypes(stage: Stage, action: ActionOf<'type'>): Promise<void> {
  const { settled } = stage;
  const file = await chooseText(stage, action.file);
  if (file === undefined) {
    return;
  }
  await stage.window.call('open', file);
  const added = Array.from({ length: action.add }, () => stage.ledger.createLine('u'));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const seen = await stage.observe();
    const document = seen.documents.get(file);
    if (!document) {
      throw new Violation(`${path.basename(file)} cannot be opened`);
    }
    const place = placeOf(document, action);
    if (await stage.window.call('type', file, { ...place, lines: added })) {
      const reviewed = settled && findPending(settled, stage, file);
      const isJoined = settled
        ? reviewed !== undefined && touchesHunk(reviewed, place)
        : !(await isApart(stage, seen, file, place));
      noteTyping(stage, place, tagsOf(added.join('\n')), isJoined);
      stage.touch(settled ?? seen, file);
      return;
    }
    await sleep(RETRY_MS);
  }
  throw new Violation(`${path.basename(file)} cannot be edited`);
}

const findPending = (seen: Observation, stage: Stage, file: string): ReviewedFile | undefined =>
  pendingIn(seen, stage.folder).find(({ current }) => current.path === file);

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

function noteTyping(stage: Stage, place: Place, added: readonly Tag[], isJoined: boolean): void {
  stage.ledger.deleteAsUser(place.tags.slice(place.line, place.line + place.remove));
  if (isJoined) {
    added.forEach(tag => stage.ledger.join(tag));
  }
}

/** Whether the user certainly typed apart from all changes: between lines that are neighbors everywhere. */
async function isApart(
  stage: Stage,
  seen: Observation,
  file: string,
  { tags, line, remove }: Place,
): Promise<boolean> {
  const pair = [tags[line - 1] ?? '^', tags[line + remove] ?? '$'] as const;
  const disk = await readFile(file).then(
    bytes => tagsOf(decodeBytes(bytes)),
    () => [],
  );
  const reviewed = findPending(seen, stage, file);
  const base = reviewed ? tagsOf(reviewed.base.lines.join('')) : tags;
  const isNeighbor = (all: readonly Tag[]): boolean => {
    const from = pair[0] === '^' ? -1 : all.indexOf(pair[0]);
    const to = pair[1] === '$' ? all.length : all.indexOf(pair[1]);
    const isThere = pair[0] === '^' || from >= 0;
    return isThere && to === from + 1 + (all === tags ? remove : 0);
  };
  const isFree = pair.every(tag => stage.ledger.demandOf(tag) !== 'go');
  return isFree && remove === 0 && [disk, base].every(isNeighbor);
}

export async function userActsOnDocument(
  stage: Stage,
  { action, file: at }: ActionOf<'document'>,
): Promise<void> {
  const { window } = stage;
  const file = await chooseText(stage, at);
  if (file === undefined) {
    return;
  }
  const before = await stage.observe();
  switch (action) {
    case 'open':
      return window.call('open', file);
    case 'background':
      await window.call('open', file);
      return window.call('showOther');
    case 'save':
      return saveDocument(stage, file);
    case 'rename': {
      if (before.disk.has(file)) {
        stage.touch(before, file);
        await window.call('rename', file, stage.movedPath(file));
      }
      return;
    }
    case 'undo':
    case 'redo':
    case 'revert':
    case 'close':
      return changeInEditor(stage, before, file, action);
  }
}

async function changeInEditor(
  stage: Stage,
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
  await stage.window.call('inEditor', file, commands[action]);
  await sleep(COMMAND_MS);
  const after = await stage.agree();
  stage.touch(before, file);
  stage.ledger.changeAsUser(
    new Set(visibleTags(before).get(file)),
    new Set(visibleTags(after).get(file)),
  );
}

/** Saving works, even if it takes a second try of the extension. */
async function saveDocument(stage: Stage, file: string): Promise<void> {
  await stage.window.call('save', file);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const documents = await stage.window.call('documents');
    if (!documents.some(one => one.path === file && one.isDirty)) {
      return;
    }
    await sleep(RETRY_MS);
  }
  throw new Violation(`${path.basename(file)} cannot be saved`);
}

export async function saveAllDocuments(stage: Stage): Promise<void> {
  for (const { path: file, isDirty } of await stage.window.call('documents')) {
    if (isDirty && file.startsWith(stage.folder)) {
      await saveDocument(stage, file);
    }
  }
}

export async function userUsesGit(stage: Stage, { action }: ActionOf<'userGit'>): Promise<void> {
  await saveAllDocuments(stage);
  const seen = await stage.settle();
  if (action === 'branch') {
    await stage.git(
      'switch',
      '--quiet',
      '-c',
      `${path.basename(stage.folder)}-${stage.freshName()}`,
    );
    return;
  }
  if ((await stage.git('status', '--porcelain')) === '') {
    return;
  }
  if (action === 'stashAndPop') {
    await stage.git('stash', 'push', '--include-untracked', '--quiet');
    await sleep(COMMAND_MS * 4);
    await stage.git('stash', 'pop', '--quiet');
    return;
  }
  await commit(stage, seen);
  if (action === 'switchAwayAndBack') {
    await stage.settle();
    const branch = (await stage.git('branch', '--show-current')).trim();
    await stage.git('switch', '--quiet', '--detach', 'start');
    await sleep(COMMAND_MS * 4);
    await stage.git('switch', '--quiet', branch);
  }
}

/** A commit of the user accepts what is in it. */
async function commit(stage: Stage, seen: Observation): Promise<void> {
  await stage.git('add', '-A');
  await stage.git('commit', '--quiet', '-m', 'user');
  const tracked = new Set(
    (await stage.git('ls-files', '-z'))
      .split('\0')
      .map(name => path.join(stage.window.folder, name)),
  );
  const visible = [...visibleTags(seen)];
  const committed = visible.filter(([file]) => tracked.has(file)).flatMap(([, tags]) => tags);
  const others = new Set(
    visible.filter(([file]) => !tracked.has(file)).flatMap(([, tags]) => tags),
  );
  const missing = [...stage.ledger.all].map(([tag]) => tag).filter(tag => !others.has(tag));
  stage.ledger.commit(new Set(committed), missing);
  stage.touchAll();
}
