import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { AgentCapabilities } from '../session/wire/agentCapabilities.ts';

/** Known deviations of an agent from the protocol. */
export interface AgentQuirks {
  /** The agent reads a file before it creates it and gives up at any error, so a missing file is read as an empty one. */
  readonly missingReadsAsEmpty: boolean;
  /** The agent advertises embedded context but does not pass it to the model, so content is put into the text. */
  readonly dropsEmbeddedContext: boolean;
  /** The agent passes only the text of a prompt to the model, so links are written into the text. */
  readonly dropsResourceLinks: boolean;
}

const NO_QUIRKS: AgentQuirks = {
  missingReadsAsEmpty: false,
  dropsEmbeddedContext: false,
  dropsResourceLinks: false,
};

/** The quirks by the name or title that the agent sends in `initialize`, in lower case with hyphens. All such exceptions belong here. */
const QUIRKS: ReadonlyMap<string, AgentQuirks> = new Map([
  // Seen in 0.61.0: the write tool reads first, and any error ends in "failed to read".
  ['gemini-cli', { ...NO_QUIRKS, missingReadsAsEmpty: true }],
  // Seen in 1.0.102: the model gets only the path and reads the file from disk; the range of a selection is lost.
  ['copilot', { ...NO_QUIRKS, dropsEmbeddedContext: true }],
  // Seen in 1.0.41: content with a line range in its URI is dropped.
  ['grok', { ...NO_QUIRKS, dropsEmbeddedContext: true }],
  // Seen in 3.0.65: all blocks except text are dropped, even images, which it advertises.
  ['cline', { ...NO_QUIRKS, dropsResourceLinks: true }],
]);

/** Returns the quirks of an agent; an unknown agent has none. */
export function getAgentQuirks(agentName: string | undefined): AgentQuirks {
  const name = (agentName ?? '').toLowerCase().replaceAll(' ', '-');
  return QUIRKS.get(name) ?? NO_QUIRKS;
}

/** Returns the capabilities without those that the agent advertises but does not support. */
export function effectiveCapabilities(advertised: AgentCapabilities): AgentCapabilities {
  const { dropsEmbeddedContext: losesEmbedded, dropsResourceLinks: losesLinks } = getAgentQuirks(
    advertised.name,
  );
  const { image, audio, embeddedContext } = advertised.prompt;
  return {
    ...advertised,
    prompt: {
      image: image && !losesLinks,
      audio: audio && !losesLinks,
      embeddedContext: embeddedContext && !losesEmbedded && !losesLinks,
    },
  };
}

export function adaptPrompt(
  prompt: readonly ContentBlock[],
  agentName: string | undefined,
): readonly ContentBlock[] {
  return getAgentQuirks(agentName).dropsResourceLinks
    ? prompt.map(block =>
        block.type === 'resource_link'
          ? { type: 'text', text: `[@${block.name}](${block.uri})` }
          : block,
      )
    : prompt;
}
