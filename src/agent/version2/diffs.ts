import { parsePatch, type StructuredPatch, type StructuredPatchHunk } from 'diff';
import { asList, asRecord, asString, type JsonObject } from '../../core/json.ts';
import { t } from '../../core/l10n.ts';

/** A changed file in a diff of version 2. */
interface Change {
  readonly operation: string;
  readonly path: string;
  readonly oldPath?: string;
}

/** Larger patches are shown as text, because parsing them takes long. */
const PATCH_LIMIT_CHARS = 2_000_000;
/** More hunks are shown as text. A small patch can have them too, because several changes can show the same file of it. */
const HUNK_LIMIT = 5_000;
/** How many folders of a path the names in a patch may have. */
const NAME_LIMIT_PARTS = 64;

/**
 * The parts of a diff in the form of version 1: a pair of texts for each hunk. A file without hunks, such as one that was
 * moved or is binary, is named.
 */
export function toDiffs(diff: JsonObject): readonly JsonObject[] {
  const changes = asList(diff['changes'], parseChange) ?? [];
  const patch = asRecord(diff['patch']);
  const text = asString(patch?.['text']) ?? '';
  const files = patch?.['format'] === 'git_patch' ? parseGitPatch(text) : undefined;
  const hunks = findHunks(changes, files ?? []);
  if (text !== '' && (!files || !hunks)) {
    return [...changes.map(toLabel), toText(`\`\`\`\`diff\n${text}\n\`\`\`\``)];
  }
  return changes.flatMap((change, index) => {
    const diffs = (hunks?.[index] ?? []).map(hunk => toDiff(change, hunk));
    return diffs.length === 0 || change.oldPath !== undefined ? [toLabel(change), ...diffs] : diffs;
  });
}

function parseChange(raw: unknown): Change | undefined {
  const change = asRecord(raw);
  const path = asString(change?.['path']);
  const oldPath = asString(change?.['oldPath']);
  return path === undefined
    ? undefined
    : {
        operation: asString(change?.['operation']) ?? 'modify',
        path,
        ...(oldPath === undefined ? {} : { oldPath }),
      };
}

function parseGitPatch(text: string): readonly StructuredPatch[] | undefined {
  if (text.length > PATCH_LIMIT_CHARS) {
    return undefined;
  }
  try {
    return parsePatch(text);
  } catch {
    return undefined; // It is shown as text.
  }
}

/** The hunks of each change, unless there are too many. A patch may not contain all changed files. */
function findHunks(
  changes: readonly Change[],
  files: readonly StructuredPatch[],
): readonly (readonly StructuredPatchHunk[])[] | undefined {
  const byName = files.length === changes.length ? undefined : indexByName(files);
  const found = changes.map(
    (change, index) => (byName ? find(byName, change) : files[index])?.hunks ?? [],
  );
  const count = found.reduce((sum, hunks) => sum + hunks.length, 0);
  return count > HUNK_LIMIT ? undefined : found;
}

/** The files of a patch by their new and old names. The first one of a name counts. */
function indexByName(files: readonly StructuredPatch[]): ReadonlyMap<string, StructuredPatch> {
  const named = files.flatMap(file =>
    [file.newFileName, file.oldFileName].map(
      name => [(name ?? '').replace(/^[ab]?\//, ''), file] as const,
    ),
  );
  return new Map(named.toReversed());
}

/** Names in a patch may lack the beginning of the path. */
const find = (
  byName: ReadonlyMap<string, StructuredPatch>,
  { path, oldPath }: Change,
): StructuredPatch | undefined =>
  [path, oldPath ?? path]
    .flatMap(endsOf)
    .map(name => byName.get(name))
    .find(file => file !== undefined);

/** The ends of a path that begin with a name, the longest first. */
function endsOf(path: string): readonly string[] {
  const parts = path.split(/[\\/]/).slice(-NAME_LIMIT_PARTS);
  return parts.map((_, index) => parts.slice(index).join('/')).filter(name => name !== '');
}

function toDiff({ operation, path }: Change, { lines }: StructuredPatchHunk): JsonObject {
  return {
    type: 'diff',
    path,
    ...(operation === 'add' ? {} : { oldText: textOf(lines, '+') }),
    newText: textOf(lines, '-'),
  };
}

/** One side of a hunk: all lines but those that only the other side has. */
function textOf(lines: readonly string[], other: '+' | '-'): string {
  const kept = lines.flatMap((line, index) => {
    const isLast = lines[index + 1]?.startsWith('\\') ?? false; // "No newline at end of file"
    return line.startsWith(other) || line.startsWith('\\')
      ? []
      : [line.slice(1) + (isLast ? '' : '\n')];
  });
  return kept.join('');
}

function toLabel({ operation, path, oldPath }: Change): JsonObject {
  const name = toCode(path);
  const from = toCode(oldPath ?? path);
  switch (operation) {
    case 'add':
      return toText(t('Added {0}', name));
    case 'delete':
      return toText(t('Deleted {0}', name));
    case 'move':
      return toText(t('Moved {0} to {1}', from, name));
    case 'copy':
      return toText(t('Copied {0} to {1}', from, name));
    default:
      return toText(t('Changed {0}', name));
  }
}

/** A path as code, so that nothing in it is taken for Markdown. */
const toCode = (path: string): string => `\`\` ${path.replaceAll(/[`\r\n]/g, ' ')} \`\``;

const toText = (text: string): JsonObject => ({
  type: 'content',
  content: { type: 'text', text },
});
