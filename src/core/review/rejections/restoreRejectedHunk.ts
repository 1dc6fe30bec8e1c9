import type { RejectedFile, RejectedHunk } from '../../session/transcript/entry.ts';
import {
  detectEol,
  joinLines,
  sameLines,
  splitLines,
  withLineEndings,
  type Lines,
} from '../../text/lines.ts';
import type { FileContent } from '../file/fileSide.ts';

/** The content of a file with a rejected hunk restored. Undefined if the hunk does not fit any more. */
export function restoreRejectedHunk(
  { change }: Pick<RejectedFile, 'change'>,
  hunk: RejectedHunk,
  now: FileContent,
): FileContent | undefined {
  if (change === 'created' && now.kind === 'absent') {
    return { kind: 'text', text: joinLines(hunk.wrote) };
  }
  if (change === 'deleted') {
    return now.kind === 'text' && now.text === joinLines(hunk.base)
      ? { kind: 'absent' }
      : undefined;
  }
  return now.kind === 'text' ? withHunk(hunk, now) : undefined;
}

function withHunk(
  hunk: RejectedHunk,
  now: Extract<FileContent, { kind: 'text' }>,
): FileContent | undefined {
  const lines = splitLines(now.text);
  const at = findLine(hunk, lines);
  if (at === undefined) {
    return undefined;
  }
  const after = [...lines.slice(0, at), ...hunk.wrote, ...lines.slice(at + hunk.base.length)];
  // What was the end of the file may be in the middle now.
  return { ...now, text: joinLines(withLineEndings(after, detectEol(lines), true)) };
}

/**
 * Finds the line where the hunk belongs: its old line if the surroundings are unchanged, otherwise the only position
 * that looks the same. Undefined if there are several.
 */
function findLine(hunk: RejectedHunk, lines: Lines): number | undefined {
  const hasNoContext = hunk.above.length + hunk.base.length + hunk.below.length === 0;
  if (hasNoContext && lines.length > 0) {
    return undefined; // The hunk was the whole file, so nothing tells where it belongs.
  }
  const candidates = Array.from({ length: lines.length + 1 }, (_, at) => at);
  const matching = candidates.filter(at => matchesBase(hunk, lines, at));
  const inContext = matching.filter(at => hasSameContext(hunk, lines, at));
  if (inContext.includes(hunk.line)) {
    return hunk.line;
  }
  if (inContext.length > 0) {
    return inContext.length === 1 ? inContext[0] : undefined;
  }
  const isDistinctive = hunk.base.some(line => line.trim() !== '');
  return isDistinctive && matching.length === 1 ? matching[0] : undefined;
}

const matchesBase = ({ base }: RejectedHunk, lines: Lines, at: number): boolean =>
  sameLines(lines.slice(at, at + base.length), base);

function hasSameContext({ above, base, below }: RejectedHunk, lines: Lines, at: number): boolean {
  const end = at + base.length;
  return (
    sameLines(lines.slice(Math.max(0, at - above.length), at), above) &&
    sameLines(lines.slice(end, end + below.length), below)
  );
}
