import type { ClientCapabilities } from '@agentclientprotocol/sdk';
import type { ClientRequests } from '../requests/clientRequests.ts';

/** What we tell agents we can do: only what we really do. */
export function clientCapabilities(hands: ClientRequests): ClientCapabilities {
  const terminalSignIn = hands.signInTerminal !== undefined;
  return {
    fs: { readTextFile: hands.files !== undefined, writeTextFile: hands.files !== undefined },
    terminal: hands.terminals !== undefined,
    auth: { terminal: terminalSignIn },
    elicitation: { form: {}, ...(hands.uriOpener ? { url: {} } : {}) },
    session: { configOptions: { boolean: {} }, compaction: {}, notices: {} },
    _meta: { terminal_output: true, ...(terminalSignIn ? { 'terminal-auth': true } : {}) },
  };
}
