import type { LineRange } from '../../text/lineRange.ts';
import type { GitDiff, Mention } from './mention.ts';
import { mentionKey } from './mentionUri.ts';
import { touchedLines } from './textRange.ts';
import { uriBasename, uriPathSegments } from './uri.ts';
import { t } from '../../l10n.ts';

const COMMAND_LIMIT_CHARACTERS = 40;
const SHORT_COMMIT_CHARACTERS = 8;

/** The short label of a chip, without folders. */
export function mentionLabel(mention: Mention): string {
  switch (mention.kind) {
    case 'file':
      return uriBasename(mention.uri);
    case 'folder':
      return `${uriBasename(mention.uri)}/`;
    case 'selection':
      return `${uriBasename(mention.uri)}:${linesLabel(touchedLines(mention.range))}`;
    case 'symbol':
      return mention.name;
    case 'gitDiff':
      return gitLabel(mention.diff);
    case 'problems':
      return mention.uri === undefined
        ? t('Problems')
        : t('Problems in {0}', uriBasename(mention.uri));
    case 'terminal':
      return mention.command === undefined
        ? t('Terminal {0}', mention.name).trimEnd()
        : t('Terminal: {0}', shorten(mention.command));
    case 'buffer':
    case 'image':
    case 'audio':
      return mention.name;
    case 'cell':
      return t('{0} cell {1}', mention.notebook, mention.index + 1);
    case 'url':
      return mention.title ?? mention.url;
    case 'session':
      return mention.title || t('Session');
  }
}

/** Labels for mentions that are shown together. Equal labels get as many parent folders as needed to be distinct. */
export function mentionLabels(mentions: readonly Mention[]): readonly string[] {
  const keysByLabel = new Map<string, Set<string>>();
  for (const mention of mentions) {
    const label = mentionLabel(mention);
    keysByLabel.set(label, (keysByLabel.get(label) ?? new Set()).add(mentionKey(mention)));
  }
  return mentions.map(mention => {
    const label = mentionLabel(mention);
    const isUnique = (keysByLabel.get(label)?.size ?? 0) < 2;
    return isUnique ? label : `${distinctFolders(mention, mentions)}${label}`;
  });
}

/** The shortest path of parent folders that is unique among the mentions with the same label. */
function distinctFolders(mention: Mention, others: readonly Mention[]): string {
  const label = mentionLabel(mention);
  const own = foldersOf(mention);
  const rivals = others
    .filter(other => mentionLabel(other) === label && mentionKey(other) !== mentionKey(mention))
    .map(foldersOf);
  for (let count = 1; count <= own.length; count++) {
    const tail = own.slice(-count).join('/');
    if (!rivals.some(rival => rival.slice(-count).join('/') === tail)) {
      return `${tail}/`;
    }
  }
  return own.length > 0 ? `${own.join('/')}/` : '';
}

function foldersOf(mention: Mention): readonly string[] {
  return 'uri' in mention && mention.uri !== undefined && mention.kind !== 'problems'
    ? uriPathSegments(mention.uri).slice(0, -1)
    : [];
}

function linesLabel(lines: LineRange): string {
  const first = lines.start + 1;
  return lines.end <= first ? String(first) : `${first}-${lines.end}`;
}

function gitLabel(diff: GitDiff): string {
  switch (diff.kind) {
    case 'workingTree':
      return t('Uncommitted changes');
    case 'staged':
      return t('Staged changes');
    case 'branch':
      return t('Changes since {0}', diff.base);
    case 'commit':
      return t(
        'Commit {0}',
        /^[0-9a-f]{9,}$/i.test(diff.commit)
          ? diff.commit.slice(0, SHORT_COMMIT_CHARACTERS)
          : diff.commit,
      );
    case 'file':
      return diff.staged
        ? t('Staged changes in {0}', uriBasename(diff.uri))
        : t('Changes in {0}', uriBasename(diff.uri));
  }
}

const shorten = (command: string): string =>
  command.length > COMMAND_LIMIT_CHARACTERS
    ? `${command.slice(0, COMMAND_LIMIT_CHARACTERS - 1)}…`
    : command;
