import type { Disposable } from '../../core/lifetime.ts';
import type { AgentTerminal } from './agentTerminal.ts';
import {
  TERMINAL_LIMIT_CHARS,
  type Patch,
  type TerminalView,
} from '../../core/session/transcript.ts';

/** Output is shown at most this often, however fast it comes. */
const INTERVAL_MS = 50;
/** More than this at once is not told piece by piece: the whole view is told anew. */
const PATCH_LIMIT_CHARS = 64 * 1024;

/** Tells what changes in the view of a terminal: first the whole, then what is added, at last its end. */
export function terminalDisplay(terminal: AgentTerminal, tell: (patch: Patch) => void): Disposable {
  let waiting = '';
  let hasSkipped = false;
  let timer: NodeJS.Timeout | undefined;
  const tellWhole = (): void => tell({ kind: 'terminal', terminal: shownTerminal(terminal) });
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (hasSkipped) {
      tellWhole();
    } else if (waiting !== '') {
      tell({ kind: 'terminalGrew', id: terminal.facts.id, text: waiting });
    }
    waiting = '';
    hasSkipped = false;
  };
  tellWhole();
  const attached = terminal.attach(text => {
    hasSkipped ||= waiting.length + text.length > PATCH_LIMIT_CHARS;
    waiting = hasSkipped ? '' : waiting + text;
    timer ??= setTimeout(flush, INTERVAL_MS);
  });
  const exited = terminal.onDidExit(() => {
    clearTimeout(timer);
    timer = undefined;
    waiting = '';
    hasSkipped = false;
    tellWhole();
  });
  return {
    dispose: () => {
      flush();
      attached.dispose();
      exited.dispose();
    },
  };
}

/** The terminal as it now is, for a transcript that outlives it. */
export function shownTerminal(terminal: AgentTerminal): TerminalView {
  const { id, command, cwd } = terminal.facts;
  const { output, truncated } = terminal.output();
  const shown = withoutHalf(output.slice(-TERMINAL_LIMIT_CHARS));
  const { exit } = terminal;
  return {
    id,
    command,
    cwd,
    output: shown,
    ours: true,
    cut: truncated || shown.length < output.length,
    ...(exit && { exit: { code: exit.exitCode, signal: exit.signal } }),
  };
}

/** A cut may leave the second half of a character at the start. */
const withoutHalf = (text: string): string => text.replace(/^[\uDC00-\uDFFF]/, '');
