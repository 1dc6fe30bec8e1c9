import { asRecord, asString, optionalField, type JsonObject } from '../../core/json.ts';

/** How much output is kept for a terminal that no tool call shows yet. */
const PENDING_LIMIT_CHARS = 1_000_000;
/** How much of the output is compared when the agent sends all of it again. */
const TAIL_CHARS = 1_000;
const TERMINAL_LIMIT = 1_000;

/** A terminal of the agent. */
class Terminal {
  readonly id: string;
  /** The tool call that shows it. */
  callId: string | undefined;
  readonly #decoder = new TextDecoder(); // Of the pieces. It may hold the beginning of a character.
  #info: JsonObject = {};
  #exit: JsonObject | undefined;
  /** Output that is still to be passed on, and the end of what has been. */
  #pending = '';
  #tail = '';
  #passedOnChars = 0;
  #hasNews = true;

  constructor(id: string) {
    this.id = id;
  }

  /** What an update leaves out is unchanged. */
  update(update: JsonObject): void {
    const { capabilities } = update;
    const canStop = asRecord(asRecord(capabilities)?.['cancel']) !== undefined;
    this.#info = {
      ...this.#info,
      ...optionalField('command', asString(update['command'])),
      ...optionalField('cwd', asString(update['cwd'])),
      ...(capabilities === undefined ? {} : { can_stop: canStop }),
    };
    this.#exit = asRecord(update['exitStatus']) ?? this.#exit;
    this.#hasNews = true;
    const output = asString(asRecord(update['output'])?.['data']);
    if (output !== undefined) {
      this.#decoder.decode(); // The rest of a character is in the complete output too.
      this.#setOutput(new TextDecoder().decode(toBytes(output)));
    }
  }

  /** Appends output. A character may be split between two pieces. */
  append(base64: string): void {
    this.#pending += this.#decoder.decode(toBytes(base64), { stream: true });
    this.#pending =
      this.callId === undefined ? this.#pending.slice(-PENDING_LIMIT_CHARS) : this.#pending;
  }

  /** What is new, in the form of version 1. */
  takeNews(): JsonObject {
    const data = this.#pending;
    const [hasNews, exit] = [this.#hasNews, this.#exit];
    this.#passedOnChars += data.length;
    this.#tail = (this.#tail + data).slice(-TAIL_CHARS);
    this.#pending = '';
    this.#hasNews = false;
    const id = { terminal_id: this.id };
    return {
      ...(hasNews ? { terminal_info: { ...id, ...this.#info } } : {}),
      ...(data === '' ? {} : { terminal_output: { ...id, data } }),
      ...(hasNews && exit
        ? { terminal_exit: { ...id, exit_code: exit['exitCode'], signal: exit['signal'] } }
        : {}),
    };
  }

  /** Agents send all output again at the end. Other output begins on a new line. */
  #setOutput(output: string): void {
    const end = this.#passedOnChars;
    const isContinued = output.slice(end - this.#tail.length, end) === this.#tail;
    const lineBreak = this.#tail.endsWith('\n') ? '' : '\n';
    this.#pending = isContinued ? output.slice(end) : lineBreak + output;
  }
}

/**
 * Translates terminals to the form in which agents report them in version 1: in the `_meta` of the tool call that shows them.
 * What comes before that call is kept until then.
 */
export class TerminalUpdates {
  readonly #terminals = new Map<string, Terminal>();

  /** Handles `terminal_update`. */
  update(update: JsonObject): readonly JsonObject[] {
    const terminal = this.#get(asString(update['terminalId']) ?? '');
    terminal.update(update);
    return report(terminal);
  }

  /** Handles `terminal_output_chunk`. */
  append(update: JsonObject): readonly JsonObject[] {
    const terminal = this.#get(asString(update['terminalId']) ?? '');
    terminal.append(asString(update['data']) ?? '');
    return report(terminal);
  }

  /** A tool call shows a terminal. Returns what is known of the terminal so far. */
  show(id: string, callId: string): readonly JsonObject[] {
    const terminal = this.#get(id);
    const isShown = terminal.callId !== undefined;
    terminal.callId = callId;
    return isShown ? [] : report(terminal);
  }

  /** The tool call that shows a terminal. */
  callOf(id: string): string | undefined {
    return this.#terminals.get(id)?.callId;
  }

  #get(id: string): Terminal {
    const terminal = this.#terminals.get(id) ?? new Terminal(id);
    const [oldest] = this.#terminals.keys();
    if (this.#terminals.size >= TERMINAL_LIMIT && oldest !== undefined) {
      this.#terminals.delete(oldest);
    }
    this.#terminals.set(id, terminal);
    return terminal;
  }
}

const report = (terminal: Terminal): readonly JsonObject[] =>
  terminal.callId === undefined
    ? []
    : [
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: terminal.callId,
          _meta: terminal.takeNews(),
        },
      ];

const toBytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64');
