import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Git } from '../../src/agent/git/git.ts';
import { gitDiff } from '../../src/agent/git/gitDiff.ts';
import type { Documents, Prompts } from '../../src/agent/ports.ts';
import type { Attachment } from '../../src/core/prompt/attachment.ts';
import { mentionsIn } from '../../src/core/prompt/draft.ts';
import { DEFAULT_EMBED_LIMIT_KB, limitsOf } from '../../src/core/prompt/limits.ts';
import type { Mention } from '../../src/core/prompt/mention.ts';
import { mentionKey } from '../../src/core/prompt/mentionUri.ts';
import { promptBlocks } from '../../src/core/prompt/promptBlocks.ts';
import { textIn } from '../../src/core/prompt/textRange.ts';

/** Makes prompts as the extension does, of the files below `root` and of documents that are open elsewhere than in VS Code. */
export const deskPrompts = (root: string, documents: Documents): Prompts => ({
  prepare: async (draft, { accepts }) => {
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
      : text(await textOf(mention.uri, documents));
  }
  if (mention.kind === 'selection') {
    return text(textIn(await textOf(mention.uri, documents), mention.range));
  }
  return mention.kind === 'gitDiff'
    ? text(await gitDiff(new Git('git'), root, { kind: 'workingTree' }), 'text/x-diff')
    : { kind: 'missing', reason: 'it is not on this desk' };
}

async function textOf(uri: string, documents: Documents): Promise<string> {
  const file = fileURLToPath(uri);
  const open = await documents.read({ shown: file, real: file });
  return open?.text ?? readFile(file, 'utf8');
}

const text = (words: string, mimeType = 'text/plain'): Attachment => ({
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
