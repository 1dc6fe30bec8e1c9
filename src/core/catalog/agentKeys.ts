/** The keys of one vendor's agents: what its agents are called, and the variables in which users keep its keys. */
interface Vendor {
  readonly agents: RegExp;
  readonly keys: RegExp;
}

const VENDORS: readonly Vendor[] = [
  { agents: /\bclaude/i, keys: /^(?:ANTHROPIC|CLAUDE)_\w*(?:KEY|TOKEN)$/i },
  // Qwen Code and Reasonix talk to servers with OpenAI's interface and read the same variable.
  { agents: /\b(?:codex|qwen|reasonix)/i, keys: /^(?:OPENAI|CODEX)_\w*(?:KEY|TOKEN)$/i },
  { agents: /\bqwen/i, keys: /^(?:DASHSCOPE|QWEN)_\w*(?:KEY|TOKEN)$/i },
  { agents: /\bgemini/i, keys: /^(?:GEMINI|GOOGLE|GOOGLE_GENERATIVE_AI)_API_KEY$/i },
  { agents: /\bgrok/i, keys: /^(?:XAI|GROK)_\w*(?:KEY|TOKEN)$/i },
  { agents: /\bcursor/i, keys: /^CURSOR_\w*(?:KEY|TOKEN)$/i },
  { agents: /\bcopilot/i, keys: /^(?:GH_)?COPILOT_\w*(?:KEY|TOKEN)$/i },
  { agents: /\bkimi/i, keys: /^(?:MOONSHOT|KIMI)_\w*(?:KEY|TOKEN)$/i },
  { agents: /\bvibe|\bmistral/i, keys: /^MISTRAL_\w*(?:KEY|TOKEN)$/i },
  { agents: /\bauggie|\baugment/i, keys: /^AUGMENT_\w*(?:KEY|TOKEN|AUTH)$/i },
  { agents: /\bqoder/i, keys: /^QODER_\w*(?:KEY|TOKEN)$/i },
  { agents: /\breasonix|\bdeepseek/i, keys: /^(?:REASONIX|DEEPSEEK)_\w*(?:KEY|TOKEN)$/i },
  { agents: /\bdroid|\bfactory/i, keys: /^FACTORY_\w*(?:KEY|TOKEN)$/i },
];

/**
 * The variables with keys of other vendors' agents, which an agent does not inherit. An agent that is not known to belong to
 * one vendor may work with models of all of them, and gets all.
 */
export function getKeysOfOtherVendors(
  agent: { readonly name: string; readonly command: string; readonly args: readonly string[] },
  variables: readonly string[],
): readonly string[] {
  const called = [agent.name, agent.command, ...agent.args].join(' ');
  const own = VENDORS.filter(({ agents }) => agents.test(called));
  return own.length === 0
    ? []
    : variables.filter(
        name =>
          VENDORS.some(({ keys }) => keys.test(name)) && !own.some(({ keys }) => keys.test(name)),
      );
}
