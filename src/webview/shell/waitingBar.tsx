import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Stop } from '../../core/chat/messages.ts';
import { useHost } from '../host.ts';
import { Icon } from '../icon.tsx';
import { counted } from '../counted.ts';
import { t } from '../strings.ts';
import { openRequests } from '../transcript/openRequests.ts';
import type { ShownSession } from '../view.ts';

/** Requests that hold up the agent are always in reach, wherever the user is reading. */
export function WaitingBar({ session }: { session: ShownSession }): JSX.Element | null {
  const host = useHost();
  const [first, ...others] = openRequests(session.transcript.entries);
  const isSeen = useIsSeen(first);
  if (first === undefined || (isSeen && others.length === 0)) {
    return null;
  }
  return (
    <div class="waiting-bar">
      <Icon name="lock" />
      <span>{counted('waiting', others.length + 1)}</span>
      <button type="button" class="text-button" onClick={() => show(first)}>
        {t('show')}
      </button>
      {others.length === 0 ? null : (
        <button
          type="button"
          class="text-button"
          onClick={() => host.tell(Stop, { sessionId: session.state.id })}
        >
          {t('turnDownAll')}
        </button>
      )}
    </div>
  );
}

/** Whether the buttons of a request are on the screen. */
function useIsSeen(id: string | undefined): boolean {
  const [seenId, setSeenId] = useState<string>();
  useEffect(() => {
    const buttons = id === undefined ? undefined : requestOf(id)?.querySelector('.request-answer');
    if (!buttons) {
      return;
    }
    const watch = new IntersectionObserver(([entry]) => {
      setSeenId(entry?.isIntersecting ? id : undefined);
    });
    watch.observe(buttons);
    return () => watch.disconnect();
  }, [id]);
  return id !== undefined && seenId === id;
}

const requestOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-request="${CSS.escape(id)}"]`);

/** The request itself gets the focus, never one of its buttons. */
function show(id: string): void {
  const request = requestOf(id);
  request?.scrollIntoView({ block: 'nearest' });
  request?.focus();
}
