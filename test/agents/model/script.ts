import { asList, asRecord, asString } from '../../../src/core/json.ts';

/** What the scripted model does next. Paths are absolute; each step but the last is one call of a tool. */
export type ModelStep =
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'read'; readonly path: string }
  | { readonly do: 'edit'; readonly path: string; readonly old: string; readonly new: string }
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  /** `unboxed`: the model asks to run it outside the agent's sandbox. */
  | { readonly do: 'shell'; readonly command: string; readonly unboxed?: boolean }
  | { readonly do: 'plan'; readonly items: readonly string[] }
  /** Begins to speak, and never ends: whoever asked must hang up. */
  | { readonly do: 'hang'; readonly text: string };

const OPEN = '<<script';
const CLOSE = 'script>>';

/** A script as it stands in a prompt: the model needs no memory of its own, and survives load and resume. */
export const scriptText = (...steps: readonly ModelStep[]): string =>
  `${OPEN} ${JSON.stringify(steps)} ${CLOSE}`;

/** One thing of a conversation, as a model sees it. */
export type ConversationItem =
  | { readonly by: 'user'; readonly text: string }
  | { readonly by: 'call' };

/** Where a conversation stands: its newest script, and how many calls came after it. */
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
