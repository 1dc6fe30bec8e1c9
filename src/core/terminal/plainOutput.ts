/** The text of terminal output: without colors and cursor moves, and with overwritten lines in their final state. */
export function plainOutput(output: string): string {
  return output
    .replaceAll(CSI, `${ESC}[`)
    .replaceAll(CONTROL_STRING, '')
    .replaceAll(CONTROL_SEQUENCE, '')
    .replaceAll(OTHER_ESCAPE, '')
    .split('\n')
    .map(finalLine)
    .join('\n');
}

const ESC = String.fromCharCode(0x1b);
/** The one-character form of `ESC [`. */
const CSI = String.fromCharCode(0x9b);
const BEL = String.fromCharCode(0x07);
const BACKSPACE = String.fromCharCode(0x08);

/** Titles, links and shell integration marks, up to their terminator or the end of the line. */
const CONTROL_STRING = new RegExp(`${ESC}[\\]PX^_][^${BEL}${ESC}\\n]*(?:${BEL}|${ESC}\\\\)?`, 'g');
const CONTROL_SEQUENCE = new RegExp(`${ESC}\\[[0-?]*[ -/]*[@-~]?`, 'g');
const OTHER_ESCAPE = new RegExp(`${ESC}[ -/]*[0-~]?`, 'g');
const ERASED_CHARACTER = new RegExp(`[^${BACKSPACE}]${BACKSPACE}`, 'g');

/**
 * A carriage return overwrites the line from its start, so a progress bar leaves only its last state. From the last segment
 * backwards, each segment contributes what extends beyond the later ones.
 */
function finalLine(line: string): string {
  const pieces = line.replaceAll(ERASED_CHARACTER, '').split('\r');
  return pieces.reduceRight((shown, piece) => shown + piece.slice(shown.length), '');
}
