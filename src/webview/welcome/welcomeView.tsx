import type { JSX } from 'preact';
import { useComposer } from '../state/composerContext.ts';
import { toPlatformKeys } from '../ui/toPlatformKeys.ts';
import { t, type StringKey } from '../ui/strings.ts';
import { DEMO_STARTERS, type Starter } from './demoStarters.ts';
import { Logo } from './logo.tsx';

/** The content of an empty conversation with an agent. */
export function WelcomeView({ agentId }: { agentId: string }): JSX.Element {
  const composer = useComposer();
  const starters = agentId === 'demo' ? DEMO_STARTERS : STARTERS;
  return (
    <div class="state welcome">
      <Logo />
      <h2>{t('welcomeTitle')}</h2>
      <p>{t('welcomeText')}</p>
      <ul class="starters" aria-label={t('suggestions')}>
        {starters.map(({ label, prompt = t(label) }) => (
          <li key={label}>
            <button
              type="button"
              class="starter"
              onClick={() => composer.prependDraft([{ kind: 'text', text: prompt }])}
            >
              {t(label)}
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
              <dd>{toPlatformKeys(t(does))}</dd>
            </>
          ))}
        </dl>
      </details>
    </div>
  );
}

/** Prompts for every agent: the label itself is sent. */
const STARTERS: readonly Starter[] = [
  { label: 'suggestExplain' },
  { label: 'suggestFix' },
  { label: 'suggestTest' },
];

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
