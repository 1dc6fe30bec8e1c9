/**
 * Removes everything from the output of a program that could affect the terminal that shows it: titles, links, clipboard
 * access, shell integration marks, queries, alternate screens, and unfinished or unknown sequences. Colors and simple cursor
 * moves stay. Output arrives in chunks, which may split a sequence.
 */
export class OutputSanitizer {
  #pending = '';
  #inString = false;

  /** Returns the harmless part of the next chunk. */
  write(text: string): string {
    const safe: string[] = [];
    // The one-character CSI is expanded once for all, because doing so per sequence would copy the rest each time.
    let rest = this.#pending + text.replaceAll(CSI, `${ESC}[`);
    this.#pending = '';
    while (rest !== '') {
      if (this.#inString) {
        rest = this.#afterString(rest);
        continue;
      }
      const at = rest.search(CONTROL);
      if (at < 0) {
        safe.push(rest);
        break;
      }
      safe.push(rest.slice(0, at));
      const [kept, after] = this.#control(rest.slice(at));
      safe.push(kept);
      rest = after;
    }
    return safe.join('');
  }

  /** Consumes one control character or sequence; returns what may pass, and the rest. */
  #control(rest: string): readonly [string, string] {
    const [first = ''] = rest;
    if (first !== ESC) {
      return this.#single(rest);
    }
    if (STRING_START.test(rest)) {
      this.#inString = true;
      return ['', rest.slice(2)];
    }
    const sequence = SEQUENCE.exec(rest)?.[0];
    if (sequence !== undefined) {
      return [HARMLESS.test(sequence) ? sequence : '', rest.slice(sequence.length)];
    }
    if (UNFINISHED.test(rest) && rest.length < PENDING_LIMIT_CHARS) {
      this.#pending = rest;
      return ['', ''];
    }
    return ['', rest.slice(1)]; // Not a sequence, and not the start of one.
  }

  #single(rest: string): readonly [string, string] {
    const [first = ''] = rest;
    if (STRING_C1.has(first)) {
      this.#inString = true;
    }
    return [HARMLESS_CONTROLS.has(first) ? first : '', rest.slice(1)];
  }

  /** Skips to the end of a control string. The skipped text is not buffered, so its length does not matter. */
  #afterString(rest: string): string {
    const end = STRING_END.exec(rest);
    if (end) {
      this.#inString = false;
      return rest.slice(end.index + end[0].length);
    }
    this.#pending = rest.endsWith(ESC) ? ESC : '';
    return '';
  }
}

const ESC = '\u001b';
const CSI = '\u009b';
/** A longer unfinished sequence is not a sequence. */
const PENDING_LIMIT_CHARS = 256;
const HARMLESS_CONTROLS: ReadonlySet<string> = new Set(['\b', '\t', '\n', '\r']);
/** Device control, start of string, operating system command, privacy message, application command. */
const STRING_C1: ReadonlySet<string> = new Set(['\u0090', '\u0098', '\u009d', '\u009e', '\u009f']);
/* oxlint-disable no-control-regex -- Control characters are what these look for. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const STRING_START = /^\u001b[PX\]^_]/;
const STRING_END = /\u0007|\u009c|\u001b\\/;
const SEQUENCE = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|[ -/]+[0-~]|[0-Z\\`-~])/;
const UNFINISHED = /^\u001b(?:\[[0-?]*[ -/]*|[ -/]*)$/;
/** Colors; cursor up, down, forward, back, to a column; erase to the end or start, or a whole line. */
const HARMLESS = /^\u001b\[(?:[\d;:]*m|\d{0,4}[ABCDEFG]|[012]?[JK])$/;
/* oxlint-enable no-control-regex */
