import { getErrorMessage } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import { sameContent } from '../../core/review/file/fileSide.ts';
import type { ReviewFiles } from '../review/reviewFiles.ts';
import { RestorePlanChangedError } from '../snapshot/restore.ts';
import type { ContentStore } from './contentStore.ts';
import type { CheckpointRestoreResult } from './restoreHistory.ts';
import type { UncapturedChange, UncapturedStep } from './planUncapturedRestore.ts';

/** The user, or another agent, may have changed a file while the confirmation was open. */
export async function requireUnchangedFiles(
  steps: readonly UncapturedStep[],
  files: ReviewFiles,
): Promise<void> {
  for (const { path, expected } of steps) {
    if (!sameContent(await files.read(path), expected)) {
      throw new RestorePlanChangedError(
        t('Nothing was restored because these files changed: {0}.', path),
      );
    }
  }
}

/** Writes files that are in no snapshot. A file that cannot be written does not stop the others. */
export async function applyUncapturedSteps(
  steps: readonly UncapturedStep[],
  contents: ContentStore,
  files: ReviewFiles,
): Promise<Pick<CheckpointRestoreResult, 'uncaptured' | 'failed'>> {
  const uncaptured: UncapturedChange[] = [];
  const failed: { readonly path: string; readonly reason: string }[] = [];
  for (const { path, content, expected } of steps) {
    if (!sameContent(content, expected)) {
      try {
        const [before, after] = [await contents.put(expected), await contents.put(content)];
        await files.write(path, content);
        uncaptured.push({ path, before, after });
      } catch (error) {
        failed.push({ path, reason: getErrorMessage(error) });
      }
    }
  }
  return { uncaptured, failed };
}
