import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { AlwaysAllow, AnswerPermission } from '../../../core/chat/messages.ts';
import type { PermissionEntry } from '../../../core/session/transcript/entry.ts';
import { useComposer } from '../../state/composerContext.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';
import { useButtonsEnabled } from './useButtonsEnabled.ts';
import {
  asksReason,
  type ChoiceButton,
  choiceButtons,
  choiceIcon,
  isReject,
} from './choiceButtons.ts';
import { AnsweredPermissionView } from './answeredPermissionView.tsx';
import { PermissionHead, PermissionSubjectView } from './permissionDetails.tsx';
import { useSavedAnswer } from '../../state/useSavedAnswer.ts';
import { useNumberKeys } from './useNumberKeys.ts';
import { type ReturnFocus, useReturnFocus } from '../../ui/focus/useReturnFocus.ts';
import { toPlatformKeys } from '../../ui/toPlatformKeys.ts';
import { CommentForm } from '../../ui/commentForm.tsx';

/** A permission request, open or answered. */
export function PermissionView({ entry }: { entry: PermissionEntry }): JSX.Element {
  return entry.answer.kind === 'open' ? (
    <OpenPermission entry={entry} />
  ) : (
    <AnsweredPermissionView entry={entry} answer={entry.answer} />
  );
}

function OpenPermission({ entry }: { entry: PermissionEntry }): JSX.Element {
  const host = useHost();
  const sessionId = useSessionId();
  const enabled = useButtonsEnabled();
  const [{ why }, setAnswer] = useSavedAnswer(entry.id, () => ({}));
  const hasReason = why !== undefined;
  const returnFocus = useReturnFocus(hasReason);
  const askReason = (): void => {
    returnFocus.openedByUser.current = true;
    setAnswer({ why: '' });
  };
  const card = useRef<HTMLDivElement>(null);
  const buttons = choiceButtons(entry);
  const answer = useAnswer(entry.id, enabled);
  useNumberKeys(card, index => {
    const button = buttons[index];
    if (button && !hasReason) {
      answer(button);
    }
  });
  const reject = buttons.find(({ kind }) => isReject(kind));
  return (
    <div
      ref={card}
      class="entry request permission"
      role="group"
      aria-label={t('permission', entry.title)}
      tabIndex={-1}
      data-request={entry.id}
      data-entry={entry.id}
    >
      <PermissionHead entry={entry} />
      <PermissionSubjectView entry={entry} />
      <div class="request-answer">
        {hasReason && reject ? (
          <CommentForm
            text={String(why)}
            onChange={text => setAnswer({ why: text })}
            takesFocus={returnFocus.openedByUser.current}
            actions={[{ label: t('rejectWith'), run: reason => answer(reject, reason) }]}
            cancel={() => setAnswer(undefined)}
            isReady={() => enabled}
          />
        ) : (
          <Choices
            {...{ buttons, enabled, returnFocus }}
            choose={answer}
            askReason={asksReason(entry.choices) ? undefined : askReason}
            alwaysAllow={
              canAlwaysAllow(entry)
                ? () => host.sendNotification(AlwaysAllow, { sessionId, entryId: entry.id })
                : undefined
            }
          />
        )}
      </div>
    </div>
  );
}

/** Sends an answer and returns the focus to the composer. */
function useAnswer(
  entryId: string,
  enabled: boolean,
): (button: ChoiceButton, reason?: string) => void {
  const host = useHost();
  const sessionId = useSessionId();
  const composer = useComposer();
  return ({ optionId }, reason = '') => {
    if (enabled) {
      host.sendNotification(AnswerPermission, {
        sessionId,
        entryId,
        ...(optionId === undefined ? {} : { optionId }),
        ...(reason === '' ? {} : { reason }),
      });
      composer.focus();
    }
  };
}

/** A rule answers only requests of the agent, and only with its option for once. */
const canAlwaysAllow = ({ source, choices }: PermissionEntry): boolean =>
  source !== 'client' && choices.some(({ kind }) => kind === 'allow_once');

function Choices(props: {
  buttons: readonly ChoiceButton[];
  enabled: boolean;
  choose: (button: ChoiceButton) => void;
  askReason: (() => void) | undefined;
  alwaysAllow: (() => void) | undefined;
  returnFocus: ReturnFocus;
}): JSX.Element {
  return (
    <div class="buttons">
      {props.buttons.map((button, index) => (
        <Choice
          key={button.optionId ?? ''}
          button={button}
          number={index + 1}
          enabled={props.enabled}
          choose={() => props.choose(button)}
        />
      ))}
      {props.alwaysAllow ? (
        <button
          type="button"
          class="text-button quiet"
          disabled={!props.enabled}
          onClick={props.alwaysAllow}
        >
          {t('alwaysAllow')}
        </button>
      ) : null}
      {props.askReason ? (
        <button
          ref={props.returnFocus.button}
          type="button"
          class="text-button quiet"
          disabled={!props.enabled}
          onClick={props.askReason}
        >
          {t('rejectWhy')}
        </button>
      ) : null}
    </div>
  );
}

/** A key that is held down must not answer the next request too. */
const ignoreRepeats = (event: KeyboardEvent): void => {
  if (event.repeat) {
    event.preventDefault();
  }
};

/** A button with the agent's wording. The icon and the name for screen readers say what it does in any case. */
function Choice(props: {
  button: ChoiceButton;
  number: number;
  enabled: boolean;
  choose: () => void;
}): JSX.Element {
  const { kind, label, kindLabel } = props.button;
  const name = label.startsWith(kindLabel) ? label : t('choiceOfKind', label, kindLabel);
  return (
    <button
      type="button"
      class={kind === 'allow_once' ? 'button choice' : 'button secondary choice'}
      disabled={!props.enabled}
      aria-label={name}
      data-key={props.number}
      aria-keyshortcuts={`${props.number} Alt+${props.number}`}
      title={toPlatformKeys(t('choiceKeys', kindLabel, props.number))}
      onKeyDown={ignoreRepeats}
      onClick={() => props.choose()}
    >
      <Icon name={choiceIcon(kind)} />
      <span dir="auto">{label}</span>
    </button>
  );
}
