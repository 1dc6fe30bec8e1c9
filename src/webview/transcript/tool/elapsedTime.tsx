import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { hostClock } from '../../state/hostClock.ts';
import { formatDuration } from '../../ui/format/formatDuration.ts';

const SECOND_MS = 1_000;

/** How long something takes, updated every second until it has ended. */
export function ElapsedTime(props: { fromMs: number; untilMs: number | undefined }): JSX.Element {
  const { fromMs, untilMs } = props;
  const [nowMs, setNowMs] = useState(hostClock.now);
  useEffect(() => {
    const timer =
      untilMs === undefined ? setInterval(() => setNowMs(hostClock.now()), SECOND_MS) : undefined;
    return () => clearInterval(timer);
  }, [untilMs]);
  return <span class="tool-calls">{formatDuration(Math.max(0, (untilMs ?? nowMs) - fromMs))}</span>;
}
