import * as vscode from 'vscode';
import { redact } from '../../core/redaction/redact.ts';

const RECENT_LIMIT_CHARS = 64 * 1024;

/** One output channel per agent, for its stderr and for log lines about it. */
export class AgentOutputChannels implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.OutputChannel>();
  readonly #secrets = new Map<string, readonly string[]>();
  readonly #recent = new Map<string, string>();
  #isDisposed = false;

  /** Appends output of the agent, from which the caller has removed the secrets. */
  append(agent: string, text: string): void {
    const recent = `${this.#recent.get(agent) ?? ''}${text}`;
    this.#recent.set(agent, recent.slice(-RECENT_LIMIT_CHARS));
    this.#channel(agent)?.append(text);
  }

  /** The last lines of the agent's output. */
  recentLines(agent: string): readonly string[] {
    return (this.#recent.get(agent) ?? '').split(/\r?\n/);
  }

  /** Sets the values to redact in the log lines about an agent. */
  setSecrets(agent: string, secrets: readonly string[]): void {
    this.#secrets.set(agent, secrets);
  }

  /** Logs a line about the agent, such as stray output that is not a protocol message. */
  log(agent: string, line: string): void {
    this.#channel(agent)?.appendLine(`[Accord] ${redact(line, this.#secrets.get(agent))}`);
  }

  show(agent: string): void {
    this.#channel(agent)?.show(true);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const channel of this.#channels.values()) {
      channel.dispose();
    }
  }

  /** Returns nothing after disposal, since agents still write while they exit. */
  #channel(agent: string): vscode.OutputChannel | undefined {
    const known = this.#channels.get(agent);
    if (this.#isDisposed) {
      return undefined;
    }
    if (known) {
      return known;
    }
    const channel = vscode.window.createOutputChannel(`Accord: ${agent}`);
    this.#channels.set(agent, channel);
    return channel;
  }
}
