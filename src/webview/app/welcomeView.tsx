import type { JSX } from 'preact';
import { useComposer } from '../state/composerContext.ts';
import { toPlatformKeys } from '../ui/toPlatformKeys.ts';
import { t, type StringKey } from '../ui/strings.ts';
import { Logo } from './logo.tsx';

/** The content of an empty conversation. */
export function WelcomeView(): JSX.Element {
  const composer = useComposer();
  const suggestions = [t('suggestExplain'), t('suggestFix'), t('suggestTest')];
  return (
    <div class="state welcome">
      <Logo />
      <h2>{t('welcomeTitle')}</h2>
      <p>{t('welcomeText')}</p>
      <ul class="starters" aria-label={t('suggestions')}>
        {suggestions.map(text => (
          <li key={text}>
            <button
              type="button"
              class="starter"
              onClick={() => composer.prependDraft([{ kind: 'text', text }])}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      <details class="keys">
        <summary>{t('keys')}</summary>
        <dl>
          {keys.map(([key, does]) => (
            <>
              <dt>
                <kbd>{toPlatformKeys(t(key))}</kbd>
              </dt>
              <dd>{t(does)}</dd>
            </>
          ))}
        </dl>
      </details>
    </div>
  );
}

/** Keyboard shortcuts and what they do: those of the page and those of package.json. */
const keys: readonly (readonly [StringKey, StringKey])[] = [
  ['keyEnter', 'keyEnterDoes'],
  ['keyShiftEnter', 'keyShiftEnterDoes'],
  ['keyAt', 'keyAtDoes'],
  ['keySlash', 'keySlashDoes'],
  ['keyUp', 'keyUpDoes'],
  ['keyNumbers', 'keyNumbersDoes'],
  ['keyAltNumbers', 'keyAltNumbersDoes'],
  ['keyPlain', 'keyPlainDoes'],
  ['keyAdd', 'keyAddDoes'],
  ['keyRename', 'keyRenameDoes'],
  ['keyMenu', 'keyMenuDoes'],
  ['keyFavorite', 'keyFavoriteDoes'],
  ['keyNext', 'keyNextDoes'],
  ['keyAccept', 'keyAcceptDoes'],
  ['keyReject', 'keyRejectDoes'],
  ['keyAcceptAll', 'keyAcceptAllDoes'],
  ['keyRejectAll', 'keyRejectAllDoes'],
  ['keyUndo', 'keyUndoDoes'],
  ['keyChanges', 'keyChangesDoes'],
  ['keyChat', 'keyChatDoes'],
  ['keyNewSession', 'keyNewSessionDoes'],
];
