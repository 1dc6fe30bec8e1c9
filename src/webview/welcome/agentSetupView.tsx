import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { AgentSuggestion } from '../../core/catalog/agentSuggestions.ts';
import { ChooseAgent, Send } from '../../core/chat/messages.ts';
import { useHost } from '../state/host.ts';
import { Icon, Spinner } from '../ui/icon.tsx';
import { t } from '../ui/strings.ts';
import { AgentMark } from './agentMark.tsx';
import { DEMO_STARTERS } from './demoStarters.ts';
import { Logo } from './logo.tsx';

/** Lets the user choose an agent, or try the demo, while none is chosen. */
export function AgentSetupView({
  suggestions,
}: {
  suggestions: readonly AgentSuggestion[] | undefined;
}): JSX.Element {
  return (
    <div class="state setup">
      <Logo />
      <h2>{t('chooseTitle')}</h2>
      <p>{t('chooseText')}</p>
      {suggestions === undefined ? (
        <div class="status">
          <Spinner />
          <span>{t('findingAgents')}</span>
        </div>
      ) : (
        <Suggestions suggestions={suggestions} />
      )}
      <DemoStarters />
    </div>
  );
}

function Suggestions({ suggestions }: { suggestions: readonly AgentSuggestion[] }): JSX.Element {
  const host = useHost();
  const found = suggestions.filter(({ group }) => group === 'found');
  const popular = suggestions.filter(({ group }) => group === 'popular');
  return (
    <>
      <SuggestionList title={t('foundAgents')} suggestions={found} />
      <SuggestionList title={t('popularAgents')} suggestions={popular} />
      <button
        type="button"
        class="setup-all"
        onClick={() => host.sendNotification(ChooseAgent, {})}
      >
        {t('allAgents')}
      </button>
    </>
  );
}

function SuggestionList(props: {
  title: string;
  suggestions: readonly AgentSuggestion[];
}): JSX.Element | null {
  const host = useHost();
  const titleId = useId();
  return props.suggestions.length === 0 ? null : (
    <section class="setup-group">
      <h3 id={titleId}>{props.title}</h3>
      <ul aria-labelledby={titleId}>
        {props.suggestions.map(({ id, name, icon, needs }) => (
          <li key={id}>
            <button
              type="button"
              class="offer"
              onClick={() => host.sendNotification(ChooseAgent, { agentId: id })}
            >
              <AgentMark icon={icon} />
              <span class="offer-text">
                <span class="offer-name">{name}</span>
                <Needs needs={needs} />
              </span>
              <Icon name="chevron" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One line, so that the demo below the agents is visible without scrolling. */
function Needs({ needs }: Pick<AgentSuggestion, 'needs'>): JSX.Element {
  const text = needs.join(' \u00b7 ');
  return (
    <span class="offer-needs muted" title={text}>
      {text}
    </span>
  );
}

/** What the demo can do. A click starts it, since there is nothing to configure. */
function DemoStarters(): JSX.Element {
  const host = useHost();
  const titleId = useId();
  const start = (text: string): void =>
    void host.sendRequest(Send, { agentId: 'demo', draft: { text, mentions: [] } });
  return (
    <section class="setup-group">
      <h3 id={titleId}>{t('tryDemo')}</h3>
      <p class="muted">{t('tryDemoText')}</p>
      <ul aria-labelledby={titleId}>
        {DEMO_STARTERS.map(({ label, prompt }) => (
          <li key={label}>
            <button type="button" class="starter" onClick={() => start(prompt)}>
              {t(label)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
