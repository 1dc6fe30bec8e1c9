import type { AnyMessage } from '@agentclientprotocol/sdk';
import { expect, it, onTestFinished } from 'vitest';
import { speakVersion2 } from '../../../../src/agent/version2/speakVersion2.ts';

it('an agent that refuses version 2 and has gone when version 1 is offered causes no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));

  const written: AnyMessage[] = [];
  const answers = new TransformStream<AnyMessage, AnyMessage>();
  const agent = answers.writable.getWriter();
  const stream = speakVersion2(() => ({
    readable: answers.readable,
    writable: new WritableStream<AnyMessage>({
      write(message) {
        written.push(message);
        if (written.length > 1) {
          throw new Error('EPIPE');
        }
      },
    }),
  }))({
    onMessage: () => {},
    onStrayOutput: () => {},
    interceptMessage: () => false,
    onStall: () => {},
    stallMs: 1000,
    onEnd: () => {},
  });
  const params = { protocolVersion: 1, clientCapabilities: {} };
  await stream.writable.getWriter().write({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const reader = stream.readable.getReader();
  void agent.write({ jsonrpc: '2.0', id: 1, error: { code: -32_602, message: 'Invalid params' } });
  void agent.close();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  await new Promise(resolve => setImmediate(resolve));
  expect(written).toMatchObject([
    { params: { protocolVersion: 2 } },
    { params: { protocolVersion: 1 } },
  ]);
  expect(unhandled).toEqual([]);
});
