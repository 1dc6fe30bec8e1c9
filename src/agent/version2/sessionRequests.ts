import { asList, asRecord, asString, type JsonObject } from '../../core/json.ts';

/** A request or a notification to an agent. */
export interface Call {
  readonly method: string;
  readonly params: JsonObject;
}

/** A call in the form of version 2. */
export function toVersion2Call({ method, params }: Call): Call {
  switch (method) {
    case 'authenticate':
      return { method: 'auth/login', params };
    case 'logout':
      return { method: 'auth/logout', params };
    case 'session/new':
    case 'session/fork':
    case 'session/resume':
      return { method, params: withTypedServers(params) };
    case 'session/load':
      return {
        method: 'session/resume',
        params: { ...withTypedServers(params), replayFrom: { type: 'start' } },
      };
    case 'session/set_config_option':
      return { method, params: { type: 'id', ...params } };
    default:
      return { method, params };
  }
}

/** Version 2 also names the type of servers on stdio. */
function withTypedServers(params: JsonObject): JsonObject {
  const servers = asList(params['mcpServers'], asRecord);
  return servers
    ? { ...params, mcpServers: servers.map(server => ({ type: 'stdio', ...server })) }
    : params;
}

/** A response or an update in the form of version 1, as far as its options are concerned. */
export function withOptions(response: JsonObject): JsonObject {
  const options = asList(response['configOptions'], toOption);
  return options ? { ...response, configOptions: options } : response;
}

function toOption(raw: unknown): JsonObject | undefined {
  const option = asRecord(raw);
  const groups = asList(option?.['options'], toGroup);
  return (
    option && {
      ...option,
      id: asString(option['configId']),
      ...(groups && groups.length > 0 ? { options: groups } : {}),
    }
  );
}

function toGroup(raw: unknown): JsonObject | undefined {
  const group = asRecord(raw);
  const id = asString(group?.['groupId']);
  return group && id !== undefined ? { ...group, group: id } : undefined;
}
