import type { Frame } from 'playwright-core';

/**
 * Waits until the agent's last text is painted, whether it was rendered in an animation frame or before one. An element
 * that changes its size in each frame makes the browser call its resize observer when the frame is laid out. A message
 * that the observer posts arrives after the frame is painted. `tail` is an expression for the last text.
 */
export function watchEnd(
  frame: Frame,
  tail: string,
): Promise<{ readonly atMs: number; readonly longestMs: number }> {
  return frame.evaluate(`new Promise(resolve => {
    const longs = [0];
    const watch = new PerformanceObserver(list => longs.push(...list.getEntries().map(entry => entry.duration)));
    watch.observe({ type: 'longtask' });
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.cssText = 'position: fixed; height: 0; visibility: hidden';
    const drawn = new MessageChannel();
    const laidOut = new ResizeObserver(() => {
      if (${tail}?.trimEnd().endsWith('The end.')) {
        laidOut.disconnect();
        drawn.port2.postMessage('');
      }
    });
    laidOut.observe(probe);
    let next = 0;
    const grow = frame => {
      probe.style.width = frame % 1_000 + 'px';
      next = requestAnimationFrame(grow);
    };
    next = requestAnimationFrame(grow);
    drawn.port1.onmessage = () => {
      const atMs = Date.now();
      cancelAnimationFrame(next);
      probe.remove();
      setTimeout(() => {
        watch.disconnect();
        resolve({ atMs, longestMs: Math.max(...longs) });
      });
    };
  })`);
}
