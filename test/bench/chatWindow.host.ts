import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';

/** How the agent is started. */
export interface BenchLaunchConfig {
  readonly command: string;
  readonly args: readonly string[];
}

const FRAME_MS = 16;

/** Selects the agent of new sessions and shows the chat. */
export async function useAgent(launchConfig: BenchLaunchConfig): Promise<void> {
  const settings = vscode.workspace.getConfiguration('accord');
  const { Global } = vscode.ConfigurationTarget;
  await settings.update('agents', { Burst: launchConfig }, Global);
  await settings.update('defaultAgent', 'Burst', Global);
  await showChat();
}

export async function showChat(): Promise<void> {
  await vscode.commands.executeCommand('accord.chat.focus');
}

export async function hideChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.view.explorer');
}

export async function newSession(): Promise<void> {
  await vscode.commands.executeCommand('accord.newSession');
}

/** Sends a prompt and waits until its turn ends. */
export async function prompt(text: string): Promise<void> {
  await vscode.commands.executeCommand('accord.prompt', { text });
}

/** The processor time that this extension host has used so far. */
export function busyMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The heap of this extension host in megabytes, after a garbage collection. */
export function heapMb(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

let bareAgent: { ask(method: string, params: object): void } | undefined;
/** Receives the text of the agent. */
let onBareText: (words: string) => void = () => {};

/** Opens a minimal page that shows the agent's text: it appends the text that arrives in each frame. */
export async function openBare(launchConfig: BenchLaunchConfig): Promise<void> {
  const panel = vscode.window.createWebviewPanel('bare', 'Bare', vscode.ViewColumn.Active, {
    enableScripts: true,
  });
  const ready = new Promise(resolve => {
    panel.webview.onDidReceiveMessage(resolve);
  });
  panel.webview.html = BARE_PAGE;
  await ready;
  bareAgent ??= startBare(launchConfig);
  let due = '';
  const flush = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
    void panel.webview.postMessage(due);
    due = '';
  };
  onBareText = words => {
    if (due === '' && words !== '') {
      setTimeout(flush, FRAME_MS);
    }
    due += words;
  };
}

export function promptBare(text: string): void {
  bareAgent?.ask('session/prompt', { sessionId: 's', prompt: [{ type: 'text', text }] });
}

export async function closeBare(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** The process runs as long as this extension host, like that of the chat. */
function startBare(launchConfig: BenchLaunchConfig): NonNullable<typeof bareAgent> {
  const agent = spawn(launchConfig.command, launchConfig.args, {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  createInterface({ input: agent.stdout }).on('line', line => {
    const { params } = JSON.parse(line) as {
      readonly params?: { readonly update?: { readonly content?: { readonly text?: string } } };
    };
    onBareText(params?.update?.content?.text ?? '');
  });
  let id = 0;
  const ask = (method: string, params: object): void =>
    void agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
  ask('initialize', { protocolVersion: 1 });
  return { ask };
}

const BARE_PAGE = `<!DOCTYPE html>
<html>
  <body>
    <div role="log" aria-label="Bare" style="height: 100vh; overflow: auto">
      <pre style="white-space: pre-wrap"></pre>
    </div>
    <script>
      const text = document.querySelector('pre');
      const box = text.parentElement;
      window.addEventListener('message', ({ data }) => {
        text.append(data);
        box.scrollTop = box.scrollHeight;
      });
      acquireVsCodeApi().postMessage('ready');
    </script>
  </body>
</html>`;
