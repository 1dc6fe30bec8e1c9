import type { AgentInstallation, ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { getAgentIcon } from '../../src/core/catalog/agentIcon.ts';
import type { AgentSuggestion } from '../../src/core/catalog/agentSuggestions.ts';
import { sampleView } from './sample.ts';

const offer = (
  group: AgentSuggestion['group'],
  id: string,
  name: string,
  ...needs: readonly string[]
): AgentSuggestion => ({ group, id, name, icon: getAgentIcon({ id }), needs });

export const sampleSuggestions: readonly AgentSuggestion[] = [
  offer('found', 'gemini', 'Gemini CLI', 'Found at /usr/local/bin/gemini'),
  offer(
    'popular',
    'claude-acp',
    'Claude Agent',
    'Claude plan or Anthropic API key',
    'Node.js 22+',
    '140 MB download',
  ),
  offer('popular', 'codex-acp', 'Codex', 'ChatGPT plan or OpenAI API key', '175 MB download'),
  offer('popular', 'github-copilot-cli', 'GitHub Copilot', 'GitHub Copilot plan', 'Node.js'),
  offer('popular', 'opencode', 'OpenCode', 'Account with a model provider', 'Node.js'),
];

export const failedInstallation: AgentInstallation = {
  kind: 'failed',
  agentId: 'claude-acp',
  name: 'Claude Agent',
  message:
    'Claude Agent needs Node.js >=22, but v20.11.0 is installed. Nothing was installed. Install a matching version from https://nodejs.org, then reload the window.',
};

export const runningInstallation: AgentInstallation = {
  kind: 'running',
  agentId: 'claude-acp',
  name: 'Claude Agent',
  message: '12 of 140 MB',
  fraction: 0.08,
};

/** The chat of a new user: no session, no agent. */
export function setupView(
  installations: readonly AgentInstallation[] = [],
): ChatViewState & { readonly shell: { readonly agentSuggestions: readonly AgentSuggestion[] } } {
  const { agentId: _, ...shell } = sampleView.shell;
  return { shell: { ...shell, sessions: [], installations, agentSuggestions: sampleSuggestions } };
}
