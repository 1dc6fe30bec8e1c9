import { asBoolean, asList, asRecord, asString, type JsonObject } from '../../json.ts';

/** A service that runs models, and that an agent lets the user replace by another one. */
export interface ModelProvider {
  readonly id: string;
  /** The kinds of services that can be used, such as `anthropic` or `openai`. */
  readonly apiTypes: readonly string[];
  /** Whether the agent cannot work without it. */
  readonly isRequired: boolean;
  /** The service that is used. Absent if none is. */
  readonly current?: { readonly apiType: string; readonly baseUrl: string };
}

/** The service that the user has chosen. Its headers may contain a key. */
export interface ProviderConfig {
  readonly apiType: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the response to `providers/list`. Providers without an id are skipped. */
export const parseProviders = (response: unknown): readonly ModelProvider[] =>
  asList(asRecord(response)?.['providers'], parseProvider) ?? [];

function parseProvider(raw: unknown): ModelProvider | undefined {
  const provider = asRecord(raw);
  const id = asString(provider?.['providerId']);
  const current = parseRouting(provider?.['current']);
  return id === undefined
    ? undefined
    : {
        id,
        apiTypes: asList(provider?.['supported'], asString) ?? [],
        isRequired: asBoolean(provider?.['required']) ?? false,
        ...(current ? { current } : {}),
      };
}

function parseRouting(raw: unknown): ModelProvider['current'] {
  const routing = asRecord(raw);
  const apiType = asString(routing?.['apiType']);
  const baseUrl = asString(routing?.['baseUrl']);
  return apiType === undefined || baseUrl === undefined ? undefined : { apiType, baseUrl };
}

/** Reads the choices of the user from our own storage, by the id of the provider. */
export function parseProviderConfigs(raw: unknown): ReadonlyMap<string, ProviderConfig> {
  const entries = Object.entries(asRecord(raw) ?? {}).flatMap(([id, value]) => {
    const routing = parseRouting(value);
    const headers = stringValues(asRecord(asRecord(value)?.['headers']) ?? {});
    return routing ? [[id, { ...routing, headers }] as const] : [];
  });
  return new Map(entries);
}

const stringValues = (raw: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
