import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { getErrorMessage } from '../../core/errors.ts';
import type { AgentStreamListener } from '../wire/agentStream.ts';
import { Version2Translator } from './version2Translator.ts';

/** Opens the stream of messages of an agent. */
type OpenStream = (listener: AgentStreamListener) => Stream;

/**
 * Offers version 2 of the protocol to an agent. On the wire, and in what is recorded, are the messages of version 2; the SDK and
 * the sessions see those of version 1.
 */
export function speakVersion2(openStream: OpenStream): OpenStream {
  return listener => {
    const stream = openStream({ ...listener, interceptMessage: () => false });
    const writer = stream.writable.getWriter();
    const translator = new Version2Translator(message => {
      writer.write(message).catch(() => {}); // The connection reports that the agent has gone.
    });
    return {
      readable: stream.readable.pipeThrough(translation(translator, listener)),
      writable: new WritableStream({
        write: message => writer.write(translator.toAgent(message)),
        close: () => writer.close(),
        abort: reason => writer.abort(reason),
      }),
    };
  };
}

/** Never slower than its source: what a translated message leads to is handled here, in the order of the wire. */
function translation(
  translator: Version2Translator,
  listener: AgentStreamListener,
): TransformStream<AnyMessage, AnyMessage> {
  return new TransformStream<AnyMessage, AnyMessage>(
    {
      transform(message, controller): void {
        try {
          for (const translated of translator.fromAgent(message)) {
            if (!listener.interceptMessage(translated)) {
              controller.enqueue(translated);
            }
          }
        } catch (error) {
          listener.onStrayOutput(`A message could not be translated: ${getErrorMessage(error)}`);
        }
      },
    },
    undefined,
    { highWaterMark: Infinity },
  );
}
