import type { RejectedFile, RejectedHunk } from '../../session/transcript/entry.ts';
import {
  withLineEndings,
  detectEol,
  joinLines,
  sameLines,
  splitLines,
  type Lines,
} from '../../text/lines.ts';
import type { FileContent } from '../file/fileSide.ts';

/** What a file would hold with a rejected hunk in it again; nothing if the hunk does not fit there any more. */
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
  const at = placeOf(hunk, lines);
  if (at === undefined) {
    return undefined;
  }
  const after = [...lines.slice(0, at), ...hunk.wrote, ...lines.slice(at + hunk.base.length)];
  // What was the end of the file may be its middle now.
  return { ...now, text: joinLines(withLineEndings(after, detectEol(lines), true)) };
}

/**
 * Where the hunk belongs: where it stood, if everything is as it was there; else the one place that looks the same. Two such
 * places are none: nothing is guessed.
 */
function placeOf(hunk: RejectedHunk, lines: Lines): number | undefined {
  const isBare = hunk.above.length + hunk.base.length + hunk.below.length === 0;
  if (isBare && lines.length > 0) {
    return undefined; // It was all there was.
  }
  const places = Array.from({ length: lines.length + 1 }, (_, at) => at);
  const same = places.filter(at => isAt(hunk, lines, at));
  const framed = same.filter(at => isFramed(hunk, lines, at));
  if (framed.includes(hunk.line)) {
    return hunk.line;
  }
  if (framed.length > 0) {
    return framed.length === 1 ? framed[0] : undefined;
  }
  const isTelling = hunk.base.some(line => line.trim() !== '');
  return isTelling && same.length === 1 ? same[0] : undefined;
}

const isAt = ({ base }: RejectedHunk, lines: Lines, at: number): boolean =>
  sameLines(lines.slice(at, at + base.length), base);

function isFramed({ above, base, below }: RejectedHunk, lines: Lines, at: number): boolean {
  const end = at + base.length;
  return (
    sameLines(lines.slice(Math.max(0, at - above.length), at), above) &&
    sameLines(lines.slice(end, end + below.length), below)
  );
}
