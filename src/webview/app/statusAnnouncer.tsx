import type { JSX } from 'preact';
import { isOpenRequest } from '../../core/session/transcript/openRequest.ts';
import { t } from '../ui/strings.ts';
import type { ShownSession } from '../state/viewState.ts';

/**
 * Announces to screen readers that work has begun or ended and that a request waits, but not the text of the answer.
 */
export function StatusAnnouncer({ session }: { session: ShownSession | undefined }): JSX.Element {
  return (
    <div class="visually-hidden" role="status">
      {session ? announcementFor(session) : ''}
    </div>
  );
}

function announcementFor({ state, transcript }: ShownSession): string {
  const open = transcript.entries.findLast(isOpenRequest);
  if (open?.kind === 'permission') {
    return t('announcePermission', open.asker ?? state.agentName, open.title.slice(0, 100));
  }
  if (open?.kind === 'question') {
    return t('announceQuestion', open.asker ?? state.agentName, open.message.slice(0, 100));
  }
  switch (state.status.kind) {
    case 'working':
      return t('announceWorking', state.agentName);
    case 'stopped':
      return t(state.status.openFailure ? 'openFailedTitle' : 'announceStopped', state.agentName);
    case 'idle':
      return transcript.entries.at(-1)?.kind === 'turnEnd'
        ? t('announceDone', state.agentName)
        : '';
    case 'starting':
      return state.status.note;
    case 'signIn':
      return t('signInTitle', state.agentName);
    case 'stopping':
      return '';
  }
}
