import type { Stats } from 'node:fs';
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
import { dataOf, readFile } from './readFile.ts';

/** A file as it is now: what the user sees of it, and what it is on disk. */
export interface TextFile {
  /** The unsaved text if there is one, else what is on disk at this moment. */
  readonly text: string;
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
  { documents, encodings, disk, pinning }: FileSources,
): Promise<TextFile | undefined> {
  const open = await documents.read(place);
  const file = await readFile(place, disk, pinning);
  if (!file) {
    const encoding = namedEncoding(open?.encoding ?? 'utf8');
    return open && { text: open.text, encoding, open, stats: undefined, isDamaged: false };
  }
  const { bytes, stats } = file;
  const encoding = encodingOf(bytes, open?.encoding ?? (await encodings.of(place.shown)));
  if (isBinary(bytes, encoding)) {
    throw invalidParams(`${place.shown} is a binary file.`, dataOf(place));
  }
  const text = await decodeText(bytes, encoding, encodings);
  return {
    text: open?.isDirty ? open.text : text,
    encoding,
    open,
    diskAhead: open && diskAhead(open, text),
    stats,
    isDamaged: isDamaged(bytes, text, encoding),
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
