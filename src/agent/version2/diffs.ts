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

/**
 * The parts of a diff in the form of version 1: a pair of texts for each hunk. A file without hunks, such as one that was
 * moved or is binary, is named.
 */
export function toDiffs(diff: JsonObject): readonly JsonObject[] {
  const changes = asList(diff['changes'], parseChange) ?? [];
  const patch = asRecord(diff['patch']);
  const text = asString(patch?.['text']) ?? '';
  const files = patch?.['format'] === 'git_patch' ? parseGitPatch(text) : undefined;
  if (!files && text !== '') {
    return [...changes.map(toLabel), toText(`\`\`\`\`diff\n${text}\n\`\`\`\``)];
  }
  return changes.flatMap((change, index) => {
    const file =
      (files?.length === changes.length ? files[index] : undefined) ?? find(files, change);
    const hunks = (file?.hunks ?? []).map(hunk => toDiff(change, hunk));
    return hunks.length === 0 || change.oldPath !== undefined ? [toLabel(change), ...hunks] : hunks;
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

/** Finds the file of a patch that does not contain all changed files. Its names may lack the beginning of the path. */
function find(
  files: readonly StructuredPatch[] | undefined,
  { path, oldPath }: Change,
): StructuredPatch | undefined {
  const paths = [path, oldPath ?? path].map(name => name.replaceAll('\\', '/'));
  return files?.find(({ newFileName, oldFileName }) =>
    [newFileName, oldFileName].some(name => {
      const bare = (name ?? '').replace(/^[ab]\//, '');
      return bare !== '' && paths.some(candidate => candidate.endsWith(bare));
    }),
  );
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
