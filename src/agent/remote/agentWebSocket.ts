import { WebSocket } from 'ws';
import { MESSAGE_LIMIT_BYTES } from '../wire/agentStream.ts';

const HANDSHAKE_MS = 30_000;
/** A connection that is silently gone, as after a sleep of the machine, is noticed within twice this time. */
const HEARTBEAT_MS = 30_000;
/** A server that does not answer to the end is not waited for any longer. */
const CLOSING_MS = 1_000;

/**
 * A WebSocket that sends headers, takes no message beyond the limit and ends for certain. Node 20 has none, and the one
 * of later Nodes cannot send headers where the SDK gives them. It follows no redirect: the headers are for one server.
 */
export class AgentWebSocket extends WebSocket {
  readonly #heartbeatMs: number;

  constructor(
    url: string,
    protocols?: string | string[],
    options: { readonly headers?: Record<string, string>; readonly heartbeatMs?: number } = {},
  ) {
    const limits = { maxPayload: MESSAGE_LIMIT_BYTES, handshakeTimeout: HANDSHAKE_MS };
    super(url, protocols, { ...options, ...limits });
    this.#heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS;
    this.on('error', () => {
      // The SDK listens only while the stream is open; without a listener a late error would end the whole editor host.
    });
    this.#beat();
  }

  #beat(): void {
    let isAlive = true;
    this.on('pong', () => {
      isAlive = true;
    });
    const timer = setInterval(() => {
      if (!isAlive) {
        this.terminate();
      } else if (this.readyState === WebSocket.OPEN) {
        isAlive = false;
        this.ping();
      }
    }, this.#heartbeatMs).unref();
    this.on('close', () => clearInterval(timer));
  }

  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason);
    setTimeout(() => this.terminate(), CLOSING_MS).unref();
  }
}
