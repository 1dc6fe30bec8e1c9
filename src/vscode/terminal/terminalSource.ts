import type { Session } from '../../agent/session/session.ts';
import type { AgentTerminal } from '../../agent/terminal/agentTerminal.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { TerminalState } from '../../core/session/transcript/transcript.ts';

/** Something that a terminal of VS Code can show. */
export interface TerminalSource {
  readonly id: string;
  readonly command: string;
  /** What was printed so far. */
  output(): string;
  /** How it ended, in words; nothing while it runs. */
  exit(): string | undefined;
  /** Tells of further output, and of the end. */
  follow(hear: { output(text: string): void; exit(): void }): Disposable;
  readonly write?: (text: string) => void;
  readonly resize?: (columns: number, rows: number) => void;
}

/** A command that we run for an agent: it can be typed into where it has a terminal device. */
export function createLiveSource(terminal: AgentTerminal): TerminalSource {
  const { id, command } = terminal.info;
  return {
    id,
    command,
    output: () => terminal.output().output,
    exit: () => terminal.exit && exitWords(terminal.exit.exitCode, terminal.exit.signal),
    follow: hear => {
      const parts = [
        terminal.attach(text => hear.output(text)),
        terminal.onDidExit(() => hear.exit()),
      ];
      return { dispose: () => parts.forEach(part => part.dispose()) };
    },
    ...(terminal.takesInput ? { write: (text: string) => terminal.write(text) } : {}),
    resize: (columns, rows) => terminal.resize(columns, rows),
  };
}

/** A command that the agent runs itself, or one that has been released: as the conversation knows it. */
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
      return exit && exitWords(exit.code, exit.signal);
    },
    follow: hear =>
      session.conversation.onDidChange(({ patches }) => {
        for (const patch of patches) {
          if (patch.kind === 'terminalGrew' && patch.id === id) {
            hear.output(patch.text);
          } else if (patch.kind === 'terminal' && patch.terminal.id === id && patch.terminal.exit) {
            hear.exit();
          }
        }
      }),
  };
}

const exitWords = (code: number | null, signal: string | null): string =>
  signal ?? (code === null ? '?' : String(code));
