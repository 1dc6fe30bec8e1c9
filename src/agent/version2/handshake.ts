import { asList, asRecord, asString, optionalField, type JsonObject } from '../../core/json.ts';

/** `initialize` in the form of version 2, in which agents read files and run commands themselves. */
export function toVersion2Initialize(params: JsonObject): JsonObject {
  const capabilities = asRecord(params['clientCapabilities']);
  const auth = asRecord(capabilities?.['auth']);
  return {
    protocolVersion: 2,
    info: params['clientInfo'],
    capabilities: {
      ...(auth?.['terminal'] === true ? { auth: { terminal: {} } } : {}),
      ...optionalField('elicitation', capabilities?.['elicitation']),
      ...optionalField('_meta', capabilities?.['_meta']),
    },
  };
}

/** Whether the agent has chosen version 2, or offers a version that only it knows. */
export const isVersion2 = (response: unknown): boolean =>
  Number(asRecord(response)?.['protocolVersion']) >= 2;

/** The response to `initialize` in the form of version 1. What version 2 requires of every agent becomes a capability. */
export function fromVersion2Initialize(response: JsonObject): JsonObject {
  const capabilities = asRecord(response['capabilities']) ?? {};
  const { prompt, mcp, ...session } = asRecord(capabilities['session']) ?? {};
  const signInMethods = asList(response['authMethods'], toSignInMethod) ?? [];
  return {
    protocolVersion: response['protocolVersion'] === 2 ? 1 : response['protocolVersion'],
    ...optionalField('agentInfo', response['info']),
    agentCapabilities: {
      ...capabilities,
      loadSession: true,
      promptCapabilities: prompt,
      mcpCapabilities: mcp,
      sessionCapabilities: { ...session, list: {}, resume: {}, close: {} },
      auth: { ...asRecord(capabilities['auth']), logout: signInMethods.length > 0 },
    },
    authMethods: signInMethods,
    ...optionalField('_meta', response['_meta']),
  };
}

function toSignInMethod(raw: unknown): JsonObject | undefined {
  const method = asRecord(raw);
  const id = asString(method?.['methodId']);
  if (!method || id === undefined) {
    return undefined;
  }
  const env = asList(method['env'], toVariable);
  return { ...method, id, ...(env ? { env: Object.fromEntries(env) } : {}) };
}

function toVariable(raw: unknown): readonly [string, string] | undefined {
  const variable = asRecord(raw);
  const name = asString(variable?.['name']);
  const value = asString(variable?.['value']);
  return name === undefined || value === undefined ? undefined : [name, value];
}
