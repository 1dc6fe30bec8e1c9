import type { Stats } from 'node:fs';
import { isNotebookPath, textOfNotebook } from '../../core/files/notebookFile.ts';
import type { Documents, Encodings, FilePlace, OpenText } from '../ports.ts';
import { invalidParams } from '../wireError.ts';
import type { Disk } from './disk.ts';
import {
  decodeText,
  encodingOf,
  isBinary,
  isDamaged,
  namedEncoding,
  type Encoding,
} from './encodedText.ts';
import type { Pinning } from './pinnedFolder.ts';
import { dataOf, readFile, type FileState } from './readFile.ts';

/** A file as it is now: what the user sees of it, and what it is on disk. */
export interface TextFile {
  /** The unsaved text if there is one, else what is on disk at this moment. */
  readonly text: string;
  /** The file on disk as it is, if the text is not that but the text of a notebook's cells. */
  readonly notebook?: string | undefined;
  /** The agent writes the notebook as the file that it is: the text is that too. */
  readonly isWhole?: boolean;
  readonly encoding: Encoding;
  readonly open: OpenText | undefined;
  /** What is on disk, if that was changed by somebody else under unsaved edits. */
  readonly diskAhead?: string | undefined;
  /** Its state on disk; nothing if it exists in the editor only. */
  readonly stats: Stats | undefined;
  /** Some of its bytes mean nothing in its encoding; U+FFFD stands for them in the text. */
  readonly isDamaged: boolean;
}

/** What looking at files takes. */
export interface FileSources {
  readonly documents: Documents;
  readonly encodings: Encodings;
  readonly disk: Disk;
  readonly pinning: Pinning;
}

/** Looks at a file: in the editor if it has unsaved edits, else afresh on disk. Nothing if it is in neither. */
export async function textFile(
  place: FilePlace,
  sources: FileSources,
): Promise<TextFile | undefined> {
  const open = await sources.documents.read(place);
  const state = await readFile(place, sources.disk, sources.pinning);
  if (state) {
    return decoded(place, state, open, sources);
  }
  const encoding = namedEncoding(open?.encoding ?? 'utf8');
  return open && { text: open.text, encoding, open, stats: undefined, isDamaged: false };
}

async function decoded(
  place: FilePlace,
  { bytes, stats }: FileState,
  open: OpenText | undefined,
  { encodings }: FileSources,
): Promise<TextFile> {
  const encoding = encodingOf(bytes, open?.encoding ?? (await encodings.of(place.shown)));
  if (isBinary(bytes, encoding)) {
    throw invalidParams(`${place.shown} is a binary file.`, dataOf(place));
  }
  const file = await decodeText(bytes, encoding, encodings);
  const cells = isNotebookPath(place.real) ? textOfNotebook(file) : undefined;
  const text = cells ?? file;
  return {
    text: open?.isDirty ? open.text : text,
    notebook: cells === undefined ? undefined : file,
    encoding,
    open,
    diskAhead: open && diskAhead(open, text),
    stats,
    isDamaged: isDamaged(bytes, file, encoding),
  };
}

/** A document has one kind of line ending, whatever its file has: that is no difference. */
function diskAhead({ text, isDirty, saved }: OpenText, disk: string): string | undefined {
  if (!isDirty || saved === undefined || disk === saved) {
    return undefined;
  }
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  const alike = disk.replaceAll(/\r\n?|\n/g, ending);
  return alike === saved ? undefined : alike;
}
