import type { JSX } from 'preact';
import { Icon } from '../ui/icon.tsx';
import { t } from '../ui/strings.ts';
import { toPlatformKeys } from '../ui/toPlatformKeys.ts';
import { isWorking, type ShownSession } from '../state/viewState.ts';

interface Props {
  readonly turn: 'none' | 'running' | 'stopping';
  readonly isEmpty: boolean;
  readonly enterSends: boolean;
  /** Whether a message is sent into the running turn. */
  readonly canSteer: boolean;
  readonly send: () => void;
  readonly stop: () => void;
}

/** Send, and Stop while a turn is running. With an empty draft a running turn shows only Stop. */
export function SendButtons(props: Props): JSX.Element {
  const { turn, isEmpty, enterSends, canSteer, send, stop } = props;
  const isBusy = turn !== 'none';
  const idleTip = enterSends ? t('sendTip') : t('sendTipCtrl');
  const tip = toPlatformKeys(isBusy ? t(canSteer ? 'steerTip' : 'queueTip') : idleTip);
  return (
    <>
      {isBusy ? (
        <button
          type="button"
          class="send stop"
          aria-label={t('stop')}
          title={t('stop')}
          aria-busy={turn === 'stopping'}
          onClick={stop}
        >
          <Icon name="stop" />
        </button>
      ) : null}
      {isBusy && isEmpty ? null : (
        <button
          type="button"
          class="send"
          aria-label={t('send')}
          title={tip}
          disabled={isEmpty}
          onClick={send}
        >
          <Icon name="arrowUp" />
        </button>
      )}
    </>
  );
}

export function getTurnState(session: ShownSession | undefined): Props['turn'] {
  if (!isWorking(session)) {
    return 'none';
  }
  return session?.state.status.kind === 'stopping' ? 'stopping' : 'running';
}
