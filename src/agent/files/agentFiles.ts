import { setTimeout as delay } from 'node:timers/promises';
import { plannedText, type PlannedText } from '../../core/files/plannedText.ts';
import { isNotebookPath } from '../../core/files/notebookFile.ts';
import { sliceLines } from '../../core/files/sliceLines.ts';
import { messageOf } from '../../core/errors.ts';
import { Emitter } from '../../core/event.ts';
import type { Disposable } from '../../core/lifetime.ts';
import type { DocumentWrite, Documents, Encodings } from '../ports.ts';
import { failed, invalidParams, notFound, throwIfCancelled, WireError } from '../wireError.ts';
import type { AgentHabits } from '../agentHabits.ts';
import { systemDisk, type Disk } from './disk.ts';
import { encodeText, namedEncoding } from './encodedText.ts';
import { asSeen, asWritten, fileContent, writtenTexts } from './notebookWrites.ts';
import type { PathGuard, Place } from './pathGuard.ts';
import { systemPinning, type Pinning } from './pinnedFolder.ts';
import { dataOf } from './readFile.ts';
import { refuseReadOnly, replaceFile } from './replaceFile.ts';
import { SeenTexts } from './seenTexts.ts';
import { Slots } from './slots.ts';
import { textFile, type FileSources, type TextFile } from './textFile.ts';
import { Turns } from './turns.ts';
import type { WriteHold } from './writeHold.ts';

/** The most text one answer carries; the whole line must stay below what the connection takes. */
const ANSWER_LIMIT_CHARS = 8 * 1024 * 1024;
/** How often a write starts over because the file changed under it, each time a little later. */
const ATTEMPTS = 40;
const LATER_MS = 5;
/** Each takes two file handles: an agent that asks for thousands of files must leave some to others. */
const FILES_AT_ONCE = 16;

export interface AgentFilesOptions {
  readonly guard: PathGuard;
  readonly documents: Documents;
  readonly encodings: Encodings;
  readonly habits: AgentHabits;
  /** Lets writes wait for the user. */
  readonly hold?: WriteHold | undefined;
  readonly disk?: Disk;
  readonly pinning?: Pinning;
}

/** A file the agent read; `line` counts from 0. */
export interface AgentRead {
  readonly place: Place;
  readonly line: number;
}

/** A file the agent wrote. */
export interface AgentWrite extends PlannedText {
  readonly place: Place;
  /** The text before; nothing if there was no file. */
  readonly before: string | undefined;
  /** Whether the text before stood in the editor only, with edits of the user that were not saved. */
  readonly isUnsaved: boolean;
  /** What the agent sent. */
  readonly wanted: string;
  /** The user has chosen what was written. */
  readonly isAgreed: boolean;
}

/** A write that failed, for the user to know. */
export interface FailedWrite {
  readonly path: string;
  readonly message: string;
}

/** Serves one session's reads and writes: what the agent gets is what the user sees, and no text is lost. */
export class AgentFiles implements Disposable {
  readonly #options: AgentFilesOptions;
  readonly #sources: FileSources;
  readonly #seen = new SeenTexts();
  readonly #turns = new Turns();
  /** Held while a file is looked at or put in its place, never while the user is asked. */
  readonly #slots = new Slots(FILES_AT_ONCE);
  readonly #didRead = new Emitter<AgentRead>();
  readonly #didWrite = new Emitter<AgentWrite>();
  readonly #didFail = new Emitter<FailedWrite>();

  readonly onDidRead = this.#didRead.event;
  readonly onDidWrite = this.#didWrite.event;
  readonly onDidFail = this.#didFail.event;

  constructor(options: AgentFilesOptions) {
    this.#options = options;
    this.#sources = { disk: systemDisk, pinning: systemPinning, ...options };
  }

  /** `fs/read_text_file`. On the wire lines count from 1; 0 is taken for 1. */
  async read(
    request: {
      readonly path: string;
      readonly line?: number | null;
      readonly limit?: number | null;
    },
    signal?: AbortSignal,
  ): Promise<{ content: string }> {
    const line = Math.max(0, wireCount(request.line ?? 1, 'line') - 1);
    const limit = wireCount(request.limit ?? Number.MAX_SAFE_INTEGER, 'limit');
    const place = await this.#options.guard.admit(request.path, 'read', signal);
    const text = await this.#textFor(place);
    throwIfCancelled(signal);
    const content = sliceLines(text, line, limit);
    if (content.length > ANSWER_LIMIT_CHARS) {
      const message = `${place.shown} is too large to read at once. Read it in parts, with line and limit.`;
      throw invalidParams(message, dataOf(place));
    }
    this.#seen.set(place.real, text);
    this.#didRead.fire({ place, line });
    return { content };
  }

  /** `fs/write_text_file`. Settles when the text is on disk. */
  async write(
    request: { readonly path: string; readonly content: string },
    signal?: AbortSignal,
  ): Promise<AgentWrite> {
    try {
      // By the name first, so that requests for one file keep their order while their paths are judged.
      return await this.#turns.run(`requested ${request.path}`, () =>
        this.#admitted(request, signal),
      );
    } catch (error) {
      // That a request was wrong or was not allowed is between the agent and us.
      if (!signal?.aborted && !(error instanceof WireError && error.code === INVALID_PARAMS)) {
        this.#didFail.fire({ path: request.path, message: messageOf(error) });
      }
      throw error;
    }
  }

  dispose(): void {
    this.#didRead.dispose();
    this.#didWrite.dispose();
    this.#didFail.dispose();
  }

  async #admitted(
    { path, content }: { readonly path: string; readonly content: string },
    signal: AbortSignal | undefined,
  ): Promise<AgentWrite> {
    const place = await this.#options.guard.admit(path, 'write', signal);
    return this.#turns.run(`real ${place.real}`, async () => {
      const write = await this.#write(place, content, signal);
      // From now on the agent takes the file for what it sent, whatever the user's edits have made of it.
      this.#seen.set(place.real, asSeen(place, content, write.text));
      this.#didWrite.fire(write);
      return write;
    });
  }

  async #textFor(place: Place): Promise<string> {
    const file = await this.#textFile(place);
    if (!file && !this.#options.habits.missingReadsAsEmpty) {
      throw notFound(`${place.shown} does not exist.`, dataOf(place));
    }
    return file?.text ?? '';
  }

  #textFile(place: Place): Promise<TextFile | undefined> {
    return this.#slots.run(() => textFile(place, this.#sources));
  }

  async #write(place: Place, wanted: string, signal: AbortSignal | undefined): Promise<AgentWrite> {
    return (await this.#held(place, wanted, signal)) ?? this.#writeNow(place, wanted, signal);
  }

  /** Where the user wants to choose before something is written, that is all that is written. */
  async #held(
    place: Place,
    wanted: string,
    signal: AbortSignal | undefined,
  ): Promise<AgentWrite | undefined> {
    const { hold } = this.#options;
    if (!hold) {
      return undefined;
    }
    const { file, planned } = await this.#planned(place, wanted);
    const isWhole = isNotebookPath(place.real);
    const before = file?.text;
    const isSame = planned.theirs === before;
    const text = isSame
      ? undefined
      : await hold({ place, before, after: planned.theirs, isWhole }, signal);
    return text === undefined
      ? undefined
      : {
          text,
          conflicts: [],
          theirs: text,
          before,
          isUnsaved: file?.open?.isDirty ?? false,
          place,
          wanted,
          isAgreed: true,
        };
  }

  async #planned(
    place: Place,
    wanted: string,
  ): Promise<{ readonly file: TextFile | undefined; readonly planned: PlannedText }> {
    const file = asWritten(await this.#textFile(place), wanted);
    refuseDamage(place, file, wanted);
    return { file, planned: plannedText({ ...this.#known(place, file), wanted }) };
  }

  async #writeNow(
    place: Place,
    wanted: string,
    signal: AbortSignal | undefined,
  ): Promise<AgentWrite> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      throwIfCancelled(signal);
      const { file, planned } = await this.#planned(place, wanted);
      const put = await this.#put(place, file, planned.text, signal);
      if (put.kind === 'written') {
        const { text } = put;
        const texts = await writtenTexts(place, file, { ...planned, text, sources: this.#sources });
        const isUnsaved = file?.open?.isDirty ?? false;
        return { ...planned, ...texts, isUnsaved, place, wanted, isAgreed: false };
      }
      await delay(attempt * LATER_MS);
    }
    throw failed(
      `${place.shown} keeps changing. Nothing was written; read it again.`,
      dataOf(place),
    );
  }

  /** What the agent saw of the file, and what it is now. */
  #known(
    place: Place,
    file: TextFile | undefined,
  ): { readonly seen: string | undefined; readonly current: string } {
    const isSeen = file && !file.isWhole;
    return {
      seen: isSeen ? (this.#seen.get(place.real) ?? file.open?.saved) : undefined,
      current: currentText(file),
    };
  }

  async #put(
    place: Place,
    file: TextFile | undefined,
    after: string,
    signal: AbortSignal | undefined,
  ): Promise<DocumentWrite> {
    const encoding = file?.encoding ?? namedEncoding(await this.#options.encodings.of(place.shown));
    const bytes = await encodeText(
      fileContent(place, file, after),
      encoding,
      this.#options.encodings,
    );
    if (file?.open) {
      refuseReadOnly(file.stats, place);
      const isDiskAhead = file.diskAhead !== undefined;
      const change = { before: file.text, after, isDiskAhead };
      const put = await this.#options.documents.write(place, change);
      if (put.kind !== 'closed') {
        return put;
      }
    }
    const replacement = { bytes, expected: file?.stats, signal };
    const put = this.#slots.run(() => replaceFile(place, replacement, this.#sources));
    return { kind: await put, text: after };
  }
}

/** What the user has, and what others wrote to the disk under it, put together. */
function currentText(file: TextFile | undefined): string {
  return file?.diskAhead === undefined
    ? (file?.text ?? '')
    : plannedText({ seen: file.open?.saved, current: file.text, wanted: file.diskAhead }).text;
}

const INVALID_PARAMS = -32_602;
const COUNT_LIMIT = 2 ** 32;

function wireCount(value: number, name: string): number {
  if (!Number.isInteger(value) || value < 0) {
    throw invalidParams(`${name} must be a whole number, 0 or more.`);
  }
  return Math.min(value, COUNT_LIMIT);
}

/** Bytes that could not be read as text would come back as the sign that stands for them. */
function refuseDamage(place: Place, file: TextFile | undefined, wanted: string): void {
  if (file?.isDamaged && wanted.includes('\uFFFD')) {
    throw failed(
      `${place.shown} has bytes that are not ${file.encoding.name}; writing U+FFFD in their place would destroy them. Nothing was written.`,
      dataOf(place),
    );
  }
}
