import { randomUUID } from 'node:crypto';
import { fitLineEndings } from '../../core/files/fitLineEndings.ts';
import {
  isNotebookPath,
  updateNotebookFile,
  notebookFileToText,
} from '../../core/files/notebookFile.ts';
import type { FileLocation } from './documents.ts';
import { readTextFile, type TextFileSources, type TextFile } from './textFile.ts';

/** An agent may write a notebook as the JSON that it is on disk. Then the current text is the JSON, too. */
export function asWholeNotebook(file: TextFile | undefined, wanted: string): TextFile | undefined {
  return file?.notebook !== undefined && notebookFileToText(wanted) !== undefined
    ? { ...file, text: file.notebook, notebook: undefined, open: undefined, isWhole: true }
    : file;
}

/** The content on disk for a text. For the text of cells it is the notebook with these cells. */
export function toDiskContent(
  location: FileLocation,
  file: TextFile | undefined,
  text: string,
): string {
  const isCells =
    file?.notebook !== undefined ||
    (!file && isNotebookPath(location.real) && notebookFileToText(text) === undefined);
  return isCells ? updateNotebookFile(file?.notebook, text, newCellId) : text;
}

const newCellId = (): string => randomUUID().slice(0, 8);

/** The text that the agent assumes to be in the file, after it sent `content` and `text` was written. */
export function toAgentText(location: FileLocation, content: string, text: string): string {
  return isNotebookPath(location.real)
    ? (notebookFileToText(content) ?? content)
    : fitLineEndings(content, text);
}

/** A written text, and the same with the agent's lines where those of the user were kept. */
interface WrittenText {
  readonly text: string;
  readonly theirs: string;
}

/** The text before and after a write. For a notebook it is the file itself, not the text of its cells. */
export async function writtenTexts(
  location: FileLocation,
  file: TextFile | undefined,
  { text, theirs, sources }: WrittenText & { readonly sources: TextFileSources },
): Promise<WrittenText & { readonly before: string | undefined }> {
  if (!isNotebookPath(location.real)) {
    return { before: file?.text, text, theirs };
  }
  const now = await readTextFile(location, sources);
  return {
    before: file?.notebook ?? file?.text,
    text: now?.notebook ?? now?.text ?? text,
    theirs: toDiskContent(location, now, theirs),
  };
}
