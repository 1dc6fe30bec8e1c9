import type { PastedMedia } from '../../../core/chat/messages.ts';
import { encodeBase64 } from '../../media/encodeBase64.ts';
import { t } from '../../ui/strings.ts';

/** Pasted or dropped content that is more than plain text. */
export interface PastedContent {
  readonly uris: readonly string[];
  /** Text copied from an editor. */
  readonly copied: { readonly text?: string };
  read(): Promise<{ readonly media: readonly PastedMedia[]; readonly refused: readonly string[] }>;
}

const MEDIA_LIMIT_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 20;

/** The URI lists of VS Code and of the operating system. */
const URI_TYPES = ['application/vnd.code.uri-list', 'text/uri-list'];

/** The content of a clipboard or drop; `undefined` if it is only plain text. */
export function getPastedContent(data: DataTransfer): PastedContent | undefined {
  const uris = urisIn(data);
  const text = data.getData('text/plain');
  // Spreadsheets and word processors add an image of the copied text.
  const isText = text !== '' && data.types.includes('text/html');
  const files = uris.length > 0 || isText ? [] : [...data.files];
  const left = Math.max(0, Math.max(uris.length, files.length) - MAX_FILES);
  // VS Code marks text copied from its editors. A single line is more likely meant as text.
  const isCode = data.types.includes('vscode-editor-data') && text.trim().includes('\n');
  if (uris.length === 0 && files.length === 0 && !isCode) {
    return undefined;
  }
  return {
    uris: uris.slice(0, MAX_FILES),
    copied: isCode && uris.length === 0 && files.length === 0 ? { text } : {},
    read: async () => {
      const { media, refused } = await readAll(files.slice(0, MAX_FILES));
      const tooMany = left > 0 ? [t('tooManyFiles', MAX_FILES, left)] : [];
      return { media, refused: [...refused, ...tooMany] };
    },
  };
}

function urisIn(data: DataTransfer): readonly string[] {
  const list = URI_TYPES.map(type => data.getData(type)).find(found => found !== '') ?? '';
  return list.split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'));
}

async function readAll(files: readonly File[]): ReturnType<PastedContent['read']> {
  const small = files.filter(file => file.size <= MEDIA_LIMIT_BYTES);
  const large = files.filter(file => file.size > MEDIA_LIMIT_BYTES);
  const read = await Promise.all(small.map(file => readMedia(file).catch(() => file.name)));
  return {
    media: read.filter(one => typeof one !== 'string'),
    refused: [
      ...large.map(file => t('tooLargeToPaste', file.name)),
      // A folder, or a file that no longer exists.
      ...read.filter(one => typeof one === 'string').map(name => t('unreadable', name)),
    ],
  };
}

async function readMedia(file: File): Promise<PastedMedia> {
  return { name: file.name, mimeType: file.type, data: encodeBase64(await file.arrayBuffer()) };
}
