import { readStoredSecrets } from '../../agent/authentication/agentKeys.ts';
import { readProviderSecrets } from '../../agent/connection/agentProviders.ts';
import type { SecretStore } from '../../agent/authentication/secretStore.ts';
import { asRecord, asString } from '../../core/json.ts';
import { getSecretValues } from '../../core/redaction/redact.ts';
import { readInputSecrets } from '../mcp/mcpInputs.ts';
import { getSetting } from '../settings.ts';

/**
 * The values that are known to be secret: those that the user stored for an agent or for MCP servers, and the values of the
 * environment and of the settings whose names suggest a secret.
 */
export async function knownSecrets(
  agentId: string,
  secrets: Pick<SecretStore, 'get'>,
): Promise<readonly string[]> {
  const stored = [
    ...(await readStoredSecrets(agentId, secrets)),
    ...(await readInputSecrets(secrets)),
    ...(await readProviderSecrets(agentId, secrets)),
  ];
  const entries = [getSetting('agents'), getSetting('mcpServers')]
    .flatMap(all => Object.values(asRecord(all) ?? {}))
    .flatMap(entry => [asRecord(entry)?.['env'], asRecord(entry)?.['headers']]);
  const named = [process.env, ...entries.map(values => asRecord(values) ?? {})];
  return [...stored, ...named.flatMap(values => getSecretValues(texts(values)))];
}

const texts = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = asString(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
