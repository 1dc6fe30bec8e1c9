import type { JSX } from 'preact';
import { useComposer } from '../composer/composerContext.ts';
import { t } from '../strings.ts';
import { Mark } from './mark.tsx';

/** What an empty conversation says. */
export function Welcome(): JSX.Element {
  const composer = useComposer();
  const suggestions = [t('suggestExplain'), t('suggestFix'), t('suggestTest')];
  return (
    <div class="state welcome">
      <Mark />
      <h2>{t('welcomeTitle')}</h2>
      <p>{t('welcomeText')}</p>
      <ul class="suggestions" aria-label={t('suggestions')}>
        {suggestions.map(text => (
          <li key={text}>
            <button
              type="button"
              class="suggestion"
              onClick={() => composer.take([{ kind: 'text', text }])}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
