import { setTimeout as delay } from 'node:timers/promises';
import { mergeWrite, type MergedWrite } from '../../core/files/mergeWrite.ts';
import { isNotebookPath } from '../../core/files/notebookFile.ts';
import { changesPackageScripts, isPackageManifest } from '../../core/files/packageScripts.ts';
import { sliceLines } from '../../core/files/sliceLines.ts';
import { getErrorMessage } from '../../core/errors.ts';
import { localizable } from '../../core/l10n.ts';
import { Emitter } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { Gate } from './consent.ts';
import type { DocumentWriteResult, Documents, WantedText } from './documents.ts';
import type { TextEncodings } from './textEncoding.ts';
import {
  internalError,
  invalidParams,
  notFound,
  throwIfCanceled,
  ResponseError,
} from '../wire/responseError.ts';
import type { AgentQuirks } from '../../core/catalog/agentQuirks.ts';
import { nodeFileSystem, type FileSystem } from '../disk/fileSystem.ts';
import { encodeText, toTextEncoding } from './textEncoding.ts';
import { toAgentText, asWholeNotebook, toDiskContent, writtenTexts } from './notebookWrites.ts';
import type { PathGuard, GuardedPath } from './pathGuard.ts';
import { defaultPinningMode, type PinningMode } from './pinnedFolder.ts';
import { toErrorData } from './readGuardedFile.ts';
import { throwIfReadOnly, replaceFile } from './replaceFile.ts';
import { SeenTexts } from './seenTexts.ts';
import { Limiter } from '../../core/async/limiter.ts';
import { parseLineCount } from './parseLineCount.ts';
import {
  currentText,
  readTextFile,
  throwIfInvalidBytes,
  throwIfOutdated,
  type TextFileSources,
  type TextFile,
} from './textFile.ts';
import { SequencerByKey } from '../../core/async/sequencerByKey.ts';
import type { WriteApprover } from './writeApprover.ts';

/** The longest text in one response. The whole message must stay below the limit of the connection. */
const ANSWER_LIMIT_CHARS = 8 * 1024 * 1024;
/** How often a write is tried again because the file changed in the meantime, with a growing delay. */
const ATTEMPTS = 40;
const RETRY_MS = 5;
/** Each access takes two file handles: an agent that requests thousands of files must leave some for others. */
const CONCURRENT_FILES = 16;

export interface AgentFilesOptions {
  readonly guard: PathGuard;
  readonly documents: Documents;
  readonly encodings: TextEncodings;
  readonly quirks: AgentQuirks;
  /** Decides whether a request is served at this moment. */
  readonly gate?: Pick<Gate, 'admitFile'> | undefined;
  /** Lets the user decide about writes. */
  readonly approver?: WriteApprover | undefined;
  readonly disk?: FileSystem;
  readonly pinning?: PinningMode;
}

/** A file that the agent read. `line` is zero-based. */
export interface AgentRead {
  readonly path: GuardedPath;
  readonly line: number;
}

/** A file that the agent wrote. */
export interface AgentWrite extends MergedWrite {
  readonly path: GuardedPath;
  /** The text before; `undefined` if there was no file. */
  readonly before: string | undefined;
  /** Whether the text before included unsaved edits of the user. */
  readonly isUnsaved: boolean;
  /** The text that the agent sent. */
  readonly wanted: string;
  /** Whether the user has decided what was written. */
  readonly isApproved: boolean;
}

/** A failed write, to be reported to the user. */
export interface FailedWrite {
  readonly path: string;
  readonly message: string;
}

/** Serves the file requests of one session: the agent reads what the user sees, and no text is lost. */
export class AgentFiles implements Disposable {
  readonly #options: AgentFilesOptions;
  readonly #sources: TextFileSources;
  readonly #seen = new SeenTexts();
  readonly #sequencer = new SequencerByKey();
  /** Limits reads and writes of files. A slot is never held while the user is asked. */
  readonly #limiter = new Limiter(CONCURRENT_FILES);
  readonly #didRead = new Emitter<AgentRead>();
  readonly #didWrite = new Emitter<AgentWrite>();
  readonly #didFail = new Emitter<FailedWrite>();

  readonly onDidRead = this.#didRead.event;
  readonly onDidWrite = this.#didWrite.event;
  readonly onDidFail = this.#didFail.event;

  constructor(options: AgentFilesOptions) {
    this.#options = options;
    this.#sources = { disk: nodeFileSystem, pinning: defaultPinningMode, ...options };
  }

  /** `fs/read_text_file`. Lines in the protocol are one-based; 0 is treated as 1. */
  async read(
    request: {
      readonly path: string;
      readonly line?: number | null;
      readonly limit?: number | null;
    },
    signal?: AbortSignal,
  ): Promise<{ content: string }> {
    const line = Math.max(0, parseLineCount(request.line ?? 1, 'line') - 1);
    const limit = parseLineCount(request.limit ?? Number.MAX_SAFE_INTEGER, 'limit');
    const location = await this.#admit(request.path, 'read', signal);
    const text = await this.#readText(location);
    throwIfCanceled(signal);
    const content = sliceLines(text, line, limit);
    if (content.length > ANSWER_LIMIT_CHARS) {
      const message = `${location.shown} is too large to read at once. Read it in parts, with line and limit.`;
      throw invalidParams(message, toErrorData(location));
    }
    this.#seen.set(location.real, text, { isRead: true });
    this.#didRead.fire({ path: location, line });
    return { content };
  }

  /** `fs/write_text_file`. Resolves when the text is on disk. */
  async write(
    request: { readonly path: string } & WantedText,
    signal?: AbortSignal,
  ): Promise<AgentWrite> {
    try {
      // Queued by the requested path first, so that requests for one file keep their order while their paths are
      // checked.
      return await this.#sequencer.queue(`requested ${request.path}`, () =>
        this.#authorize(request, signal),
      );
    } catch (error) {
      // An invalid or denied request is not reported to the user.
      if (!signal?.aborted && !(error instanceof ResponseError && error.code === INVALID_PARAMS)) {
        this.#didFail.fire({ path: request.path, message: getErrorMessage(error) });
      }
      throw error;
    }
  }

  dispose(): void {
    this.#didRead.dispose();
    this.#didWrite.dispose();
    this.#didFail.dispose();
  }

  async #authorize(
    { path, content, base }: { readonly path: string } & WantedText,
    signal: AbortSignal | undefined,
  ): Promise<AgentWrite> {
    const location = await this.#admit(path, 'write', signal);
    return this.#sequencer.queue(`real ${location.real}`, async () => {
      await this.#confirmScripts(location, content, signal);
      const write = await this.#write(location, { content, base }, signal);
      // From now on the agent assumes that the file has the text it sent, whatever was merged with it.
      if (base === undefined) {
        this.#seen.set(location.real, toAgentText(location, content, write.text));
      }
      this.#didWrite.fire(write);
      return write;
    });
  }

  async #admit(
    path: string,
    operation: 'read' | 'write',
    signal: AbortSignal | undefined,
  ): Promise<GuardedPath> {
    const location = await this.#options.guard.authorize(path, operation, signal);
    const { requested, real } = location;
    const isInside = this.#options.guard.contains(location);
    await this.#options.gate?.admitFile({ operation, requested, real, isInside }, signal);
    return location;
  }

  /** `package.json` is an ordinary file until its scripts change. */
  async #confirmScripts(
    location: GuardedPath,
    content: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (!isPackageManifest(location.real)) {
      return;
    }
    const file = await this.#textFile(location);
    if (changesPackageScripts(file?.text, content)) {
      await this.#options.guard.confirmCode(location, localizable('npm scripts'), signal);
    }
  }

  async #readText(location: GuardedPath): Promise<string> {
    const file = await this.#textFile(location);
    if (!file && !this.#options.quirks.missingReadsAsEmpty) {
      throw notFound(`${location.shown} does not exist.`, toErrorData(location));
    }
    return file?.text ?? '';
  }

  #textFile(location: GuardedPath): Promise<TextFile | undefined> {
    return this.#limiter.queue(() => readTextFile(location, this.#sources));
  }

  async #write(
    location: GuardedPath,
    wanted: WantedText,
    signal: AbortSignal | undefined,
  ): Promise<AgentWrite> {
    return (
      (await this.#writeApproved(location, wanted, signal)) ??
      this.#writeNow(location, wanted, signal)
    );
  }

  /** If the user decides about the write, only the accepted parts are written. */
  async #writeApproved(
    location: GuardedPath,
    wanted: WantedText,
    signal: AbortSignal | undefined,
  ): Promise<AgentWrite | undefined> {
    const { approver } = this.#options;
    if (!approver) {
      return undefined;
    }
    const { file, planned } = await this.#planned(location, wanted);
    const isWhole = isNotebookPath(location.real);
    const before = file?.text;
    const isSame = planned.theirs === before;
    const text = isSame
      ? undefined
      : await approver({ path: location, before, after: planned.theirs, isWhole }, signal);
    return text === undefined
      ? undefined
      : {
          text,
          conflicts: [],
          theirs: text,
          before,
          isUnsaved: file?.open?.isDirty ?? false,
          path: location,
          wanted: wanted.content,
          isApproved: true,
        };
  }

  async #planned(
    location: GuardedPath,
    wanted: WantedText,
  ): Promise<{ readonly file: TextFile | undefined; readonly planned: MergedWrite }> {
    const { content, base } = wanted;
    const file = asWholeNotebook(await this.#textFile(location), content);
    throwIfInvalidBytes(location, file, content);
    const read = base ?? this.#seen.getRead(location.real);
    throwIfOutdated(location, file, { wanted: content, read });
    return { file, planned: mergeWrite({ ...this.#known(location, file, base), wanted: content }) };
  }

  async #writeNow(
    location: GuardedPath,
    wanted: WantedText,
    signal: AbortSignal | undefined,
  ): Promise<AgentWrite> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      throwIfCanceled(signal);
      const { file, planned } = await this.#planned(location, wanted);
      const put = await this.#replace(location, file, planned.text, signal);
      if (put.kind === 'written') {
        const { text } = put;
        const texts = await writtenTexts(location, file, {
          ...planned,
          text,
          sources: this.#sources,
        });
        const isUnsaved = file?.open?.isDirty ?? false;
        return {
          ...planned,
          ...texts,
          isUnsaved,
          path: location,
          wanted: wanted.content,
          isApproved: false,
        };
      }
      await delay(attempt * RETRY_MS);
    }
    throw internalError(
      `${location.shown} keeps changing. Nothing was written; read it again.`,
      toErrorData(location),
    );
  }

  /** The text of the file that the agent has seen, or that its change is based on, and the current one. */
  #known(
    location: GuardedPath,
    file: TextFile | undefined,
    base: string | undefined,
  ): { readonly seen: string | undefined; readonly current: string } {
    const isSeen = file && !file.isWhole;
    return {
      seen: isSeen ? (base ?? this.#seen.get(location.real) ?? file.open?.saved) : undefined,
      current: currentText(file),
    };
  }

  async #replace(
    location: GuardedPath,
    file: TextFile | undefined,
    after: string,
    signal: AbortSignal | undefined,
  ): Promise<DocumentWriteResult> {
    const encoding =
      file?.encoding ?? toTextEncoding(await this.#options.encodings.get(location.shown));
    const bytes = await encodeText(
      toDiskContent(location, file, after),
      encoding,
      this.#options.encodings,
    );
    if (file?.open) {
      throwIfReadOnly(file.stats, location);
      const isDiskAhead = file.newerDiskText !== undefined;
      const change = { before: file.text, after, isDiskAhead };
      const put = await this.#options.documents.write(location, change);
      if (put.kind !== 'closed') {
        return put;
      }
    }
    const replacement = { bytes, expected: file?.stats, signal };
    const put = this.#limiter.queue(() => replaceFile(location, replacement, this.#sources));
    return { kind: await put, text: after };
  }
}

const INVALID_PARAMS = -32_602;
