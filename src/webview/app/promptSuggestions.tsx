import type { JSX } from 'preact';
import type { SessionState } from '../../core/session/state/sessionState.ts';
import { useComposer } from '../state/composerContext.ts';
import { t } from '../ui/strings.ts';

/** What the agent suggests to ask next. A suggestion is put into the composer, so that the user can change it before sending. */
export function PromptSuggestions({ state }: { state: SessionState }): JSX.Element | null {
  const composer = useComposer();
  const { suggestions = [], status, queue } = state;
  if (suggestions.length === 0 || status.kind !== 'idle' || queue.length > 0) {
    return null;
  }
  return (
    <ul class="starters prompt-suggestions" aria-label={t('suggestions')}>
      {suggestions.map(text => (
        <li key={text}>
          <button
            type="button"
            class="starter"
            title={text}
            dir="auto"
            onClick={() => composer.prependDraft([{ kind: 'text', text }])}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
