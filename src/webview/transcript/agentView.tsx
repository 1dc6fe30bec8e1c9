import type { JSX } from 'preact';
import { UseCode } from '../../core/chat/messages.ts';
import type { AgentEntry } from '../../core/session/entry.ts';
import { useHost } from '../host.ts';
import { Icon } from '../icon.tsx';
import { t } from '../strings.ts';
import { BlockView, textOf } from './blockView.tsx';

/** What the agent said. Some agents send messages of nothing but blanks: those are not shown. */
export function AgentView({ entry }: { entry: AgentEntry }): JSX.Element | null {
  const host = useHost();
  if (entry.blocks.every(isBlank)) {
    return null;
  }
  return (
    <article class="entry agent" aria-label={t('agent')}>
      {entry.blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
      <button
        type="button"
        class="icon-button copy-message"
        title={t('copy')}
        aria-label={t('copy')}
        onClick={() => host.tell(UseCode, { text: textOf(entry.blocks), use: 'copy' })}
      >
        <Icon name="copy" />
      </button>
    </article>
  );
}

const isBlank = (block: AgentEntry['blocks'][number]): boolean =>
  block.type === 'text' && block.text.trim() === '';
