import { randomUUID } from 'node:crypto';
import { McpMessages, type McpToolSet } from './mcpMessages.ts';
import type { OpenTools } from './sessionTools.ts';

/** Opens tools that the agent reaches over its own connection. Nothing listens, so there is no token either. */
export function openAcpTools(toolSet: McpToolSet): OpenTools {
  const messages = new McpMessages(toolSet);
  return {
    server: { type: 'acp', name: toolSet.info.name, serverId: randomUUID() },
    messages,
    dispose: () => messages.cancelAll(),
  };
}
