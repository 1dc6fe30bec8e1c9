import * as vscode from 'vscode';
import type { Exchange } from '../../core/traffic/exchange.ts';
import type { TrafficMessage } from '../../core/traffic/trafficLog.ts';
import { ReadOnlyDocuments } from '../files/readOnlyDocuments.ts';

/** Shows exchanges as JSON documents. */
export class ExchangeDocuments implements vscode.Disposable {
  readonly #documents = new ReadOnlyDocuments('accord-traffic');

  async open({ call, answer }: Exchange): Promise<void> {
    const name = `${(call.method ?? 'answer').replaceAll('/', '-')}.json`;
    const parts = [call, ...(answer ? [answer] : [])].map(parseMessage);
    const uri = this.#documents.add(name, JSON.stringify(parts, undefined, 2));
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  dispose(): void {
    this.#documents.dispose();
  }
}

function parseMessage({ text, ...properties }: TrafficMessage): object {
  if (text === undefined) {
    return properties;
  }
  const message: unknown = JSON.parse(text);
  return { ...properties, message };
}
