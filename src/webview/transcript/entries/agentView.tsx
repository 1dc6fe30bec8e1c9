import type { JSX } from 'preact';
import { UseCode } from '../../../core/chat/messages.ts';
import type { AgentEntry } from '../../../core/session/transcript/entry.ts';
import { CopyButton } from '../../ui/copyButton.tsx';
import { useHost } from '../../state/host.ts';
import { t } from '../../ui/strings.ts';
import { ContentBlockView, getText } from '../content/contentBlockView.tsx';
import { isBlankMessage } from '../../state/isBlankMessage.ts';

export function AgentView({ entry }: { entry: AgentEntry }): JSX.Element | null {
  const host = useHost();
  if (isBlankMessage(entry)) {
    return null;
  }
  return (
    <article
      class={entry.isTask ? 'entry agent task' : 'entry agent'}
      aria-label={t(entry.isTask ? 'subagentTask' : 'agent')}
      data-entry={entry.id}
    >
      {entry.isTask ? <div class="muted">{t('subagentTask')}</div> : null}
      {entry.blocks.map((block, index) => (
        <ContentBlockView key={index} block={block} />
      ))}
      <CopyButton
        class="copy-message"
        copy={() => host.sendNotification(UseCode, { text: getText(entry.blocks), use: 'copy' })}
      />
    </article>
  );
}
