import type { FileContent } from '../../../core/review/file/fileSide.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { restoreText } from '../../../core/review/rejections/earlierTexts.ts';
import { splitLines } from '../../../core/text/lines.ts';
import type { StoredDirtyFileWrite } from './unsavedFileStore.ts';

/** Records a text that may have had changes of agents that were rejected since. */
export function recordAgreed(
  model: ReviewModel,
  path: string,
  content: FileContent,
  { agreed, origin }: StoredDirtyFileWrite,
): void {
  const file = model.getFile(path);
  if (file && agreed !== undefined && content.kind === 'text') {
    const [text, origins] = [splitLines(content.text), [origin]];
    const change = restoreText(file, text, { agreed: splitLines(agreed), origins });
    if (change) {
      model.recordRestored(path, change);
    }
  }
}
