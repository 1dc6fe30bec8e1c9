import type { McpServer } from '@agentclientprotocol/sdk';
import type { McpEndpoint } from './mcpHttpServer.ts';

/** How the bridge learns where the server is. Other users can read arguments of a program, but not its environment. */
export const BRIDGE_URL_VARIABLE = 'ACCORD_TOOLS_URL';
export const BRIDGE_TOKEN_VARIABLE = 'ACCORD_TOOLS_TOKEN';

/** An endpoint as an entry of `mcpServers`: over HTTP, or with the bridge on stdio. */
export function toMcpServer(
  name: string,
  { url, token }: Pick<McpEndpoint, 'url' | 'token'>,
  { supportsHttp, bridge }: { readonly supportsHttp: boolean; readonly bridge: string },
): McpServer {
  if (supportsHttp) {
    const headers = [{ name: 'Authorization', value: `Bearer ${token}` }];
    return { type: 'http', name, url, headers };
  }
  const env = {
    ELECTRON_RUN_AS_NODE: '1',
    [BRIDGE_URL_VARIABLE]: url,
    [BRIDGE_TOKEN_VARIABLE]: token,
  };
  return {
    name,
    command: process.execPath,
    args: [bridge],
    env: Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
  };
}
