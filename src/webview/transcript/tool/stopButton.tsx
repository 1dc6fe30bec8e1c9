import type { JSX } from 'preact';
import { StopEntry } from '../../../core/chat/messages.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { IconButton } from '../../ui/iconButton.tsx';
import { t } from '../../ui/strings.ts';

/** Stops a sub-agent or a tool call; the turn goes on. */
export function StopButton({ entryId, name }: { entryId: string; name: string }): JSX.Element {
  const host = useHost();
  const sessionId = useSessionId();
  return (
    <IconButton
      icon="stop"
      label={t('stopEntry', name)}
      onClick={() => host.sendNotification(StopEntry, { sessionId, entryId })}
    />
  );
}
