/** What a terminal's output reads like: without colours and cursor moves, and lines as they were last overwritten. */
export function plainOutput(output: string): string {
  return output
    .replaceAll(CONTROL_STRING, '')
    .replaceAll(CONTROL_SEQUENCE, '')
    .replaceAll(OTHER_ESCAPE, '')
    .split('\n')
    .map(lastWritten)
    .join('\n');
}

const ESC = String.fromCharCode(0x1b);
const BEL = String.fromCharCode(0x07);
const BACKSPACE = String.fromCharCode(0x08);

/** Titles, links and the marks of shell integration: up to their end, or up to the end of the line. */
const CONTROL_STRING = new RegExp(`${ESC}[\\]PX^_][^${BEL}${ESC}\\n]*(?:${BEL}|${ESC}\\\\)?`, 'g');
const CONTROL_SEQUENCE = new RegExp(`${ESC}\\[[0-?]*[ -/]*[@-~]?`, 'g');
const OTHER_ESCAPE = new RegExp(`${ESC}[ -/]*[0-~]?`, 'g');
const LETTER_TAKEN_BACK = new RegExp(`[^${BACKSPACE}]${BACKSPACE}`, 'g');

/**
 * A carriage return starts the line anew: progress bars leave only their last state. From the last piece back, each adds what
 * reaches beyond those written over it.
 */
function lastWritten(line: string): string {
  const pieces = line.replaceAll(LETTER_TAKEN_BACK, '').split('\r');
  return pieces.reduceRight((shown, piece) => shown + piece.slice(shown.length), '');
}
