import { keysOf } from '../../agent/keyRing.ts';
import type { Secrets } from '../../agent/ports.ts';
import { asRecord, asString } from '../../core/json.ts';
import { secretsIn } from '../../core/redact.ts';
import { setting } from '../settings.ts';

/**
 * The values that we know to be secret: those the user entrusted to us for an agent, and from the environment and the settings
 * of agents and servers those whose names say so.
 */
export async function knownSecrets(
  agentId: string,
  secrets: Pick<Secrets, 'get'>,
): Promise<readonly string[]> {
  const { variables, byMethod } = await keysOf(agentId, secrets);
  const entries = [setting('agents'), setting('mcpServers')]
    .flatMap(all => Object.values(asRecord(all) ?? {}))
    .flatMap(entry => [asRecord(entry)?.['env'], asRecord(entry)?.['headers']]);
  const named = [process.env, ...entries.map(values => asRecord(values) ?? {})];
  return [
    ...Object.values(variables),
    ...Object.values(byMethod),
    ...named.flatMap(values => secretsIn(texts(values))),
  ];
}

const texts = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = asString(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
