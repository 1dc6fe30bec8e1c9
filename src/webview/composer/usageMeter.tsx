import type { JSX } from 'preact';
import type { SessionState } from '../../core/session/state/sessionState.ts';
import type { PlanLimit, Usage } from '../../core/session/state/usage.ts';
import { hostClock } from '../state/hostClock.ts';
import { formatCost, formatTokenCount, tokenLines } from '../ui/format/formatUsage.ts';
import { t } from '../ui/strings.ts';

/** The meter warns above this share of the context window. */
const NEARLY_FULL = 0.85;
/** The meter warns above this share of a plan limit. */
const LIMIT_NEAR = 0.8;

/** How full the agent's context window is, what the session has cost, and how much of the user's plan is left. */
export function UsageMeter({ state }: { state: SessionState | undefined }): JSX.Element | null {
  const usage = state?.usage;
  if (!usage) {
    return null;
  }
  const limits = currentLimits(state.limits);
  const near = limits.find(isNear);
  const share = usage.sizeTokens > 0 ? clamp(usage.usedTokens / usage.sizeTokens) : undefined;
  const label = [
    contextLine(usage, share),
    ...(usage.cost ? [t('cost', formatCost(usage.cost))] : []),
    ...(state.lastTurn ? [t('lastTurn', tokenLines(state.lastTurn).join(' · '))] : []),
    ...limits.map(limitLine),
  ].join('\n');
  return (
    <span
      class={near || (share ?? 0) > NEARLY_FULL ? 'usage full' : 'usage'}
      role="img"
      aria-label={label}
      title={label}
    >
      {share === undefined ? null : <Ring share={share} />}
      <span class="usage-label">{near ? shortLimit(near) : shortUsage(usage, share)}</span>
    </span>
  );
}

const Ring = ({ share }: { share: number }): JSX.Element => (
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
);

function contextLine({ usedTokens, sizeTokens }: Usage, share: number | undefined): string {
  const used = formatTokenCount(usedTokens);
  return share === undefined
    ? t('tokens', used)
    : t('usage', percent(share), used, formatTokenCount(sizeTokens));
}

/** An agent that does not report the size of its context window shows its cost, or else its tokens. */
function shortUsage(usage: Usage, share: number | undefined): string {
  if (share !== undefined) {
    return percent(share);
  }
  return usage.cost ? formatCost(usage.cost) : contextLine(usage, share);
}

/** A limit that has been reset since says nothing anymore. */
const currentLimits = (limits: readonly PlanLimit[] = []): readonly PlanLimit[] =>
  limits.filter(({ resetsAtMs }) => resetsAtMs === undefined || resetsAtMs > hostClock.now());

const isNear = ({ share, level }: PlanLimit): boolean =>
  level !== undefined || (share ?? 0) >= LIMIT_NEAR;

const shortLimit = ({ share, level }: PlanLimit): string =>
  share === undefined || level === 'reached'
    ? t('limitShort', t(level === 'reached' ? 'limitReached' : 'limitNear'))
    : t('limitShort', percent(share));

function limitLine({ name, share, resetsAtMs, level }: PlanLimit): string {
  const said = [
    ...(share === undefined ? [] : [t('limitUsed', percent(share))]),
    ...(level === 'reached' ? [t('limitReached')] : []),
    ...(resetsAtMs === undefined ? [] : [t('limitResets', formatTime(resetsAtMs))]),
  ];
  return t('limit', name, said.join(', ') || t('limitNear'));
}

const formatTime = (timeMs: number): string =>
  new Date(timeMs).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

const percent = (share: number): string => `${Math.round(share * 100)}%`;
