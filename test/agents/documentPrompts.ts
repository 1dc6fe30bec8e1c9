import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Git } from '../../src/agent/git/git.ts';
import { gitDiff } from '../../src/agent/git/gitDiff.ts';
import type { Documents } from '../../src/agent/files/documents.ts';
import type { PromptBuilder } from '../../src/agent/session/promptBuilder.ts';
import type { Attachment, TextAttachment } from '../../src/core/prompt/attachment.ts';
import { getMentions } from '../../src/core/prompt/draft.ts';
import { DEFAULT_EMBED_LIMIT_KB, createPromptLimits } from '../../src/core/prompt/promptLimits.ts';
import type { Mention } from '../../src/core/prompt/mention/mention.ts';
import { mentionKey } from '../../src/core/prompt/mention/mentionUri.ts';
import { buildPrompt } from '../../src/core/prompt/buildPrompt.ts';
import { getTextInRange } from '../../src/core/prompt/mention/textInRange.ts';

/**
 * Builds prompts as the extension does, from the files below `root` and from documents that are open in a fake editor.
 */
export const documentPrompts = (root: string, documents: Documents): PromptBuilder => ({
  build: async (draft, { promptCapabilities: accepts = {} }) => {
    const attachments = new Map<string, Attachment>();
    for (const mention of getMentions(draft)) {
      attachments.set(mentionKey(mention), await attachment(mention, root, documents));
    }
    const limits = createPromptLimits(DEFAULT_EMBED_LIMIT_KB);
    const { blocks, notes } = buildPrompt(draft, attachments, accepts, limits);
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
    return unsaved({ words: getTextInRange(words, mention.range), isDirty });
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
