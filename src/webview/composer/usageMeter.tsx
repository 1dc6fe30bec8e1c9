import type { JSX } from 'preact';
import type { Usage } from '../../core/session/state/sessionState.ts';
import { formatTokenCount } from '../ui/formatTokenCount.ts';
import { t } from '../ui/strings.ts';

/** The meter warns above this share. */
const NEARLY_FULL = 0.85;

/** How full the agent's context window is, and what the session has cost. */
export function UsageMeter({ usage }: { usage: Usage | undefined }): JSX.Element | null {
  if (!usage) {
    return null;
  }
  if (usage.sizeTokens <= 0) {
    return <UsageWithoutLimit usage={usage} />;
  }
  const share = Math.min(1, Math.max(0, usage.usedTokens / usage.sizeTokens));
  const label = [
    t(
      'usage',
      percent(share),
      formatTokenCount(usage.usedTokens),
      formatTokenCount(usage.sizeTokens),
    ),
    ...costLines(usage),
  ].join('\n');
  return (
    <span
      class={share > NEARLY_FULL ? 'usage full' : 'usage'}
      role="img"
      aria-label={label}
      title={label}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle class="usage-ring" cx="8" cy="8" r="5.5" />
        <circle
          class="usage-part"
          cx="8"
          cy="8"
          r="5.5"
          pathLength="100"
          stroke-dasharray={`${share * 100} 100`}
        />
      </svg>
      <span class="usage-label">{percent(share)}</span>
    </span>
  );
}

/** The usage of an agent that does not report the size of its context window. */
function UsageWithoutLimit({ usage }: { usage: Usage }): JSX.Element {
  const used = t('tokens', formatTokenCount(usage.usedTokens));
  const label = [used, ...costLines(usage)].join('\n');
  return (
    <span class="usage" role="img" aria-label={label} title={label}>
      <span class="usage-label">{usage.cost ? formatCost(usage.cost) : used}</span>
    </span>
  );
}

const costLines = ({ cost }: Usage): readonly string[] =>
  cost ? [t('cost', formatCost(cost))] : [];

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Agents may report any currency; an unknown one follows the number. */
function formatCost({ amount, currency }: NonNullable<Usage['cost']>): string {
  return /^[A-Z]{3}$/.test(currency)
    ? new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)
    : `${amount.toFixed(2)} ${currency.slice(0, 10)}`;
}
