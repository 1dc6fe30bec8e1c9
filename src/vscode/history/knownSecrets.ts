import { readStoredKeys } from '../../agent/authentication/agentKeys.ts';
import type { SecretStore } from '../../agent/authentication/secretStore.ts';
import { asRecord, asString } from '../../core/json.ts';
import { getSecretValues } from '../../core/redaction/redact.ts';
import { getSetting } from '../settings.ts';

/**
 * The values that we know to be secret: those the user entrusted to us for an agent, and from the environment and the settings
 * of agents and servers those whose names say so.
 */
export async function knownSecrets(
  agentId: string,
  secrets: Pick<SecretStore, 'get'>,
): Promise<readonly string[]> {
  const { variables, byMethod } = await readStoredKeys(agentId, secrets);
  const entries = [getSetting('agents'), getSetting('mcpServers')]
    .flatMap(all => Object.values(asRecord(all) ?? {}))
    .flatMap(entry => [asRecord(entry)?.['env'], asRecord(entry)?.['headers']]);
  const named = [process.env, ...entries.map(values => asRecord(values) ?? {})];
  return [
    ...Object.values(variables),
    ...Object.values(byMethod),
    ...named.flatMap(values => getSecretValues(texts(values))),
  ];
}

const texts = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = asString(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
