import { WebSocket } from 'ws';
import { MESSAGE_LIMIT_BYTES } from '../wire/agentStream.ts';

const HANDSHAKE_MS = 30_000;
/** A dead connection, for example after the machine slept, is detected within twice this time. */
const HEARTBEAT_MS = 30_000;
/** How long to wait for the server to confirm the end of the connection. */
const CLOSE_WAIT_MS = 1_000;

/**
 * A WebSocket that sends headers, limits the size of messages and always ends. Node 20 has no WebSocket, and that of
 * later versions cannot send headers in the way the SDK passes them. Redirects are not followed, because the headers are
 * meant for one server only.
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
      // The SDK listens only while the stream is open. Without a listener, a late error would end the extension host.
    });
    this.#startHeartbeat();
  }

  #startHeartbeat(): void {
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
    setTimeout(() => this.terminate(), CLOSE_WAIT_MS).unref();
  }
}
