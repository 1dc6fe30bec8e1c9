import type { Cost, TurnUsage } from '../../../core/session/state/usage.ts';
import { t } from '../strings.ts';

const compact = new Intl.NumberFormat(undefined, { notation: 'compact' });

/** For example `12K`. */
export const formatTokenCount = (count: number): string => compact.format(count);

/** What a turn used, one line per kind of token. */
export function tokenLines(usage: TurnUsage): readonly string[] {
  const kinds = [
    ['tokensIn', usage.inputTokens],
    ['tokensOut', usage.outputTokens],
    ['tokensThought', usage.thoughtTokens],
    ['tokensCacheRead', usage.cachedReadTokens],
    ['tokensCacheWrite', usage.cachedWriteTokens],
  ] as const;
  return [
    t('tokens', formatTokenCount(usage.totalTokens)),
    ...kinds.flatMap(([label, count]) =>
      count === undefined ? [] : [t(label, formatTokenCount(count))],
    ),
    ...(usage.cost ? [t('cost', formatCost(usage.cost))] : []),
  ];
}

/** Agents may report any currency; an unknown one follows the number. */
export function formatCost({ amount, currency }: Cost): string {
  return /^[A-Z]{3}$/.test(currency)
    ? new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)
    : `${amount.toFixed(2)} ${currency.slice(0, 10)}`;
}
