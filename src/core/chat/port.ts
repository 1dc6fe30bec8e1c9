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

/** One end of `postMessage`, whichever side it is on. */
export interface Port {
  post(message: unknown): void;
  onMessage(hear: (message: unknown) => void): Disposable;
}

/** Requests, notifications and cancellation over `postMessage`. The caller declares its handlers, then listens. */
export function connectPort(port: Port): MessageConnection {
  return createMessageConnection(new PortReader(port), new PortWriter(port));
}

class PortReader extends AbstractMessageReader implements MessageReader {
  #port: Port;

  constructor(port: Port) {
    super();
    this.#port = port;
  }

  listen(hear: DataCallback): Disposable {
    return this.#port.onMessage(message => {
      if (isMessage(message)) {
        hear(message);
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
    // postMessage has no end of its own: the view's disposal is the end.
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
