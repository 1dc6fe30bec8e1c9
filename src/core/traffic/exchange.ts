import { t } from '../l10n.ts';
import type { TrafficMessage } from './trafficLog.ts';

/** A notification, or a request with its answer if there is one yet. */
export interface Exchange {
  readonly call: TrafficMessage;
  readonly answer?: TrafficMessage;
}

/** Pairs requests with their answers. An answer whose request was dropped stands alone. */
export function pairExchanges(passages: readonly TrafficMessage[]): readonly Exchange[] {
  const exchanges: { call: TrafficMessage; answer?: TrafficMessage }[] = [];
  const open = new Map<string, { call: TrafficMessage; answer?: TrafficMessage }>();
  for (const passage of passages) {
    const asked =
      passage.method === undefined ? open.get(keyOf(passage, opposite(passage))) : undefined;
    if (asked) {
      asked.answer = passage;
      open.delete(keyOf(asked.call, asked.call.direction));
      continue;
    }
    const exchange = { call: passage };
    exchanges.push(exchange);
    if (passage.method !== undefined && passage.id !== undefined) {
      open.set(keyOf(passage, passage.direction), exchange);
    }
  }
  return exchanges;
}

/** Both sides number their requests by themselves. */
const keyOf = (passage: TrafficMessage, asker: TrafficMessage['direction']): string =>
  `${passage.agent} ${asker} ${typeof passage.id} ${passage.id}`;

const opposite = ({ direction }: TrafficMessage): TrafficMessage['direction'] =>
  direction === 'in' ? 'out' : 'in';

/** One line about an exchange: direction, method, how it ended and how long it took. */
export function formatExchange({ call, answer }: Exchange): string {
  const arrow = call.direction === 'out' ? '→' : '←';
  const name = call.method ?? t('answer to {0}', String(call.id));
  if (call.method === undefined || call.id === undefined) {
    return `${arrow} ${name}`;
  }
  return `${arrow} ${name} #${String(call.id)} (${outcomeWords(call, answer)})`;
}

function outcomeWords(call: TrafficMessage, answer: TrafficMessage | undefined): string {
  if (!answer) {
    return t('waiting');
  }
  const tookMs = answer.atMs - call.atMs;
  return answer.failed ? t('error, {0} ms', tookMs) : t('ok, {0} ms', tookMs);
}

/** A trace for a file: one JSON line per message, in the order in which they passed. It can be played again. */
export function formatTrace(passages: readonly TrafficMessage[]): string {
  return passages.map(passage => `${JSON.stringify(traceLine(passage))}\n`).join('');
}

function traceLine({ agent, direction, atMs, text, ...rest }: TrafficMessage): object {
  const dir = direction === 'out' ? 'c2a' : 'a2c';
  const message: unknown = text === undefined ? undefined : JSON.parse(text);
  return message === undefined
    ? { t: atMs, proc: agent, dir, ...rest }
    : { t: atMs, proc: agent, dir, msg: message };
}
