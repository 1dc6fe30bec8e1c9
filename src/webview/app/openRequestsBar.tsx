import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Stop } from '../../core/chat/messages.ts';
import { useHost } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { countLabel } from '../ui/countLabel.ts';
import { t } from '../ui/strings.ts';
import { getOpenRequestIds } from '../state/openRequests.ts';
import type { ShownSession } from '../state/viewState.ts';

/** Shows that requests wait for an answer while they are scrolled out of view. */
export function OpenRequestsBar({ session }: { session: ShownSession }): JSX.Element | null {
  const host = useHost();
  const [first, ...others] = getOpenRequestIds(session.transcript.entries);
  const isSeen = useIsSeen(first);
  if (first === undefined || (isSeen && others.length === 0)) {
    return null;
  }
  return (
    <div class="waiting-bar">
      <Icon name="lock" />
      <span>{countLabel('waiting', others.length + 1)}</span>
      <button type="button" class="text-button" onClick={() => show(first)}>
        {t('show')}
      </button>
      {others.length === 0 ? null : (
        <button
          type="button"
          class="text-button"
          onClick={() => host.sendNotification(Stop, { sessionId: session.state.id })}
        >
          {t('turnDownAll')}
        </button>
      )}
    </div>
  );
}

/** Whether the buttons of a request are visible. */
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

/** Focuses the request itself and never one of its buttons: a key that is already pressed must not answer it. */
function show(id: string): void {
  const request = requestOf(id);
  request?.scrollIntoView({ block: 'nearest' });
  request?.focus();
}
