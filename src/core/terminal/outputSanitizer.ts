/**
 * What a program prints, without what could act on the terminal that shows it: colours and simple cursor moves stay;
 * titles, links, the clipboard, marks for the shell, questions the terminal would answer, other screens and unfinished
 * or unknown sequences go. Output comes in pieces, so a sequence may be cut between two.
 */
export class OutputSanitizer {
  #held = '';
  #inString = false;

  /** The harmless part of the next piece. */
  write(text: string): string {
    const safe: string[] = [];
    // The short form of a sequence's start is spelled out once: done at each, it would copy all that follows.
    let rest = this.#held + text.replaceAll(CSI, `${ESC}[`);
    this.#held = '';
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

  /** Takes one control character or sequence; gives what of it may pass, and what follows. */
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
    if (UNFINISHED.test(rest) && rest.length < HELD_LIMIT_CHARS) {
      this.#held = rest;
      return ['', ''];
    }
    return ['', rest.slice(1)]; // Neither a sequence nor the beginning of one.
  }

  #single(rest: string): readonly [string, string] {
    const [first = ''] = rest;
    if (STRING_C1.has(first)) {
      this.#inString = true;
    }
    return [HARMLESS_CONTROLS.has(first) ? first : '', rest.slice(1)];
  }

  /** Skips to the end of a sequence that carries a text; what is skipped is not kept, however long it is. */
  #afterString(rest: string): string {
    const end = STRING_END.exec(rest);
    if (end) {
      this.#inString = false;
      return rest.slice(end.index + end[0].length);
    }
    this.#held = rest.endsWith(ESC) ? ESC : '';
    return '';
  }
}

const ESC = '\u001b';
const CSI = '\u009b';
/** A sequence that is not finished after so many characters is none. */
const HELD_LIMIT_CHARS = 256;
const HARMLESS_CONTROLS: ReadonlySet<string> = new Set(['\b', '\t', '\n', '\r']);
/** Device control, start of string, operating system command, privacy message, application command. */
const STRING_C1: ReadonlySet<string> = new Set(['\u0090', '\u0098', '\u009d', '\u009e', '\u009f']);
/* oxlint-disable no-control-regex -- Control characters are what these look for. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const STRING_START = /^\u001b[PX\]^_]/;
const STRING_END = /\u0007|\u009c|\u001b\\/;
const SEQUENCE = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|[ -/]+[0-~]|[0-Z\\`-~])/;
const UNFINISHED = /^\u001b(?:\[[0-?]*[ -/]*|[ -/]*)$/;
/** Colours; cursor up, down, forward, back, to a column; erase to the end or start, or a whole line. */
const HARMLESS = /^\u001b\[(?:[\d;:]*m|\d{0,4}[ABCDEFG]|[012]?[JK])$/;
/* oxlint-enable no-control-regex */
