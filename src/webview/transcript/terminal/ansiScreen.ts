import { type AnsiStyle, plainStyle, applySgr } from './ansiStyle.ts';

/** A part of a line in one style. */
export interface AnsiRun {
  readonly text: string;
  readonly style: AnsiStyle;
}

/** The number of lines kept. */
const LINE_LIMIT = 2_000;
/** A longer line is cut, because it would slow down the page. */
const COLUMN_LIMIT = 4_000;
/** An escape sequence that is longer than this is invalid. */
const SEQUENCE_LIMIT_CHARS = 256;
const TAB_COLUMNS = 8;

interface Line {
  text: string;
  /** One per UTF-16 unit of the text. */
  styles: AnsiStyle[];
}

/**
 * Terminal output as lines of styled text. Colors and simple cursor movements take effect, so that progress bars look
 * right; all other sequences (titles, links, clipboard, queries) are dropped.
 */
export class AnsiScreen {
  #lines: Line[] = [{ text: '', styles: [] }];
  #row = 0;
  #column = 0;
  #style = plainStyle;
  /** The beginning of an incomplete sequence. */
  #pending = '';
  /** Whether the output is inside a sequence with a string, up to its terminator. */
  #inString = false;

  write(text: string): void {
    let rest = this.#pending + text;
    this.#pending = '';
    while (rest !== '') {
      rest = this.#inString ? this.#skipString(rest) : this.#step(rest);
    }
  }

  lines(): readonly (readonly AnsiRun[])[] {
    return this.#lines.map(runsOf);
  }

  /** Processes one stretch of text or one control, and returns the rest. */
  #step(rest: string): string {
    // oxlint-disable-next-line no-control-regex -- control characters are what terminals are about
    const at = rest.search(/[\u0000-\u001f\u007f-\u009f]/);
    if (at !== 0) {
      this.#put(at < 0 ? rest : rest.slice(0, at));
      return at < 0 ? '' : rest.slice(at);
    }
    if (rest.startsWith('\u001b')) {
      return this.#escape(rest);
    }
    this.#control(rest.charAt(0));
    return rest.slice(1);
  }

  #control(control: string): void {
    switch (control) {
      case '\n':
        this.#goTo(this.#row + 1);
        this.#column = 0;
        break;
      case '\r':
        this.#column = 0;
        break;
      case '\b':
        this.#column = Math.max(0, this.#column - 1);
        break;
      case '\t':
        this.#put(' '.repeat(TAB_COLUMNS - (this.#column % TAB_COLUMNS)));
        break;
      default: // Bells and other controls are ignored.
    }
  }

  #escape(rest: string): string {
    // oxlint-disable-next-line no-control-regex -- as above
    const csi = /^\u001b\[([0-?]*)[ -/]*([@-~])/.exec(rest);
    if (csi) {
      this.#command(csi[1] ?? '', csi[2] ?? '');
      return rest.slice(csi[0].length);
    }
    // oxlint-disable-next-line no-control-regex -- as above
    if (/^\u001b[\]PX^_]/.test(rest)) {
      this.#inString = true;
      return rest.slice(2);
    }
    // oxlint-disable-next-line no-control-regex -- as above
    if (/^\u001b(?:\[[0-?]*[ -/]*|[ -/]*)$/.test(rest) && rest.length < SEQUENCE_LIMIT_CHARS) {
      this.#pending = rest;
      return '';
    }
    // oxlint-disable-next-line no-control-regex -- as above
    const short = /^\u001b[ -/]*[0-Z\\`-~]/.exec(rest);
    return rest.slice(short ? short[0].length : 1);
  }

  #skipString(rest: string): string {
    // oxlint-disable-next-line no-control-regex -- as above
    const end = /[\u0007\u0018\u001a\u009c]|\u001b\\|\u001b(?=[^\\])/.exec(rest);
    if (!end) {
      this.#pending = rest.endsWith('\u001b') ? '\u001b' : '';
      return '';
    }
    this.#inString = false;
    const isBroken = end[0] === '\u001b'; // Another sequence begins, as on a real terminal.
    return rest.slice(end.index + (isBroken ? 0 : end[0].length));
  }

  #command(parameters: string, name: string): void {
    const count = Math.max(1, Number.parseInt(parameters, 10) || 1);
    switch (name) {
      case 'm':
        this.#style = applySgr(this.#style, parameters);
        break;
      case 'A':
        this.#goTo(this.#row - count);
        break;
      case 'B':
        this.#goTo(Math.min(this.#row + count, this.#lines.length - 1));
        break;
      case 'C':
        this.#column = Math.min(this.#column + count, COLUMN_LIMIT);
        break;
      case 'D':
        this.#column = Math.max(0, this.#column - count);
        break;
      case 'G':
        this.#column = Math.min(count - 1, COLUMN_LIMIT);
        break;
      case 'K':
        this.#erase(parameters);
        break;
      default: // Other commands are ignored.
    }
  }

  #goTo(row: number): void {
    this.#row = Math.max(0, row);
    while (this.#row >= this.#lines.length) {
      this.#lines.push({ text: '', styles: [] });
    }
    const over = this.#lines.length - LINE_LIMIT;
    if (over > 0) {
      this.#lines.splice(0, over);
      this.#row = Math.max(0, this.#row - over);
    }
  }

  #erase(parameters: string): void {
    const line = this.#line();
    const from = parameters === '1' || parameters === '2' ? 0 : this.#column;
    const kept = parameters === '1' ? line.text.slice(this.#column) : '';
    const keptStyles = parameters === '1' ? line.styles.slice(this.#column) : [];
    const blank = parameters === '1' ? this.#column : 0;
    line.text = line.text.slice(0, from) + ' '.repeat(blank) + kept;
    line.styles = [...line.styles.slice(0, from), ...filled(blank, plainStyle), ...keptStyles];
  }

  #put(written: string): void {
    const text = written.slice(0, Math.max(0, COLUMN_LIMIT - this.#column));
    if (text === '') {
      return;
    }
    const line = this.#line();
    const gap = Math.max(0, this.#column - line.text.length);
    const end = this.#column + text.length;
    const styles = filled(text.length, this.#style);
    if (gap === 0 && this.#column === line.text.length) {
      line.text += text;
      line.styles.push(...styles);
    } else {
      line.text =
        line.text.padEnd(this.#column).slice(0, this.#column) + text + line.text.slice(end);
      line.styles = [
        ...line.styles.slice(0, this.#column),
        ...filled(gap, plainStyle),
        ...styles,
        ...line.styles.slice(end),
      ];
    }
    this.#column = end;
  }

  #line(): Line {
    const line = this.#lines[this.#row] ?? { text: '', styles: [] };
    this.#lines[this.#row] = line;
    return line;
  }
}

const filled = (count: number, style: AnsiStyle): AnsiStyle[] =>
  Array.from({ length: count }, () => style);

function runsOf({ text, styles }: Line): readonly AnsiRun[] {
  const runs: AnsiRun[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at++) {
    if (at === text.length || styles[at] !== styles[from]) {
      runs.push({ text: text.slice(from, at), style: styles[from] ?? plainStyle });
      from = at;
    }
  }
  return runs;
}
