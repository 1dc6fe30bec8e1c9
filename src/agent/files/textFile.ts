import type { Stats } from 'node:fs';
import { isNotebookPath, notebookFileToText } from '../../core/files/notebookFile.ts';
import type { Documents, FileLocation, OpenDocument } from './documents.ts';
import type { TextEncodings } from './textEncoding.ts';
import { invalidParams } from '../wire/responseError.ts';
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

/** A file as it is now: what the user sees of it, and what it is on disk. */
export interface TextFile {
  /** The unsaved text if there is one, else what is on disk at this moment. */
  readonly text: string;
  /** The file on disk as it is, if the text is not that but the text of a notebook's cells. */
  readonly notebook?: string | undefined;
  /** The agent writes the notebook as the file that it is: the text is that too. */
  readonly isWhole?: boolean;
  readonly encoding: TextEncoding;
  readonly open: OpenDocument | undefined;
  /** What is on disk, if that was changed by somebody else under unsaved edits. */
  readonly newerDiskText?: string | undefined;
  /** Its state on disk; nothing if it exists in the editor only. */
  readonly stats: Stats | undefined;
  /** Some of its bytes mean nothing in its encoding; U+FFFD stands for them in the text. */
  readonly hasInvalidBytes: boolean;
}

/** What looking at files takes. */
export interface TextFileSources {
  readonly documents: Documents;
  readonly encodings: TextEncodings;
  readonly disk: FileSystem;
  readonly pinning: PinningMode;
}

/** Looks at a file: in the editor if it has unsaved edits, else afresh on disk. Nothing if it is in neither. */
export async function readTextFile(
  place: FileLocation,
  sources: TextFileSources,
): Promise<TextFile | undefined> {
  const open = await sources.documents.read(place);
  const state = await readGuardedFile(place, sources.disk, sources.pinning);
  if (state) {
    return decoded(place, state, open, sources);
  }
  const encoding = toTextEncoding(open?.encoding ?? 'utf8');
  return open && { text: open.text, encoding, open, stats: undefined, hasInvalidBytes: false };
}

async function decoded(
  place: FileLocation,
  { bytes, stats }: FileBytes,
  open: OpenDocument | undefined,
  { encodings }: TextFileSources,
): Promise<TextFile> {
  const encoding = detectEncoding(bytes, open?.encoding ?? (await encodings.get(place.shown)));
  if (isBinary(bytes, encoding)) {
    throw invalidParams(`${place.shown} is a binary file.`, toErrorData(place));
  }
  const file = await decodeText(bytes, encoding, encodings);
  const cells = isNotebookPath(place.real) ? notebookFileToText(file) : undefined;
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

/** A document has one kind of line ending, whatever its file has: that is no difference. */
function diskAhead({ text, isDirty, saved }: OpenDocument, disk: string): string | undefined {
  if (!isDirty || saved === undefined || disk === saved) {
    return undefined;
  }
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  const alike = disk.replaceAll(/\r\n?|\n/g, ending);
  return alike === saved ? undefined : alike;
}
