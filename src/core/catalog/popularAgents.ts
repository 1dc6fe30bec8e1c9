import { localizable } from '../l10n.ts';

/** What people should know about an agent before they install it. */
export interface PopularAgent {
  /** The agent's id in the registry. */
  readonly id: string;
  readonly account: string;
  /** The size of its download in the version of the bundled registry. */
  readonly downloadMb: number;
  /** The oldest Node that the agent supports. The installation checks the exact range. */
  readonly node?: number;
}

/** The agents that most people use, in the order in which they are offered. */
export const POPULAR_AGENTS: readonly PopularAgent[] = [
  {
    id: 'claude-acp',
    account: localizable('Claude plan or Anthropic API key'),
    downloadMb: 140,
    node: 22,
  },
  {
    id: 'codex-acp',
    account: localizable('ChatGPT plan or OpenAI API key'),
    downloadMb: 175,
  },
  {
    id: 'gemini',
    account: localizable('Google account or Gemini API key'),
    downloadMb: 22,
    node: 20,
  },
  {
    id: 'github-copilot-cli',
    account: localizable('GitHub Copilot plan'),
    downloadMb: 130,
  },
  {
    id: 'opencode',
    account: localizable('Account with a model provider'),
    downloadMb: 120,
  },
];

/** The place of an agent among the popular ones; the others come after them. */
export function popularityRank(id: string): number {
  const index = POPULAR_AGENTS.findIndex(agent => agent.id === id);
  return index === -1 ? POPULAR_AGENTS.length : index;
}

export const isPopular = (id: string): boolean => popularityRank(id) < POPULAR_AGENTS.length;
