import { lstat, lutimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { detectEncoding, decodeText, toTextEncoding } from '../../../agent/files/textEncoding.ts';
import { encodeExactly, toDisplayText } from '../../../agent/review/exactText.ts';
import type {
  DiscardResult,
  UnsavedDocuments,
  DirtyFileWrite,
} from '../../../agent/review/unsaved/editorBuffers.ts';
import type { StoredDirtyFileWrite } from '../../../agent/review/unsaved/unsavedFileStore.ts';
import type { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import type { ReviewModelWriter } from '../../../agent/review/reviewModelWriter.ts';
import { SequencerByKey } from '../../../core/async/sequencerByKey.ts';
import { mergeWrite, type MergedWrite } from '../../../core/files/mergeWrite.ts';
import type { FileContent } from '../../../core/review/file/fileSide.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import { editorEncodings } from '../../files/editorEncodings.ts';
import { replaceText, toDocumentEol } from '../../files/replaceText.ts';
import type { SavedTexts } from '../../files/savedTexts.ts';
import { roundTrip } from '../../roundTrip.ts';
import type { DocumentTracker } from './documentTracker.ts';
import { getOpenDocument, hasText, toExactText } from './openDocument.ts';
import type { UnsavedWrites } from './unsavedWrites.ts';

/** A file that was written more recently may still be incomplete. */
const QUIET_MS = 50;
/** How often a merge is tried again because the user is typing, and how often a file is read again that is being written. */
const ATTEMPTS = 20;

export interface UnsavedMergerOptions {
  readonly documents: DocumentTracker;
  readonly files: ReviewFiles;
  readonly writer: ReviewModelWriter;
  readonly savedTexts: SavedTexts;
  readonly writes: UnsavedWrites;
  /** The text on disk when the last turn started, or was last scanned. */
  readBaseline(path: string): Promise<FileContent | undefined>;
}

/** Lines that both the user and an agent changed, in a file with unsaved edits. */
export interface UnsavedConflict extends MergedWrite {
  readonly path: string;
  readonly origin: Origin;
  /** Whether it contains the conflicts that were reported before. */
  readonly isUpdate: boolean;
}

type TextContent = Extract<FileContent, { kind: 'text' }>;

/**
 * Merges what agents write to disk into documents with unsaved edits, as one undoable edit. The user's lines stay the user's, and
 * the agent's lines become pending.
 */
export class UnsavedMerger implements UnsavedDocuments {
  readonly #options: UnsavedMergerOptions;
  readonly #tasks = new SequencerByKey();
  /** Called when lines were changed by both. The document has the user's. */
  onDidConflict: (conflict: UnsavedConflict) => void = () => {};

  constructor(options: UnsavedMergerOptions) {
    this.#options = options;
  }

  merge(path: string, write: DirtyFileWrite): Promise<boolean> {
    return this.#tasks.queue(path, async () => {
      const document = getOpenDocument(path);
      if (!document || this.#options.documents.isBeingWritten(path)) {
        return false;
      }
      const result = await this.#merge(document, write);
      // A text that the document loaded before the user typed is in the document, but is not recorded yet.
      return (
        result.kind === 'merged' ||
        (result.kind === 'same' && !this.#options.documents.hasShown(path, result.text))
      );
    });
  }

  /** Prepares a save. Returns whether the document has everything that is on disk, so that it may be saved over it. */
  mergeBeforeSave(document: vscode.TextDocument, origin: Origin | undefined): Promise<boolean> {
    const path = document.uri.fsPath;
    return this.#tasks.queue(path, async () => {
      if (origin && !this.#options.documents.isSuspended(path)) {
        return (await this.#merge(document, { origin })).kind !== 'failed';
      }
      const disk = await this.#readText(document);
      return disk !== undefined && disk.text === (await this.#getCommonText(document, disk.text));
    });
  }

  /**
   * Identifies the text of somebody else on disk, if a document that is being saved does not contain it. If it stays, the save was
   * refused.
   */
  async findForeignText(document: vscode.TextDocument): Promise<string | undefined> {
    const disk = await this.#readText(document);
    const isOurs = !disk || disk.text === (await this.#getCommonText(document, disk.text));
    return isOurs ? undefined : disk.text;
  }

  async takeDiscarded(path: string): Promise<DiscardResult> {
    const { documents, writes, files } = this.#options;
    const write = writes.get(path);
    if (!write) {
      return { kind: 'none' };
    }
    await roundTrip(); // VS Code may be about to report that the document is dirty.
    const document = getOpenDocument(path);
    if (document?.isDirty || writes.isAwaited(path) || documents.renaming.includes(path)) {
      return { kind: 'none' };
    }
    const disk = document && (await files.read(path));
    if (document && disk?.kind === 'text' && !hasText(document, disk.text)) {
      // Undoing every edit makes a document clean without loading what is on disk now. A newer time makes VS Code load it.
      const now = new Date();
      await lutimes(path, now, now);
      return { kind: 'outdated' };
    }
    const lastSeen = writes.getTextOfEarlierWindow(path);
    writes.delete(path);
    return { kind: 'discarded', ...write, lastSeen };
  }

  async #merge(document: vscode.TextDocument, write: DirtyFileWrite): Promise<MergeResult> {
    const { documents } = this.#options;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await this.#options.savedTexts.whenSettled(document);
      const disk = await this.#readText(document);
      const common = disk && (await this.#getCommonText(document, disk.text));
      if (!document.isDirty || document.isClosed || !disk || common === undefined) {
        return FAILED;
      }
      if (disk.text === common) {
        return { kind: 'same', text: disk.text };
      }
      if (await documents.syncDocument(document)) {
        const { path, version } = { path: document.uri.fsPath, version: document.version };
        const isDone = await documents.suspendWhile(
          path,
          async () =>
            document.version === version &&
            (await this.#apply(document, { ...write, disk, common })),
        );
        if (isDone) {
          return { kind: 'merged' };
        }
      }
    }
    return FAILED;
  }

  /** Merges, edits the document and records the edit. Returns false if the user typed meanwhile. */
  async #apply(
    document: vscode.TextDocument,
    {
      disk,
      common,
      origin,
      before,
    }: DirtyFileWrite & { readonly disk: DiskText; readonly common: string },
  ): Promise<boolean> {
    const { savedTexts, writes, writer } = this.#options;
    const path = document.uri.fsPath;
    const now = document.getText();
    // If the user has not typed since the last merge, that one is replaced: what it read may have been incomplete.
    const previous = writes.getMerge(document);
    const { seen, current } = previous ?? { seen: common, current: now };
    const merged = mergeWrite({ seen, current, wanted: disk.text });
    if (!(await replaceText(document, now, merged.text))) {
      return false;
    }
    const mode = before?.kind === 'text' ? before.mode : disk.content.mode;
    const known = { kind: 'text', text: toExactText(document, now) } as const;
    const after = { ...disk.content, text: toExactText(document, merged.text) };
    const author = { kind: 'agent', origin } as const;
    await writer.write(path, after, author, mode === undefined ? known : { ...known, mode });
    savedTexts.set(document, disk.text);
    const first = writes.get(path) ?? this.#describeOriginal(path, toExactText(document, common));
    writes.set({ path, common: disk.text, agentWrite: { ...first, origin } });
    writes.setMerge(document, merged.text, { seen, current });
    if (merged.conflicts.length > 0) {
      this.onDidConflict({ ...merged, path, origin, isUpdate: previous !== undefined });
    }
    return true;
  }

  #describeOriginal(path: string, original: string): Omit<StoredDirtyFileWrite, 'origin'> {
    const agreed = this.#options.documents.history.findAgreed(path, original);
    return agreed === undefined ? { original } : { original, agreed };
  }

  /** The text that the document and the disk last had in common, with the line endings of the document. */
  async #getCommonText(document: vscode.TextDocument, disk: string): Promise<string | undefined> {
    const { savedTexts } = this.#options;
    if (savedTexts.wasSaved(document, disk)) {
      savedTexts.set(document, disk);
    }
    const saved = savedTexts.get(document);
    if (saved !== undefined) {
      return toDocumentEol(document, saved);
    }
    const baseline = await this.#options.readBaseline(document.uri.fsPath);
    return baseline?.kind === 'text' ? this.#toDocumentText(document, baseline) : undefined;
  }

  /** The text on disk as the document would show it. */
  async #readText(document: vscode.TextDocument): Promise<DiskText | undefined> {
    const content = await readWhenQuiet(document.uri.fsPath, this.#options.files);
    return content.kind === 'text'
      ? { content, text: await this.#toDocumentText(document, content) }
      : undefined;
  }

  /** The user may have chosen another encoding for the document than the settings do. */
  async #toDocumentText(document: vscode.TextDocument, { text }: TextContent): Promise<string> {
    const codec = this.#options.files.codecs.get(document.uri.fsPath) ?? 'utf8';
    if (toTextEncoding(document.encoding).name === codec) {
      return toDocumentEol(document, toDisplayText(text));
    }
    const bytes = await encodeExactly(text, codec, editorEncodings);
    const encoding = detectEncoding(bytes, document.encoding);
    return toDocumentEol(document, await decodeText(bytes, encoding, editorEncodings));
  }
}

type MergeResult =
  | { readonly kind: 'merged' }
  /** The document was based on the text on disk already. */
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'failed' };

const FAILED: MergeResult = { kind: 'failed' };

/** A text on disk, as it is and as a document shows it. */
interface DiskText {
  readonly content: TextContent;
  readonly text: string;
}

/** Reads a file when nobody has written to it for a moment: a program may write a file in several parts. */
async function readWhenQuiet(path: string, files: ReviewFiles): Promise<FileContent> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stats = await lstat(path).catch(() => undefined);
    const ageMs = stats ? Date.now() - stats.mtimeMs : QUIET_MS;
    if (ageMs < 0 || ageMs >= QUIET_MS) {
      break;
    }
    await sleep(QUIET_MS - ageMs);
  }
  return files.read(path);
}
