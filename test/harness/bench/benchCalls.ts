import { connect } from 'node:net';
import {
  createMessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from 'vscode-jsonrpc/node';

/** Runs in the extension host and lets a benchmark call these functions until it disconnects. See `benchWindow.ts`. */
export function serveBenchCalls(calls: Readonly<Record<string, unknown>>): void {
  process.setSourceMapsEnabled(true);
  const socket = connect(Number(process.env['ACCORD_BENCH_PORT']), '127.0.0.1');
  const connection = createMessageConnection(
    new SocketMessageReader(socket),
    new SocketMessageWriter(socket),
  );
  connection.onRequest(async (name, params) => {
    const call = calls[name];
    if (typeof call !== 'function') {
      throw new Error(`There is no function "${name}".`);
    }
    const args: readonly unknown[] = Array.isArray(params) ? params : [];
    return (await (call as (...values: readonly unknown[]) => unknown)(...args)) ?? null;
  });
  connection.listen();
}
