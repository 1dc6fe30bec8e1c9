import * as vscode from 'vscode';
import type { Exchange } from '../../core/traffic/exchange.ts';
import type { TrafficMessage } from '../../core/traffic/trafficLog.ts';

const SCHEME = 'accord-traffic';

/** Shows exchanges as documents that cannot be changed, and so ask for nothing when they are closed. */
export class ExchangeDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
  );
  #opened = 0;

  async open({ call, answer }: Exchange): Promise<void> {
    this.#opened += 1;
    const name = `${(call.method ?? 'answer').replaceAll('/', '-')}.json`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${this.#opened}/${name}` });
    const parts = [call, ...(answer ? [answer] : [])].map(readable);
    this.#texts.set(uri.toString(), JSON.stringify(parts, undefined, 2));
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#registered.dispose();
  }
}

function readable({ text, ...passage }: TrafficMessage): object {
  if (text === undefined) {
    return passage;
  }
  const message: unknown = JSON.parse(text);
  return { ...passage, message };
}
