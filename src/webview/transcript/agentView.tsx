import type { JSX } from 'preact';
import { UseCode } from '../../core/chat/messages.ts';
import type { AgentEntry } from '../../core/session/entry.ts';
import { CopyButton } from '../copyButton.tsx';
import { useHost } from '../host.ts';
import { t } from '../strings.ts';
import { BlockView, textOf } from './blockView.tsx';
import { saysNothing } from './saysNothing.ts';

/** What the agent said. */
export function AgentView({ entry }: { entry: AgentEntry }): JSX.Element | null {
  const host = useHost();
  if (saysNothing(entry)) {
    return null;
  }
  return (
    <article class="entry agent" aria-label={t('agent')} data-entry={entry.id}>
      {entry.blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
      <CopyButton
        class="copy-message"
        copy={() => host.tell(UseCode, { text: textOf(entry.blocks), use: 'copy' })}
      />
    </article>
  );
}
