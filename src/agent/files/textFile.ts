import type { Stats } from 'node:fs';
import { mergeWrite } from '../../core/files/mergeWrite.ts';
import { isNotebookPath, notebookFileToText } from '../../core/files/notebookFile.ts';
import type { Documents, FileLocation, OpenDocument } from './documents.ts';
import type { TextEncodings } from './textEncoding.ts';
import { internalError, invalidParams } from '../wire/responseError.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import {
  decodeText,
  detectEncoding,
  isBinary,
  hasInvalidBytes,
  toTextEncoding,
  type TextEncoding,
} from './textEncoding.ts';
import type { PinningMode } from './pinnedFolder.ts';
import { toErrorData, readGuardedFile, type FileBytes } from './readGuardedFile.ts';

/** The current state of a file, in the editor and on disk. */
export interface TextFile {
  /** The unsaved text if there is one, else the text on disk. */
  readonly text: string;
  /** The content of the notebook file, if `text` is the text of its cells. */
  readonly notebook?: string | undefined;
  /** Whether the agent writes the notebook as JSON, so that `text` is JSON, too. */
  readonly isWhole?: boolean;
  readonly encoding: TextEncoding;
  readonly open: OpenDocument | undefined;
  /** The text on disk, if somebody else changed it while there are unsaved edits. */
  readonly newerDiskText?: string | undefined;
  /** The state on disk; `undefined` if the file exists in the editor only. */
  readonly stats: Stats | undefined;
  /** Whether some bytes are invalid in the encoding. The text has U+FFFD for them. */
  readonly hasInvalidBytes: boolean;
}

export interface TextFileSources {
  readonly documents: Documents;
  readonly encodings: TextEncodings;
  readonly disk: FileSystem;
  readonly pinning: PinningMode;
}

/** Reads a file: from the editor if it has unsaved edits, else from disk. Returns `undefined` if it is in neither. */
export async function readTextFile(
  location: FileLocation,
  sources: TextFileSources,
): Promise<TextFile | undefined> {
  const open = await sources.documents.read(location);
  const state = await readGuardedFile(location, sources.disk, sources.pinning);
  if (state) {
    return decoded(location, state, open, sources);
  }
  const encoding = toTextEncoding(open?.encoding ?? 'utf8');
  return open && { text: open.text, encoding, open, stats: undefined, hasInvalidBytes: false };
}

async function decoded(
  location: FileLocation,
  { bytes, stats }: FileBytes,
  open: OpenDocument | undefined,
  { encodings }: TextFileSources,
): Promise<TextFile> {
  const encoding = detectEncoding(bytes, open?.encoding ?? (await encodings.get(location.shown)));
  if (isBinary(bytes, encoding)) {
    throw invalidParams(`${location.shown} is a binary file.`, toErrorData(location));
  }
  const file = await decodeText(bytes, encoding, encodings);
  const cells = isNotebookPath(location.real) ? notebookFileToText(file) : undefined;
  const text = cells ?? file;
  return {
    text: open?.isDirty ? open.text : text,
    notebook: cells === undefined ? undefined : file,
    encoding,
    open,
    newerDiskText: open && diskAhead(open, text),
    stats,
    hasInvalidBytes: hasInvalidBytes(bytes, file, encoding),
  };
}

/** A document has one kind of line ending, whatever its file has, so line endings are ignored. */
function diskAhead({ text, isDirty, saved }: OpenDocument, disk: string): string | undefined {
  if (!isDirty || saved === undefined || disk === saved) {
    return undefined;
  }
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  const alike = disk.replaceAll(/\r\n?|\n/g, ending);
  return alike === saved ? undefined : alike;
}

/**
 * An agent that sends exactly what it has read wants to take back what was changed since, by a command of its own for
 * example. A merge would keep that change, so the write would succeed without any effect.
 */
export function throwIfOutdated(
  location: FileLocation,
  file: TextFile | undefined,
  { read, wanted }: { readonly read: string | undefined; readonly wanted: string },
): void {
  if (file && read === wanted && file.text !== read && !file.open?.isDirty) {
    throw internalError(
      `${location.shown} has changed since it was read. Nothing was written; read it again.`,
      toErrorData(location),
    );
  }
}

/** Bytes that could not be decoded would be written as U+FFFD. */
export function throwIfInvalidBytes(
  location: FileLocation,
  file: TextFile | undefined,
  wanted: string,
): void {
  if (file?.hasInvalidBytes && wanted.includes('\uFFFD')) {
    throw internalError(
      `${location.shown} has bytes that are not ${file.encoding.name}; writing U+FFFD in their place would destroy them. Nothing was written.`,
      toErrorData(location),
    );
  }
}

/** The text of the user, merged with what others wrote to disk in the meantime. */
export function currentText(file: TextFile | undefined): string {
  return file?.newerDiskText === undefined
    ? (file?.text ?? '')
    : mergeWrite({ seen: file.open?.saved, current: file.text, wanted: file.newerDiskText }).text;
}
