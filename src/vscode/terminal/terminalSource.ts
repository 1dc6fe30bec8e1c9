import type { Session } from '../../agent/session/session.ts';
import type { AgentTerminal } from '../../agent/terminal/agentTerminal.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { TerminalState } from '../../core/session/transcript/transcript.ts';

/** A command of an agent that a VS Code terminal can show. */
export interface TerminalSource {
  readonly id: string;
  readonly command: string;
  /** The output so far. */
  output(): string;
  /** The exit code or signal as text. Undefined while the command runs. */
  exit(): string | undefined;
  /** Calls the listener for further output and at the exit. */
  listen(listener: { output(text: string): void; exit(): void }): Disposable;
  readonly write?: (text: string) => void;
  readonly resize?: (columns: number, rows: number) => void;
}

/** A command that the extension runs for an agent. It takes input if it has a pty. */
export function createLiveSource(terminal: AgentTerminal): TerminalSource {
  const { id, command } = terminal.info;
  return {
    id,
    command,
    output: () => terminal.output().output,
    exit: () => terminal.exit && exitText(terminal.exit.exitCode, terminal.exit.signal),
    listen: listener => {
      const subscriptions = [
        terminal.attach(text => listener.output(text)),
        terminal.onDidExit(() => listener.exit()),
      ];
      return { dispose: () => subscriptions.forEach(subscription => subscription.dispose()) };
    },
    ...(terminal.takesInput ? { write: (text: string) => terminal.write(text) } : {}),
    resize: (columns, rows) => terminal.resize(columns, rows),
  };
}

/** A command that the agent runs itself, or a released one, as the transcript has it. */
export function createTranscriptSource(session: Session, id: string): TerminalSource | undefined {
  const view = (): TerminalState | undefined => session.conversation.transcript.terminals.get(id);
  const first = view();
  if (!first) {
    return undefined;
  }
  return {
    id,
    command: first.command,
    output: () => view()?.output ?? '',
    exit: () => {
      const exit = view()?.exit;
      return exit && exitText(exit.code, exit.signal);
    },
    listen: listener =>
      session.conversation.onDidChange(({ patches }) => {
        for (const patch of patches) {
          if (patch.kind === 'terminalGrew' && patch.id === id) {
            listener.output(patch.text);
          } else if (patch.kind === 'terminal' && patch.terminal.id === id && patch.terminal.exit) {
            listener.exit();
          }
        }
      }),
  };
}

const exitText = (code: number | null, signal: string | null): string =>
  signal ?? (code === null ? '?' : String(code));
