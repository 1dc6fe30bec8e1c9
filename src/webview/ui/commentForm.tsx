import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from './strings.ts';

/** An action of the form; the first one is the default. */
export interface CommentFormAction {
  readonly label: string;
  readonly run: (text: string) => void;
}

interface FormProps {
  readonly text?: string;
  readonly actions: readonly [CommentFormAction, ...CommentFormAction[]];
  readonly cancel: () => void;
  readonly onChange?: (text: string) => void;
  /** Whether the user has just opened the form; otherwise the focus stays where it is. */
  readonly takesFocus: boolean;
  /** Whether the text may be submitted; by default it must not be empty. */
  readonly isReady?: (text: string) => boolean;
}

/** A short text for the agent: a comment on a hunk, or the reason of a rejection. */
export function CommentForm(props: FormProps): JSX.Element {
  const [text, setText] = useState(props.text ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (props.takesFocus) {
      field.current?.focus();
    }
  }, []);
  const [first] = props.actions;
  const trimmed = text.trim();
  const isReady = props.isReady?.(trimmed) ?? trimmed !== '';
  const submit = (act: CommentFormAction['run']): void => {
    if (isReady) {
      act(trimmed);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) {
      return; // The key belongs to the input method.
    }
    if (event.key === 'Escape') {
      props.cancel();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit(first.run);
    }
  };
  return (
    <form
      class="comment-form"
      onSubmit={event => {
        event.preventDefault();
        submit(first.run);
      }}
    >
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        aria-label={t('why')}
        placeholder={t('why')}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          props.onChange?.(value);
        }}
        onKeyDown={onKeyDown}
      />
      <Buttons {...props} submit={submit} isReady={isReady} />
    </form>
  );
}

function Buttons(props: {
  actions: FormProps['actions'];
  cancel: () => void;
  submit: (act: CommentFormAction['run']) => void;
  isReady: boolean;
}): JSX.Element {
  return (
    <div class="buttons">
      {props.actions.map(({ label, run: act }, at) => (
        <button
          key={label}
          type={at === 0 ? 'submit' : 'button'}
          class={at === 0 ? 'button' : 'button secondary'}
          disabled={!props.isReady}
          {...(at === 0 ? {} : { onClick: () => props.submit(act) })}
        >
          {label}
        </button>
      ))}
      <button type="button" class="button secondary" onClick={() => props.cancel()}>
        {t('back')}
      </button>
    </div>
  );
}
