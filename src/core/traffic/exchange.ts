import { t } from '../l10n.ts';
import type { TrafficMessage } from './trafficLog.ts';

/** A notification, or a request with its response if there is one yet. */
export interface Exchange {
  readonly call: TrafficMessage;
  readonly answer?: TrafficMessage;
}

/** Pairs requests with their responses. A response whose request was dropped stays alone. */
export function pairExchanges(messages: readonly TrafficMessage[]): readonly Exchange[] {
  const exchanges: { call: TrafficMessage; answer?: TrafficMessage }[] = [];
  const open = new Map<string, { call: TrafficMessage; answer?: TrafficMessage }>();
  for (const message of messages) {
    const request =
      message.method === undefined ? open.get(keyOf(message, opposite(message))) : undefined;
    if (request) {
      request.answer = message;
      open.delete(keyOf(request.call, request.call.direction));
      continue;
    }
    const exchange = { call: message };
    exchanges.push(exchange);
    if (message.method !== undefined && message.id !== undefined) {
      open.set(keyOf(message, message.direction), exchange);
    }
  }
  return exchanges;
}

/** Each side has its own request ids. */
const keyOf = (message: TrafficMessage, sender: TrafficMessage['direction']): string =>
  `${message.agent} ${sender} ${typeof message.id} ${message.id}`;

const opposite = ({ direction }: TrafficMessage): TrafficMessage['direction'] =>
  direction === 'in' ? 'out' : 'in';

/** Formats an exchange in one line: direction, method, outcome and duration. */
export function formatExchange({ call, answer }: Exchange): string {
  const arrow = call.direction === 'out' ? '→' : '←';
  const name = call.method ?? t('response to {0}', String(call.id));
  if (call.method === undefined || call.id === undefined) {
    return `${arrow} ${name}`;
  }
  return `${arrow} ${name} #${String(call.id)} (${formatOutcome(call, answer)})`;
}

function formatOutcome(call: TrafficMessage, answer: TrafficMessage | undefined): string {
  if (!answer) {
    return t('waiting');
  }
  const tookMs = answer.atMs - call.atMs;
  return answer.failed ? t('error, {0} ms', tookMs) : t('ok, {0} ms', tookMs);
}

/** Formats a trace file: one JSON line per message, in order. It can be replayed. */
export function formatTrace(messages: readonly TrafficMessage[]): string {
  return messages.map(message => `${JSON.stringify(traceLine(message))}\n`).join('');
}

function traceLine({ agent, direction, atMs, text, ...rest }: TrafficMessage): object {
  const dir = direction === 'out' ? 'c2a' : 'a2c';
  const message: unknown = text === undefined ? undefined : JSON.parse(text);
  return message === undefined
    ? { t: atMs, proc: agent, dir, ...rest }
    : { t: atMs, proc: agent, dir, msg: message };
}
