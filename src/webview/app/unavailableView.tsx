import type { JSX } from 'preact';
import type { UnavailableReason } from '../../core/chat/chatViewState.ts';
import { ResolveUnavailable } from '../../core/chat/messages.ts';
import { useHost } from '../state/host.ts';
import { type IconName, Icon } from '../ui/icon.tsx';
import { t, type StringKey } from '../ui/strings.ts';

const texts: Readonly<
  Record<
    UnavailableReason['kind'],
    { icon: IconName; title: StringKey; text: StringKey; act?: StringKey }
  >
> = {
  untrusted: { icon: 'lock', title: 'untrustedTitle', text: 'untrustedText', act: 'untrustedAct' },
  noFolder: { icon: 'folder', title: 'noFolderTitle', text: 'noFolderText', act: 'noFolderAct' },
  virtual: { icon: 'globe', title: 'virtualTitle', text: 'virtualText' },
};

/** Shows why no session can be started here, and the action that helps. */
export function UnavailableView({ reason }: { reason: UnavailableReason }): JSX.Element {
  const host = useHost();
  const { icon, title, text, act } = texts[reason.kind];
  return (
    <main class="state">
      <h1 class="visually-hidden">{t('accord')}</h1>
      <Icon name={icon} />
      <h2>{t(title)}</h2>
      <p>{t(text)}</p>
      {act === undefined ? null : (
        <button
          type="button"
          class="button"
          onClick={() => host.sendNotification(ResolveUnavailable, { kind: reason.kind })}
        >
          {t(act)}
        </button>
      )}
    </main>
  );
}
