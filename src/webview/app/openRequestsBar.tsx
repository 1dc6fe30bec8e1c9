import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Stop } from '../../core/chat/messages.ts';
import { useHost } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { countLabel } from '../ui/format/countLabel.ts';
import { t } from '../ui/strings.ts';
import { getOpenRequestIds } from '../state/openRequests.ts';
import type { ShownSession } from '../state/viewState.ts';

/** Shows that requests wait for an answer while they are scrolled out of view. */
export function OpenRequestsBar({ session }: { session: ShownSession }): JSX.Element | null {
  const host = useHost();
  const [first, ...others] = getOpenRequestIds(session.transcript.entries);
  const isVisible = useIsVisible(first);
  if (first === undefined || (isVisible && others.length === 0)) {
    return null;
  }
  return (
    <div class="waiting-bar">
      <Icon name="lock" />
      <span>{countLabel('waiting', others.length + 1)}</span>
      <button type="button" class="text-button" onClick={() => focusRequest(first)}>
        {t('show')}
      </button>
      {others.length === 0 ? null : (
        <button
          type="button"
          class="text-button"
          onClick={() => host.sendNotification(Stop, { sessionId: session.state.id })}
        >
          {t('rejectAllRequests')}
        </button>
      )}
    </div>
  );
}

/** Whether the buttons of a request are visible. */
function useIsVisible(id: string | undefined): boolean {
  const [visibleId, setVisibleId] = useState<string>();
  useEffect(() => {
    const buttons =
      id === undefined ? undefined : findRequest(id)?.querySelector('.request-answer');
    if (!buttons) {
      return;
    }
    const observer = new IntersectionObserver(([entry]) => {
      setVisibleId(entry?.isIntersecting ? id : undefined);
    });
    observer.observe(buttons);
    return () => observer.disconnect();
  }, [id]);
  return id !== undefined && visibleId === id;
}

const findRequest = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-request="${CSS.escape(id)}"]`);

/** Focuses the request itself and never one of its buttons: a key that is already pressed must not answer it. */
function focusRequest(id: string): void {
  const request = findRequest(id);
  request?.scrollIntoView({ block: 'nearest' });
  request?.focus();
}
