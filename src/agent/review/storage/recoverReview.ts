import { t } from '../../../core/l10n.ts';
import type { Logger } from '../../../core/logger.ts';
import { recoverBase } from '../../../core/review/file/recoverBase.ts';
import {
  sameContent,
  toFileContent,
  type FileContent,
} from '../../../core/review/file/fileSide.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { applyEvent } from '../../../core/review/model/applyEvent.ts';
import { withoutFile, type ReviewState } from '../../../core/review/model/reviewState.ts';
import { joinLines, splitLines } from '../../../core/text/lines.ts';
import type { ReviewFiles } from '../reviewFiles.ts';

/**
 * Repairs a review of which events are lost. Where a file differs from what the review knows, it is unknown who made the
 * difference, so that a rejection must keep everything that may be the user's.
 */
export async function recoverReview(
  state: ReviewState,
  unknown: readonly string[],
  { files, logger }: { readonly files: ReviewFiles; readonly logger: Logger },
): Promise<ReviewState> {
  let recovered = state;
  const paths: string[] = [];
  for (const file of state.files.values()) {
    const { path } = file.current;
    const content = file.proposal ? undefined : await files.read(path);
    if (content?.kind === 'text' && !sameContent(content, toFileContent(file.current))) {
      recovered = withRecoveredFile(recovered, file, content);
      paths.push(path);
    }
  }
  report(paths, unknown, logger);
  return recovered;
}

function withRecoveredFile(
  state: ReviewState,
  file: ReviewedFile,
  content: FileContent & { readonly kind: 'text' },
): ReviewState {
  const { path } = file.current;
  const lines = recoverBase(file, splitLines(content.text));
  const isCreated = file.base.form.kind === 'absent' && lines.length === 0;
  const before: FileContent = isCreated
    ? { kind: 'absent' }
    : { ...content, text: joinLines(lines) };
  const origin = file.hunks[0]?.origins[0] ?? file.origins[0] ?? { sessionId: '', turnId: '' };
  return applyEvent(withoutFile(state, file.id), {
    kind: 'changed',
    path,
    author: { kind: 'agent', origin },
    change: { kind: 'content', content },
    before,
  }).state;
}

function report(paths: readonly string[], unknown: readonly string[], logger: Logger): void {
  if (paths.length > 0) {
    logger.error(
      t(
        'Some agent changes in these files were lost. Rejecting keeps every line that might be yours: {0}',
        paths.join(', '),
      ),
    );
  }
  if (unknown.length > 0) {
    logger.error(
      t("Agent changes in these files were lost and can't be rejected: {0}", unknown.join(', ')),
    );
  }
}
