import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings.ts';

/** Asks what the agent should do instead; the answer becomes the next prompt. */
export function ReasonForm(props: {
  submit: (reason: string) => void;
  cancel: () => void;
  armed: boolean;
}): JSX.Element {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="reason"
      onSubmit={event => {
        event.preventDefault();
        props.submit(reason.trim());
      }}
    >
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        aria-label={t('why')}
        placeholder={t('why')}
        value={reason}
        onInput={event => setReason(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') {
            props.cancel();
          } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            props.submit(reason.trim());
          }
        }}
      />
      <div class="buttons">
        <button type="submit" class="button" disabled={!props.armed}>
          {t('rejectWith')}
        </button>
        <button type="button" class="button secondary" onClick={() => props.cancel()}>
          {t('back')}
        </button>
      </div>
    </form>
  );
}
