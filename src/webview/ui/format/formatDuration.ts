import { t } from '../strings.ts';

/** For example `45 s` or `3 min 5 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) {
    return t('seconds', seconds);
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? t('minutes', minutes, seconds % 60)
    : t('hours', Math.floor(minutes / 60), minutes % 60);
}
