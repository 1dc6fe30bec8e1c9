import { lineDiff } from '../diff/lineDiff.ts';

/**
 * A document's text with the line endings the file on disk has. VS Code shows a file of mixed endings with one kind only;
 * compared as it is, every line of it would seem changed.
 */
export function withLineEndingsOf(onDisk: string, text: string): string {
  const disk = cutLines(onDisk);
  const shown = cutLines(text);
  const result = shown.map(line => line.body + line.ending);
  let growth = 0;
  let at = 0;
  const changes = lineDiff(
    disk.map(line => line.body),
    shown.map(line => line.body),
  );
  for (const change of [...changes, { base: end(disk), current: end(shown) }]) {
    for (; at < change.base.start; at++) {
      result[at + growth] = (disk[at]?.body ?? '') + kept(disk[at], shown[at + growth]);
    }
    at = change.base.end;
    growth = change.current.end - change.base.end;
  }
  return result.join('');
}

interface CutLine {
  readonly body: string;
  readonly ending: string;
}

/** Lines as VS Code sees them: here a lone `\r` ends one too. */
function cutLines(text: string): CutLine[] {
  const lines: CutLine[] = [];
  for (const [whole, body = '', ending = ''] of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    if (whole !== '') {
      lines.push({ body, ending });
    }
  }
  return lines;
}

/** The last line has an ending on both sides or the document decides. */
const kept = (disk: CutLine | undefined, shown: CutLine | undefined): string =>
  disk?.ending && shown?.ending ? disk.ending : (shown?.ending ?? '');

const end = (lines: readonly CutLine[]) => ({ start: lines.length, end: lines.length });
