import type { SessionUpdate, Stream } from '@agentclientprotocol/sdk';
import { PassThrough } from 'node:stream';
import { connectAgent } from '../../../src/agent/connection/connectAgent.ts';
import type { SessionEndpoint } from '../../../src/agent/requests/sessionEndpoint.ts';
import { SessionRouter } from '../../../src/agent/requests/sessionRouter.ts';
import { agentStream, type AgentStreamListener } from '../../../src/agent/wire/agentStream.ts';

/** Routes everything to one session, whatever id it has. */
class SingleSessionRouter extends SessionRouter {
  readonly #endpoint: SessionEndpoint;

  constructor(endpoint: SessionEndpoint) {
    super(() => {});
    this.#endpoint = endpoint;
  }

  override route(_sessionId: string, deliver: (endpoint: SessionEndpoint) => void): void {
    deliver(this.#endpoint);
  }

  override resolve(): Promise<SessionEndpoint> {
    return Promise.resolve(this.#endpoint);
  }
}

/** A connection to an agent whose bytes the test writes itself. */
export function connectToBytes(onUpdate: (update: SessionUpdate) => void = () => {}) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const counts = { updates: 0, permissions: 0 };
  const endpoint: SessionEndpoint = {
    handleUpdate: update => {
      counts.updates += 1;
      onUpdate(update);
    },
    handleUnknownUpdate: () => {},
    handleSubagentUpdate: () => {},
    requestPermission: () => {
      counts.permissions += 1;
      return Promise.resolve({ outcome: { outcome: 'cancelled' } });
    },
    elicit: () => Promise.resolve({ action: 'cancel' }),
    completeElicitation: () => {},
    addNotice: () => {},
    isBusy: () => false,
  };
  const listener = {
    onMessage: () => {},
    onStrayOutput: () => {},
    onEnd: () => {},
    onStall: () => {},
    stallMs: 1000,
  };
  const openStream = (all: AgentStreamListener): Stream => agentStream(stdin, stdout, all);
  return {
    stdin,
    stdout,
    counts,
    connection: connectAgent({ openStream }, listener, new SingleSessionRouter(endpoint), {}),
  };
}
