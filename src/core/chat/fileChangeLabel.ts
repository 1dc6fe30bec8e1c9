import { SYMLINK_MODE } from '../checkpoint/snapshotChange.ts';
import { localizable, t } from '../l10n.ts';
import { detectEncodingDamage } from '../review/file/encodingDamage.ts';
import type { Facets } from '../review/file/fileSide.ts';
import { getFileStatus, isText, type ReviewedFile } from '../review/file/reviewedFile.ts';

/** What happened to a file beyond its lines: where it was, and what else is different; empty if nothing. */
export function getFileChangeLabel(file: ReviewedFile, labelOf: (path: string) => string): string {
  const { base, current } = file;
  const rename = base.path === current.path ? '' : t('Renamed from {0}', labelOf(base.path));
  return [rename, getDamageLabel(file), getEmptyLabel(file)].filter(Boolean).join(', ');
}

/** A file without lines that was created or deleted has nothing else to show. */
function getEmptyLabel(file: ReviewedFile): string {
  const status = getFileStatus(file);
  const isWhole = status === 'created' || status === 'deleted';
  return isWhole && isText(file) && file.hunks.length === 0 ? t('Empty file') : '';
}

/** What happened to the encoding, the line endings or the permissions of a file; empty if nothing. */
export function getDamageLabel(file: ReviewedFile): string {
  const labels = {
    encoding: localizable('Encoding changed'),
    mark: localizable('Byte order mark removed'),
    endings: localizable('All line endings changed'),
  };
  return [
    ...detectEncodingDamage(file).map(damage => t(labels[damage])),
    ...getPermissionLabels(file),
  ].join(', ');
}

function getPermissionLabels({ base, current }: ReviewedFile): readonly string[] {
  const [before, after] = [formatPermissions(base), formatPermissions(current)];
  return before !== undefined && after !== undefined && before !== after
    ? [t('Permissions changed from {0} to {1}', before, after)]
    : [];
}

/** In the octal notation of `chmod`; a symbolic link has none. */
const formatPermissions = ({ form }: Facets): string | undefined =>
  form.kind === 'absent' || form.mode === undefined || form.mode === SYMLINK_MODE
    ? undefined
    : (form.mode & 0o7777).toString(8);
