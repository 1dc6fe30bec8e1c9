import type { JSX } from 'preact';
import type { ChangedFile } from '../../core/chat/changedFile.ts';
import { countLabel } from '../ui/format/countLabel.ts';
import { t } from '../ui/strings.ts';
import { HunkView } from './hunkView.tsx';

/** The hunks of a file, or what became of them. */
export function ChangedFileHunks({ file }: { file: ChangedFile }): JSX.Element {
  const count = file.hunks.length + file.hidden;
  return (
    <>
      {file.proposed ? <p class="pending-more">{proposalLabels[file.proposed]()}</p> : null}
      {file.hunks.map((hunk, at) => (
        <HunkView key={`${hunk.id} ${at}`} {...{ file, hunk, count }} number={at + 1} />
      ))}
      {file.hidden > 0 ? <p class="pending-more">{countLabel('moreHunks', file.hidden)}</p> : null}
    </>
  );
}

const proposalLabels = {
  write: () => t('waitsWrite'),
  permission: () => t('waitsPermission'),
  nobody: () => t('waitsNobody'),
} as const;
