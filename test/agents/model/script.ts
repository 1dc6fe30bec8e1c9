import { asList, asRecord, asString, type JsonObject } from '../../../src/core/json.ts';

/** A step of the scripted model. Paths are absolute. Each step but the last is one tool call. */
export type ModelStep =
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'read'; readonly path: string }
  | { readonly do: 'edit'; readonly path: string; readonly old: string; readonly new: string }
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  /** `unboxed`: the model asks to run it outside the agent's sandbox. */
  | { readonly do: 'shell'; readonly command: string; readonly unboxed?: boolean }
  | { readonly do: 'plan'; readonly items: readonly string[] }
  /** Calls a tool of an MCP server, which agents offer under a name that ends with its own. */
  | { readonly do: 'tool'; readonly name: string; readonly input: JsonObject }
  /** Starts a sub-agent that says this text. */
  | { readonly do: 'delegate'; readonly text: string }
  /** Starts a response that never ends, so that the agent has to cancel it. */
  | { readonly do: 'hang'; readonly text: string };

const OPEN = '<<script';
const CLOSE = 'script>>';

/**
 * A script as part of a prompt. The model therefore needs no memory of its own, and sessions can be loaded and resumed.
 */
export const scriptText = (...steps: readonly ModelStep[]): string =>
  `${OPEN} ${JSON.stringify(steps)} ${CLOSE}`;

/** One item of a conversation as the model receives it. */
export type ConversationItem =
  | { readonly by: 'user'; readonly text: string }
  | { readonly by: 'call' };

/** The next step of a conversation, determined by its newest script and the number of tool calls after it. */
export function nextStep(conversation: readonly ConversationItem[]): ModelStep | undefined {
  const at = conversation.findLastIndex(said => said.by === 'user' && said.text.includes(OPEN));
  const said = conversation[at];
  const steps = said?.by === 'user' ? stepsIn(said.text) : [];
  const done = conversation.slice(at + 1).filter(({ by }) => by === 'call').length;
  return steps[Math.min(done, steps.length - 1)];
}

function stepsIn(text: string): readonly ModelStep[] {
  const from = text.lastIndexOf(OPEN) + OPEN.length;
  const json = text.slice(from, text.indexOf(CLOSE, from));
  const steps = asList(JSON.parse(json), raw => asRecord(raw)) ?? [];
  return steps.filter(step => asString(step['do']) !== undefined) as unknown as ModelStep[];
}
