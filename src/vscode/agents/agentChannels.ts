import * as vscode from 'vscode';

/** One output channel per agent: what it prints besides the protocol, and notes of ours. */
export class AgentChannels implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.OutputChannel>();

  /** Something the agent printed. */
  print(agent: string, text: string): void {
    this.#channel(agent).append(text);
  }

  /** A line of ours. */
  note(agent: string, line: string): void {
    this.#channel(agent).appendLine(`[Accord] ${line}`);
  }

  show(agent: string): void {
    this.#channel(agent).show(true);
  }

  dispose(): void {
    for (const channel of this.#channels.values()) {
      channel.dispose();
    }
  }

  #channel(agent: string): vscode.OutputChannel {
    const known = this.#channels.get(agent);
    if (known) {
      return known;
    }
    const channel = vscode.window.createOutputChannel(`Accord: ${agent}`);
    this.#channels.set(agent, channel);
    return channel;
  }
}
