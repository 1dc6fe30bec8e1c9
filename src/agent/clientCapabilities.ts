import type { ClientCapabilities } from '@agentclientprotocol/sdk';
import type { Hands } from './ports.ts';

/** What we tell agents we can do: only what we really do. */
export function clientCapabilities(hands: Hands): ClientCapabilities {
  return {
    fs: { readTextFile: hands.files !== undefined, writeTextFile: hands.files !== undefined },
    terminal: hands.terminals !== undefined,
    session: { configOptions: { boolean: {} }, compaction: {}, notices: {} },
    _meta: { terminal_output: true },
  };
}
