import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { AgentCapabilities } from '../session/wire/agentCapabilities.ts';

/** Where an agent needs another answer than the protocol has for the case. */
export interface AgentQuirks {
  /** It reads a file before it creates it, and gives up at any error: a missing file is read as an empty one. */
  readonly missingReadsAsEmpty: boolean;
  /** It says that it takes embedded content and does not pass it on to the model: content goes into the text. */
  readonly dropsEmbeddedContext: boolean;
  /** It passes on nothing of a prompt but its text: links are written into it. */
  readonly dropsResourceLinks: boolean;
}

const USUAL: AgentQuirks = {
  missingReadsAsEmpty: false,
  dropsEmbeddedContext: false,
  dropsResourceLinks: false,
};

/** By the name (or title) the agent gives itself in `initialize`, in small letters with hyphens. This table is the only place for such exceptions. */
const HABITS: ReadonlyMap<string, AgentQuirks> = new Map([
  // Seen in 0.61.0: its write tool reads first, and an error of any code ends in "failed to read".
  ['gemini-cli', { ...USUAL, missingReadsAsEmpty: true }],
  // Seen in 1.0.102: the model gets the file's path instead, and so the text on disk; a selection has no place any more.
  ['copilot', { ...USUAL, dropsEmbeddedContext: true }],
  // Seen in 1.0.41: what has lines in its URI is left out.
  ['grok', { ...USUAL, dropsEmbeddedContext: true }],
  // Seen in 3.0.65: all blocks but those of text are left out, pictures too, although it says that it takes them.
  ['cline', { ...USUAL, dropsResourceLinks: true }],
]);

/** The habits of an agent; an unknown one is served by the book. */
export function getAgentQuirks(agentName: string | undefined): AgentQuirks {
  const name = (agentName ?? '').toLowerCase().replaceAll(' ', '-');
  return HABITS.get(name) ?? USUAL;
}

/** What an agent can do, less what it says and does not do. */
export function effectiveCapabilities(said: AgentCapabilities): AgentCapabilities {
  const { dropsEmbeddedContext: losesEmbedded, dropsResourceLinks: losesLinks } = getAgentQuirks(
    said.name,
  );
  const { image, audio, embeddedContext } = said.prompt;
  return {
    ...said,
    prompt: {
      image: image && !losesLinks,
      audio: audio && !losesLinks,
      embeddedContext: embeddedContext && !losesEmbedded && !losesLinks,
    },
  };
}

/** A prompt as an agent understands it. */
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
