import type { ClientCapabilities } from '@agentclientprotocol/sdk';
import type { ClientRequests } from '../requests/clientRequests.ts';

/** The capabilities that are sent to agents. They follow from what the client serves. */
export function clientCapabilities(requests: ClientRequests): ClientCapabilities {
  const unstable = { plan: {}, subagents: {} }; // Not in the types of the stable protocol.
  const terminalSignIn = requests.signInTerminal !== undefined;
  return {
    ...unstable,
    fs: {
      readTextFile: requests.files !== undefined,
      writeTextFile: requests.files?.write !== undefined,
    },
    terminal: requests.terminals !== undefined,
    auth: { terminal: terminalSignIn },
    elicitation: { form: {}, ...(requests.uriOpener ? { url: {} } : {}) },
    session: { configOptions: { boolean: {} }, compaction: {}, notices: {} },
    _meta: { terminal_output: true, ...(terminalSignIn ? { 'terminal-auth': true } : {}) },
  };
}
