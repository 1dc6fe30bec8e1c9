/** What to do after a crash. */
export type CrashAction = 'restart' | 'stop';

const WINDOW_MS = 3 * 60 * 1000;
/** A program that keeps crashing is not helped by more restarts than this. */
export const MAX_RESTARTS = 4;

/** An agent is restarted at most four times within three minutes. */
export function getCrashAction(crashTimesMs: readonly number[], nowMs: number): CrashAction {
  return recentCrashes(crashTimesMs, nowMs).length > MAX_RESTARTS ? 'stop' : 'restart';
}

/** The crashes within the time window, including the current one. */
export const recentCrashes = (crashTimesMs: readonly number[], nowMs: number): readonly number[] =>
  crashTimesMs.filter(timeMs => nowMs - timeMs < WINDOW_MS);
