import * as vscode from 'vscode';
import { redact } from '../../core/redaction/redact.ts';

/** One output channel per agent: what it prints besides the protocol, and notes of ours. VS Code keeps them in files. */
export class AgentOutputChannels implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.OutputChannel>();
  readonly #secrets = new Map<string, readonly string[]>();
  #isDisposed = false;

  /** Something the agent printed, without secrets. */
  append(agent: string, text: string): void {
    this.#channel(agent)?.append(text);
  }

  /** From now on these do not show in what is noted about the agent. */
  setSecrets(agent: string, secrets: readonly string[]): void {
    this.#secrets.set(agent, secrets);
  }

  /** A line of ours, or one that the agent printed in the place of a message. */
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

  /** Nothing once they are closed: an agent may say something about its end then. */
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
