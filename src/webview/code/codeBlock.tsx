import type { ComponentChild, JSX } from 'preact';
import { type UseCodeParams, UseCode } from '../../core/chat/messages.ts';
import { hasPreview } from '../../core/chat/previewLanguage.ts';
import { CopyButton } from '../ui/copyButton.tsx';
import { useHost } from '../state/host.ts';
import { IconButton } from '../ui/iconButton.tsx';
import { t } from '../ui/strings.ts';
import { renderHighlightNode } from './renderHighlightNode.tsx';
import { useHighlighting } from './useHighlighting.ts';

/** Code is rendered in chunks of this many lines, so that growing code changes only the last chunk. */
const CHUNK_LINES = 60;

interface Code {
  readonly text: string;
  readonly language: string;
  /** The file that the agent named for the code. */
  readonly file: string | undefined;
}

/** A code block with the actions for it. */
export function CodeBlock({ text, language, file }: Code): JSX.Element {
  const pieces = useHighlighting(text, language);
  return (
    <figure class="code" aria-label={language ? t('codeIn', language) : t('code')}>
      <figcaption>
        <span class="code-language">{file ?? language}</span>
        <CodeButtons text={text} language={language} file={file} />
      </figcaption>
      <pre tabIndex={0} dir="ltr">
        <code>{pieces ? pieces.map(renderHighlightNode) : plainChunks(text)}</code>
      </pre>
    </figure>
  );
}

function CodeButtons({ text, language, file }: Code): JSX.Element {
  const host = useHost();
  const apply = (use: UseCodeParams['use']): void => {
    const known = { ...(language ? { language } : {}), ...(file === undefined ? {} : { file }) };
    host.sendNotification(UseCode, { text, use, ...known });
  };
  return (
    <span class="code-buttons">
      <CopyButton copy={() => apply('copy')} />
      {hasPreview(language) ? (
        <IconButton icon="preview" label={t('preview')} onClick={() => apply('preview')} />
      ) : null}
      <IconButton icon="insert" label={t('insert')} onClick={() => apply('insert')} />
      <IconButton icon="apply" label={t('applyToFile')} onClick={() => apply('apply')} />
      <IconButton icon="newFile" label={t('toFile')} onClick={() => apply('newFile')} />
    </span>
  );
}

function plainChunks(text: string): ComponentChild {
  const lines = text.split('\n');
  if (lines.length <= CHUNK_LINES) {
    return text;
  }
  const pieces: ComponentChild[] = [];
  for (let from = 0; from < lines.length; from += CHUNK_LINES) {
    const last = from + CHUNK_LINES >= lines.length;
    const piece = lines.slice(from, from + CHUNK_LINES).join('\n') + (last ? '' : '\n');
    pieces.push(
      <span class="code-chunk" key={from}>
        {piece}
      </span>,
    );
  }
  return pieces;
}
