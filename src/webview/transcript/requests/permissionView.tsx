import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { AnswerPermission } from '../../../core/chat/messages.ts';
import type { PermissionEntry } from '../../../core/session/transcript/entry.ts';
import { useComposer } from '../../state/composerContext.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { t } from '../../ui/strings.ts';
import { useButtonsEnabled } from './useButtonsEnabled.ts';
import { type ChoiceButton, choiceButtons, isAllow, isReject } from './choiceButtons.ts';
import { AnsweredPermissionView } from './answeredPermissionView.tsx';
import { PermissionDetails } from './permissionDetails.tsx';
import { useSavedAnswer } from '../../state/useSavedAnswer.ts';
import { useNumberKeys } from './useNumberKeys.ts';
import { type ReturnFocus, useReturnFocus } from '../../ui/useReturnFocus.ts';
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
  const composer = useComposer();
  const armed = useButtonsEnabled();
  const [{ why }, keep] = useSavedAnswer(entry.id, () => ({}));
  const saysWhy = why !== undefined;
  const opener = useReturnFocus(saysWhy);
  const sayWhy = (): void => {
    opener.openedByUser.current = true;
    keep({ why: '' });
  };
  const card = useRef<HTMLDivElement>(null);
  const buttons = choiceButtons(entry.choices);
  const answer = ({ optionId }: ChoiceButton, reason = ''): void => {
    if (armed) {
      host.sendNotification(AnswerPermission, {
        sessionId,
        entryId: entry.id,
        ...(optionId === undefined ? {} : { optionId }),
        ...(reason === '' ? {} : { reason }),
      });
      composer.focus();
    }
  };
  useNumberKeys(card, index => {
    const button = buttons[index];
    if (button && !saysWhy) {
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
      <PermissionDetails entry={entry} />
      <div class="request-answer">
        {saysWhy && reject ? (
          <CommentForm
            words={String(why)}
            changed={words => keep({ why: words })}
            takesFocus={opener.openedByUser.current}
            acts={[{ label: t('rejectWith'), run: reason => answer(reject, reason) }]}
            cancel={() => keep(undefined)}
            isReady={() => armed}
          />
        ) : (
          <Choices {...{ buttons, armed, sayWhy, opener }} choose={answer} />
        )}
      </div>
    </div>
  );
}

function Choices(props: {
  buttons: readonly ChoiceButton[];
  armed: boolean;
  choose: (button: ChoiceButton) => void;
  sayWhy: () => void;
  opener: ReturnFocus;
}): JSX.Element {
  return (
    <div class="buttons">
      {props.buttons.map((button, index) => (
        <Choice
          key={button.optionId ?? ''}
          button={button}
          number={index + 1}
          armed={props.armed}
          choose={() => props.choose(button)}
        />
      ))}
      <button
        ref={props.opener.button}
        type="button"
        class="text-button"
        disabled={!props.armed}
        onClick={() => props.sayWhy()}
      >
        {t('rejectWhy')}
      </button>
    </div>
  );
}

/** A key that is held down must not answer the next request too. */
const ignoreRepeats = (event: KeyboardEvent): void => {
  if (event.repeat) {
    event.preventDefault();
  }
};

function Choice(props: {
  button: ChoiceButton;
  number: number;
  armed: boolean;
  choose: () => void;
}): JSX.Element {
  const { kind, label, agentLabel: words } = props.button;
  const role = isAllow(kind) ? 'allow' : isReject(kind) ? 'reject' : 'other';
  const saysMore =
    words !== '' && words.toLowerCase() !== label.toLowerCase() && !label.includes(words);
  return (
    <span class={`choice ${role}`}>
      <button
        type="button"
        class={kind === 'allow_once' ? 'button' : 'button secondary'}
        disabled={!props.armed}
        aria-label={label}
        data-key={props.number}
        aria-keyshortcuts={`${props.number} Alt+${props.number}`}
        title={toPlatformKeys(t('choiceKeys', label, props.number))}
        onKeyDown={ignoreRepeats}
        onClick={() => props.choose()}
      >
        {label}
      </button>
      {saysMore ? (
        <span class="choice-words" dir="auto">
          {words}
        </span>
      ) : null}
    </span>
  );
}
