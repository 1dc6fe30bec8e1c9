import type { Disposable } from '../../core/disposableStore.ts';
import type { AgentTerminal } from './agentTerminal.ts';
import {
  TERMINAL_LIMIT_CHARS,
  type TranscriptPatch,
  type TerminalState,
} from '../../core/session/transcript/transcript.ts';

/** Output is shown at most this often, however fast it comes. */
const INTERVAL_MS = 50;
/** More than this at once is not told piece by piece: the whole view is told anew. */
const PATCH_LIMIT_CHARS = 64 * 1024;

/** Tells what changes in the view of a terminal: first the whole, then what is added, at last its end. */
export function watchTerminal(
  terminal: AgentTerminal,
  tell: (patch: TranscriptPatch) => void,
): Disposable {
  let waiting = '';
  let hasSkipped = false;
  let timer: NodeJS.Timeout | undefined;
  const tellWhole = (): void => tell({ kind: 'terminal', terminal: toTerminalView(terminal) });
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (hasSkipped) {
      tellWhole();
    } else if (waiting !== '') {
      tell({ kind: 'terminalGrew', id: terminal.info.id, text: waiting });
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
export function toTerminalView(terminal: AgentTerminal): TerminalState {
  const { id, command, cwd } = terminal.info;
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
