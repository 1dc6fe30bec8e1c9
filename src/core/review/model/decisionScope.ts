import type { FileSelection } from '../file/fileDecision.ts';
import type { Hunk, HunkRef, Origin } from '../file/hunk.ts';
import { selectedPart, wholeHunk, type LineSelection } from '../file/hunkPart.ts';
import { isPending, type ReviewedFile } from '../file/reviewedFile.ts';

/** What a decision applies to. */
export type DecisionScope =
  | { readonly kind: 'hunks'; readonly hunks: readonly HunkRef[] }
  /** Selected lines. The line numbers refer to the file at `revision`. */
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

export interface SelectedFile {
  readonly file: ReviewedFile;
  readonly selection: FileSelection;
}

/** What a scope selects. `stale` if it refers to something that has changed or gone since it was shown. */
export interface ScopeSelection {
  readonly files: readonly SelectedFile[];
  readonly stale: boolean;
}

/** Resolves a scope. Changes after the revision `seen` were not on screen and are excluded. */
export function resolveScope(
  files: readonly ReviewedFile[],
  scope: DecisionScope,
  seen: number | null,
): ScopeSelection {
  switch (scope.kind) {
    case 'hunks':
      return selectHunks(files, scope.hunks);
    case 'lines':
      return selectLines(files, scope);
    case 'file':
    case 'folder':
    case 'turn':
    case 'session':
    case 'all':
      return { files: selectFiles(files, scope, seen), stale: false };
  }
}

function selectHunks(files: readonly ReviewedFile[], refs: readonly HunkRef[]): ScopeSelection {
  const selections = files.map(file => {
    const own = refs.filter(ref => ref.path === file.current.path);
    const hunks = file.hunks.filter(hunk => own.some(ref => matchesRef(hunk, ref)));
    return { file, selection: { parts: hunks.map(wholeHunk), whole: false } };
  });
  const found = selections.reduce((sum, { selection }) => sum + selection.parts.length, 0);
  return { files: selections.filter(isNonEmpty), stale: found < refs.length };
}

const matchesRef = (hunk: Hunk, ref: HunkRef): boolean =>
  hunk.id === ref.id && hunk.revision === ref.revision;

function selectLines(
  files: readonly ReviewedFile[],
  { path, revision, selection }: Extract<DecisionScope, { kind: 'lines' }>,
): ScopeSelection {
  const file = files.find(one => one.current.path === path && isPending(one));
  if (!file || file.revision !== revision) {
    return { files: [], stale: true };
  }
  const lines = { base: file.base.lines, current: file.current.lines };
  const parts = file.hunks.flatMap(hunk => selectedPart(hunk, selection, lines) ?? []);
  return { files: [{ file, selection: { parts, whole: false } }].filter(isNonEmpty), stale: false };
}

type WideScope = Exclude<DecisionScope, { kind: 'hunks' | 'lines' }>;

function selectFiles(
  files: readonly ReviewedFile[],
  scope: WideScope,
  seen: number | null,
): SelectedFile[] {
  const limit = seen ?? Infinity;
  const selections = files.filter(isPending).map(file => {
    const hunks = file.hunks.filter(
      hunk => hunk.revision <= limit && isInScope(scope, file, hunk.origins),
    );
    const whole = file.facetsRevision <= limit && isInScope(scope, file, file.origins);
    return { file, selection: { parts: hunks.map(wholeHunk), whole } };
  });
  return selections.filter(isNonEmpty);
}

function isInScope(scope: WideScope, file: ReviewedFile, origins: readonly Origin[]): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'file':
      return file.current.path === scope.path;
    case 'folder':
      return isInFolder(file.proposal?.target.path ?? file.current.path, scope.path);
    case 'session':
      return origins.some(origin => origin.sessionId === scope.sessionId);
    case 'turn':
      return origins.some(
        origin => origin.sessionId === scope.sessionId && origin.turnId === scope.turnId,
      );
  }
}

/** Accepts both path separators, since the model does not normalize paths. */
function isInFolder(path: string, folder: string): boolean {
  const next = path.charAt(folder.length);
  return path.startsWith(folder) && (next === '/' || next === '\\' || /[/\\]$/.test(folder));
}

const isNonEmpty = ({ selection }: SelectedFile): boolean =>
  selection.whole || selection.parts.length > 0;
