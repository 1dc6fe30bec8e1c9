import * as vscode from 'vscode';
import type { Exchange } from '../../core/traffic/exchange.ts';
import type { TrafficMessage } from '../../core/traffic/trafficLog.ts';

const SCHEME = 'accord-traffic';

/** Shows exchanges as read-only documents, so that closing one does not ask to save it. */
export class ExchangeDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
  );
  #openCount = 0;

  async open({ call, answer }: Exchange): Promise<void> {
    this.#openCount += 1;
    const name = `${(call.method ?? 'answer').replaceAll('/', '-')}.json`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${this.#openCount}/${name}` });
    const parts = [call, ...(answer ? [answer] : [])].map(parseMessage);
    this.#texts.set(uri.toString(), JSON.stringify(parts, undefined, 2));
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

function parseMessage({ text, ...properties }: TrafficMessage): object {
  if (text === undefined) {
    return properties;
  }
  const message: unknown = JSON.parse(text);
  return { ...properties, message };
}
