import * as z from 'zod';
import { unifiedHunk } from '../../diff/unifiedDiff.ts';
import { asRecord } from '../../json.ts';
import type { LineRange } from '../../text/lineRange.ts';
import type { Hunk } from '../file/hunk.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import { lineRangeSchema } from '../model/reviewEventSchema.ts';

/** The user's comment on a hunk, which is kept until it is sent. */
export interface ReviewComment {
  readonly id: string;
  /** The session that made the change. */
  readonly sessionId: string;
  readonly path: string;
  readonly hunkId: string;
  /** The commented lines in the file. They follow the hunk while it is pending. */
  readonly range: LineRange;
  /** What was decided about the hunk. */
  readonly verdict: 'open' | 'accepted' | 'rejected';
  /** The last known hunk in unified diff format. */
  readonly diff: string;
  readonly text: string;
}

/** Limits of one comment. A longer diff is cut and ends with a line that says so. */
export const COMMENT_LIMIT_CHARS = 20_000;
const DIFF_LIMIT_LINES = 120;
const LINE_LIMIT_CHARS = 1_000;

/** The properties of a comment that describe its hunk. */
export function describeHunk(
  file: ReviewedFile,
  hunk: Hunk,
): Pick<ReviewComment, 'path' | 'hunkId' | 'range' | 'diff'> {
  const { base, current } = file;
  return {
    path: current.path,
    hunkId: hunk.id,
    range: hunk.current,
    diff: truncateDiff(unifiedHunk(hunk, base.lines, current.lines)),
  };
}

/** Parses saved comments. Invalid ones are skipped. */
export function parseReviewComments(raw: unknown): readonly ReviewComment[] {
  const all = Array.isArray(raw) ? raw : [];
  return all.flatMap(one => {
    const parsed = commentSchema.safeParse(withText(one));
    return parsed.success ? [parsed.data] : [];
  });
}

/** Earlier versions saved the text as `words`. */
function withText(raw: unknown): unknown {
  const fields = asRecord(raw);
  return fields && 'words' in fields ? { text: fields['words'], ...fields } : raw;
}

const commentSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  path: z.string(),
  hunkId: z.string(),
  range: lineRangeSchema,
  verdict: z.enum(['open', 'accepted', 'rejected']),
  diff: z.string(),
  text: z.string().max(COMMENT_LIMIT_CHARS),
});

function truncateDiff(diff: string): string {
  const lines = diff.split('\n').map(line => line.slice(0, LINE_LIMIT_CHARS));
  const omitted = lines.length - DIFF_LIMIT_LINES;
  return omitted > 0
    ? [...lines.slice(0, DIFF_LIMIT_LINES), `... ${omitted} more lines`, ''].join('\n')
    : lines.join('\n');
}
