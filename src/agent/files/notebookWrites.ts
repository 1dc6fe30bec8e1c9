import { randomUUID } from 'node:crypto';
import { fitLineEndings } from '../../core/files/fitLineEndings.ts';
import {
  isNotebookPath,
  updateNotebookFile,
  notebookFileToText,
} from '../../core/files/notebookFile.ts';
import type { FileLocation } from './documents.ts';
import { readTextFile, type TextFileSources, type TextFile } from './textFile.ts';

/** An agent that knows notebooks as what they are on disk may write them so; then the text is the file's own. */
export function asWholeNotebook(file: TextFile | undefined, wanted: string): TextFile | undefined {
  return file?.notebook !== undefined && notebookFileToText(wanted) !== undefined
    ? { ...file, text: file.notebook, notebook: undefined, open: undefined, isWhole: true }
    : file;
}

/** What is to stand on disk for a text: of a notebook's cells, the notebook with them. */
export function toDiskContent(
  place: FileLocation,
  file: TextFile | undefined,
  text: string,
): string {
  const isCells =
    file?.notebook !== undefined ||
    (!file && isNotebookPath(place.real) && notebookFileToText(text) === undefined);
  return isCells ? updateNotebookFile(file?.notebook, text, newCellId) : text;
}

const newCellId = (): string => randomUUID().slice(0, 8);

/** What the agent takes the text for, after it wrote `content` and `text` came of it. */
export function toAgentText(place: FileLocation, content: string, text: string): string {
  return isNotebookPath(place.real)
    ? (notebookFileToText(content) ?? content)
    : fitLineEndings(content, text);
}

/** A text that was written, and the same with the agent's lines where the user's were kept. */
interface WrittenText {
  readonly text: string;
  readonly theirs: string;
}

/** What stood in the file, and what stands there now; of a notebook the file itself, not its cells' text. */
export async function writtenTexts(
  place: FileLocation,
  file: TextFile | undefined,
  { text, theirs, sources }: WrittenText & { readonly sources: TextFileSources },
): Promise<WrittenText & { readonly before: string | undefined }> {
  if (!isNotebookPath(place.real)) {
    return { before: file?.text, text, theirs };
  }
  const now = await readTextFile(place, sources);
  return {
    before: file?.notebook ?? file?.text,
    text: now?.notebook ?? now?.text ?? text,
    theirs: toDiskContent(place, now, theirs),
  };
}
