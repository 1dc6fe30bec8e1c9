// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TerminalState } from '../../../../../src/core/session/transcript/transcript.ts';
import {
  TerminalBox,
  TerminalsContext,
} from '../../../../../src/webview/transcript/terminal/terminalBox.tsx';

let container: HTMLElement;

beforeEach(() => {
  container = document.createElement('div');
});

afterEach(() => render(null, container));

function show(more: Partial<TerminalState>): void {
  const terminal = { id: 't', command: 'make all', output: 'done\n', cut: false, ...more };
  render(
    <TerminalsContext.Provider value={new Map([['t', terminal]])}>
      <TerminalBox id="t" />
    </TerminalsContext.Provider>,
    container,
  );
}

const canBeStopped = (more: Partial<TerminalState>): boolean => {
  show(more);
  return container.querySelector('[aria-label="Stop command"]') !== null;
};

describe('a terminal', () => {
  it.each([
    [{ code: 0, signal: null }, 'exit code 0'],
    [{ code: 3, signal: null }, 'exit code 3'],
    [{ code: null, signal: 'SIGTERM' }, 'terminated by SIGTERM'],
    [{ code: null, signal: null }, 'exited'],
  ])('with exit %o shows "%s"', (exit, words) => {
    show({ exit });
    expect(container.querySelector('.terminal-exit')?.textContent).toBe(words);
  });

  it('does not show an unknown exit as a failure', () => {
    show({ exit: { code: null, signal: null } });
    expect(container.querySelector('.failed')).toBeNull();
    show({ exit: { code: null, signal: 'SIGTERM' } });
    expect(container.querySelector('.failed')).not.toBeNull();
  });

  it('can be stopped while it runs, if we run it or the agent lets us', () => {
    expect(canBeStopped({})).toBe(false);
    expect(canBeStopped({ ours: true })).toBe(true);
    expect(canBeStopped({ canStop: true })).toBe(true);
    expect(canBeStopped({ canStop: true, exit: { code: 0, signal: null } })).toBe(false);
  });

  it('has the whole command as its tooltip', () => {
    show({});
    expect(container.querySelector('.terminal-command')?.getAttribute('title')).toBe('make all');
  });
});
