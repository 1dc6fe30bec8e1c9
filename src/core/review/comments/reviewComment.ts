import { z } from 'zod';
import { unifiedHunk } from '../../diff/unifiedDiff.ts';
import type { LineRange } from '../../text/lineRange.ts';
import { lineRangeSchema } from '../model/reviewEventSchema.ts';
import type { Hunk } from '../file/hunk.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';

/** Something the user says about a hunk, collected until it is sent. */
export interface ReviewComment {
  readonly id: string;
  /** Whose work it is about. */
  readonly sessionId: string;
  readonly path: string;
  readonly hunkId: string;
  /** The lines it is about, in the file; follows the hunk while it waits for a decision. */
  readonly range: LineRange;
  /** What became of the hunk. */
  readonly verdict: 'open' | 'accepted' | 'rejected';
  /** The hunk as a section of a unified diff, as it was last seen. */
  readonly diff: string;
  readonly words: string;
}

/** More is not said about one hunk, and not kept of it; the diff then ends with a line that says so. */
export const COMMENT_LIMIT_CHARS = 20_000;
const DIFF_LIMIT_LINES = 120;
const LINE_LIMIT_CHARS = 1_000;

/** What a hunk of a file tells of itself. */
export function describeHunk(
  file: ReviewedFile,
  hunk: Hunk,
): Pick<ReviewComment, 'path' | 'hunkId' | 'range' | 'diff'> {
  const { base, current } = file;
  return {
    path: current.path,
    hunkId: hunk.id,
    range: hunk.current,
    diff: bounded(unifiedHunk(hunk, base.lines, current.lines)),
  };
}

/** The session whose work a hunk is. */
export function getOwnerSessionId(file: ReviewedFile, hunk: Hunk): string {
  return (hunk.origins.at(-1) ?? file.origins.at(-1))?.sessionId ?? '';
}

/** Remarks as they were saved; what makes no sense is passed over. */
export function parseReviewComments(raw: unknown): readonly ReviewComment[] {
  const all = Array.isArray(raw) ? raw : [];
  return all.flatMap(one => {
    const parsed = shape.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

const shape = z.object({
  id: z.string(),
  sessionId: z.string(),
  path: z.string(),
  hunkId: z.string(),
  range: lineRangeSchema,
  verdict: z.enum(['open', 'accepted', 'rejected']),
  diff: z.string(),
  words: z.string().max(COMMENT_LIMIT_CHARS),
});

function bounded(diff: string): string {
  const lines = diff.split('\n').map(line => line.slice(0, LINE_LIMIT_CHARS));
  const left = lines.length - DIFF_LIMIT_LINES;
  return left > 0
    ? [...lines.slice(0, DIFF_LIMIT_LINES), `... ${left} more lines`, ''].join('\n')
    : lines.join('\n');
}
