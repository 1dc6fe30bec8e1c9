import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { AgentOffer } from '../../core/catalog/agentOffers.ts';
import { ChooseAgent, Send } from '../../core/chat/messages.ts';
import { useHost } from '../state/host.ts';
import { Icon, Spinner } from '../ui/icon.tsx';
import { t } from '../ui/strings.ts';
import { AgentMark } from './agentMark.tsx';
import { DEMO_STARTERS } from './demoStarters.ts';
import { Logo } from './logo.tsx';

/** Lets the user choose an agent, or try the demo, while none is chosen. */
export function AgentSetupView({
  offers,
}: {
  offers: readonly AgentOffer[] | undefined;
}): JSX.Element {
  return (
    <div class="state setup">
      <Logo />
      <h2>{t('chooseTitle')}</h2>
      <p>{t('chooseText')}</p>
      {offers === undefined ? (
        <div class="status">
          <Spinner />
          <span>{t('findingAgents')}</span>
        </div>
      ) : (
        <Offers offers={offers} />
      )}
      <DemoStarters />
    </div>
  );
}

function Offers({ offers }: { offers: readonly AgentOffer[] }): JSX.Element {
  const host = useHost();
  const found = offers.filter(({ group }) => group === 'found');
  const popular = offers.filter(({ group }) => group === 'popular');
  return (
    <>
      <OfferList title={t('foundAgents')} offers={found} />
      <OfferList title={t('popularAgents')} offers={popular} />
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

function OfferList(props: { title: string; offers: readonly AgentOffer[] }): JSX.Element | null {
  const host = useHost();
  const titleId = useId();
  return props.offers.length === 0 ? null : (
    <section class="setup-group">
      <h3 id={titleId}>{props.title}</h3>
      <ul aria-labelledby={titleId}>
        {props.offers.map(({ id, name, icon, needs }) => (
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
function Needs({ needs }: Pick<AgentOffer, 'needs'>): JSX.Element {
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
