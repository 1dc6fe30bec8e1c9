import type { Hunk, HunkRef, Origin } from '../file/hunk.ts';
import { selectedPart, wholeHunk, type LineSelection } from '../file/hunkPart.ts';
import { isPending, type ReviewedFile } from '../file/reviewedFile.ts';
import type { FileSelection } from '../file/fileDecision.ts';

/** What a decision is about. */
export type DecisionScope =
  | { readonly kind: 'hunks'; readonly hunks: readonly HunkRef[] }
  /** Selected lines, counted in the file as it was at `revision`. */
  | {
      readonly kind: 'lines';
      readonly path: string;
      readonly revision: number;
      readonly selection: LineSelection;
    }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'turn'; readonly sessionId: string; readonly turnId: string }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'all' };

/** What a scope means in one file. */
export interface SelectedFile {
  readonly file: ReviewedFile;
  readonly choice: FileSelection;
}

/** What a scope means now; `stale` if something it names is not there any more as it was shown. */
export interface ScopeSelection {
  readonly files: readonly SelectedFile[];
  readonly stale: boolean;
}

/** Finds what a scope names. What came after the revision `seen` was not on screen, and is left out. */
export function resolveScope(
  files: readonly ReviewedFile[],
  scope: DecisionScope,
  seen: number | null,
): ScopeSelection {
  switch (scope.kind) {
    case 'hunks':
      return chosenHunks(files, scope.hunks);
    case 'lines':
      return chosenLines(files, scope);
    case 'file':
    case 'folder':
    case 'turn':
    case 'session':
    case 'all':
      return { files: wholeFiles(files, scope, seen), stale: false };
  }
}

function chosenHunks(files: readonly ReviewedFile[], refs: readonly HunkRef[]): ScopeSelection {
  const choices = files.map(file => {
    const own = refs.filter(ref => ref.path === file.current.path);
    const hunks = file.hunks.filter(hunk => own.some(ref => isShown(hunk, ref)));
    return { file, choice: { parts: hunks.map(wholeHunk), whole: false } };
  });
  const found = choices.reduce((sum, { choice }) => sum + choice.parts.length, 0);
  return { files: choices.filter(isAny), stale: found < refs.length };
}

const isShown = (hunk: Hunk, ref: HunkRef): boolean =>
  hunk.id === ref.id && hunk.revision === ref.revision;

function chosenLines(
  files: readonly ReviewedFile[],
  { path, revision, selection }: Extract<DecisionScope, { kind: 'lines' }>,
): ScopeSelection {
  const file = files.find(one => one.current.path === path && isPending(one));
  if (!file || file.revision !== revision) {
    return { files: [], stale: true };
  }
  const parts = file.hunks.flatMap(hunk => selectedPart(hunk, selection) ?? []);
  return { files: [{ file, choice: { parts, whole: false } }].filter(isAny), stale: false };
}

type WideScope = Exclude<DecisionScope, { kind: 'hunks' | 'lines' }>;

function wholeFiles(
  files: readonly ReviewedFile[],
  scope: WideScope,
  seen: number | null,
): SelectedFile[] {
  const limit = seen ?? Infinity;
  const choices = files.filter(isPending).map(file => {
    const hunks = file.hunks.filter(
      hunk => hunk.revision <= limit && isIn(scope, file, hunk.origins),
    );
    const whole = file.facetsRevision <= limit && isIn(scope, file, file.origins);
    return { file, choice: { parts: hunks.map(wholeHunk), whole } };
  });
  return choices.filter(isAny);
}

function isIn(scope: WideScope, file: ReviewedFile, origins: readonly Origin[]): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'file':
      return file.current.path === scope.path;
    case 'folder':
      return isBelow(file.proposal?.target.path ?? file.current.path, scope.path);
    case 'session':
      return origins.some(origin => origin.sessionId === scope.sessionId);
    case 'turn':
      return origins.some(
        origin => origin.sessionId === scope.sessionId && origin.turnId === scope.turnId,
      );
  }
}

/** Both separators count: the ledger takes paths as they come. */
function isBelow(path: string, folder: string): boolean {
  const next = path.charAt(folder.length);
  return path.startsWith(folder) && (next === '/' || next === '\\' || /[/\\]$/.test(folder));
}

const isAny = ({ choice }: SelectedFile): boolean => choice.whole || choice.parts.length > 0;
