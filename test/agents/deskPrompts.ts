import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Git } from '../../src/agent/git/git.ts';
import { gitDiff } from '../../src/agent/git/gitDiff.ts';
import type { Documents, Prompts } from '../../src/agent/ports.ts';
import type { Attachment, TextAttachment } from '../../src/core/prompt/attachment.ts';
import { mentionsIn } from '../../src/core/prompt/draft.ts';
import { DEFAULT_EMBED_LIMIT_KB, limitsOf } from '../../src/core/prompt/limits.ts';
import type { Mention } from '../../src/core/prompt/mention.ts';
import { mentionKey } from '../../src/core/prompt/mentionUri.ts';
import { promptBlocks } from '../../src/core/prompt/promptBlocks.ts';
import { textIn } from '../../src/core/prompt/textRange.ts';

/** Makes prompts as the extension does, of the files below `root` and of documents that are open elsewhere than in VS Code. */
export const deskPrompts = (root: string, documents: Documents): Prompts => ({
  prepare: async (draft, { accepts = {} }) => {
    const attachments = new Map<string, Attachment>();
    for (const mention of mentionsIn(draft)) {
      attachments.set(mentionKey(mention), await attachment(mention, root, documents));
    }
    const limits = limitsOf(DEFAULT_EMBED_LIMIT_KB);
    const { blocks, notes } = promptBlocks(draft, attachments, accepts, limits);
    return { blocks, notes: notes.map(({ message }) => message) };
  },
});

async function attachment(
  mention: Mention,
  root: string,
  documents: Documents,
): Promise<Attachment> {
  if (mention.kind === 'file') {
    return mention.uri.endsWith('.png')
      ? picture(await readFile(fileURLToPath(mention.uri)))
      : unsaved(await textOf(mention.uri, documents));
  }
  if (mention.kind === 'selection') {
    const { words, isDirty } = await textOf(mention.uri, documents);
    return unsaved({ words: textIn(words, mention.range), isDirty });
  }
  return mention.kind === 'gitDiff'
    ? text(await gitDiff({ git: new Git('git'), root }, { kind: 'workingTree' }), 'text/x-diff')
    : { kind: 'missing', reason: 'it is not on this desk' };
}

interface Words {
  readonly words: string;
  readonly isDirty: boolean;
}

async function textOf(uri: string, documents: Documents): Promise<Words> {
  const file = fileURLToPath(uri);
  const open = await documents.read({ shown: file, real: file });
  return open
    ? { words: open.text, isDirty: open.isDirty }
    : { words: await readFile(file, 'utf8'), isDirty: false };
}

const unsaved = ({ words, isDirty }: Words): Attachment => ({
  ...text(words),
  ...(isDirty ? { unsaved: true } : {}),
});

const text = (words: string, mimeType = 'text/plain'): TextAttachment => ({
  kind: 'text',
  text: words,
  mimeType,
});

const picture = (bytes: Buffer): Attachment => ({
  kind: 'image',
  data: bytes.toString('base64'),
  mimeType: 'image/png',
  sizeBytes: bytes.length,
});
