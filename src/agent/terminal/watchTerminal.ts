import type { Disposable } from '../../core/disposableStore.ts';
import type { AgentTerminal } from './agentTerminal.ts';
import {
  TERMINAL_LIMIT_CHARS,
  type TranscriptPatch,
  type TerminalState,
} from '../../core/session/transcript/transcript.ts';

/** The interval of updates, however fast the output comes. */
const INTERVAL_MS = 50;
/** If there is more output than this at once, the whole view is sent instead of the added text. */
const PATCH_LIMIT_CHARS = 64 * 1024;

/** Reports the changes of a terminal as patches: first the whole view, then added output, and the whole view again at its end. */
export function watchTerminal(
  terminal: AgentTerminal,
  emit: (patch: TranscriptPatch) => void,
): Disposable {
  let pending = '';
  let hasSkipped = false;
  let timer: NodeJS.Timeout | undefined;
  const emitView = (): void => emit({ kind: 'terminal', terminal: toTerminalView(terminal) });
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (hasSkipped) {
      emitView();
    } else if (pending !== '') {
      emit({ kind: 'terminalGrew', id: terminal.info.id, text: pending });
    }
    pending = '';
    hasSkipped = false;
  };
  emitView();
  const attached = terminal.attach(text => {
    hasSkipped ||= pending.length + text.length > PATCH_LIMIT_CHARS;
    pending = hasSkipped ? '' : pending + text;
    timer ??= setTimeout(flush, INTERVAL_MS);
  });
  const exited = terminal.onDidExit(() => {
    clearTimeout(timer);
    timer = undefined;
    pending = '';
    hasSkipped = false;
    emitView();
  });
  return {
    dispose: () => {
      flush();
      attached.dispose();
      exited.dispose();
    },
  };
}

/** The current state of a terminal, for the transcript. */
function toTerminalView(terminal: AgentTerminal): TerminalState {
  const { id, command, cwd } = terminal.info;
  const { output, truncated } = terminal.output();
  const shown = removeLoneSurrogate(output.slice(-TERMINAL_LIMIT_CHARS));
  const { exit } = terminal;
  return {
    id,
    command,
    cwd,
    output: shown,
    ours: true,
    startedMs: terminal.startedMs,
    cut: truncated || shown.length < output.length,
    ...(exit && { exit: { code: exit.exitCode, signal: exit.signal } }),
  };
}

/** Removes the second half of a surrogate pair that was cut. */
const removeLoneSurrogate = (text: string): string => text.replace(/^[\uDC00-\uDFFF]/, '');
