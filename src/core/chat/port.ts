import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc';

/** One end of the `postMessage` channel between the extension and the chat view. */
export interface Port {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Disposable;
}

/** Creates a JSON-RPC connection over `postMessage`. The caller registers its handlers, then calls `listen`. */
export function connectPort(port: Port): MessageConnection {
  return createMessageConnection(new PortReader(port), new PortWriter(port));
}

class PortReader extends AbstractMessageReader implements MessageReader {
  #port: Port;

  constructor(port: Port) {
    super();
    this.#port = port;
  }

  listen(callback: DataCallback): Disposable {
    return this.#port.onMessage(message => {
      if (isMessage(message)) {
        callback(message);
      }
    });
  }
}

class PortWriter extends AbstractMessageWriter implements MessageWriter {
  #port: Port;

  constructor(port: Port) {
    super();
    this.#port = port;
  }

  write(message: Message): Promise<void> {
    this.#port.post(message);
    return Promise.resolve();
  }

  end(): void {
    // `postMessage` cannot be closed; the channel ends when the view is disposed.
  }
}

function isMessage(message: unknown): message is Message {
  return (
    typeof message === 'object' &&
    message !== null &&
    'jsonrpc' in message &&
    message.jsonrpc === '2.0'
  );
}
