import path from 'node:path';
import { MORE_AGENTS } from './moreAgents.ts';
import { machine } from './machine.ts';
import { openaiCompatible } from './openaiCompatible.ts';
import type { RealAgent } from './realAgent.ts';

/** All agents that are tested, by their ids. */
export function realAgent(id: string): RealAgent {
  const agent = REAL_AGENTS.find(other => other.id === id);
  if (!agent) {
    throw new Error(`There is no agent "${id}" in the roster.`);
  }
  return agent;
}

const anthropicEnv = ({ model }: { readonly model: string }): Record<string, string> => ({
  ANTHROPIC_BASE_URL: model,
  ANTHROPIC_API_KEY: 'sk-ant-scripted',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  ENABLE_TOOL_SEARCH: 'false', // Otherwise the model has to search for the tools of MCP servers first.
  IS_SANDBOX: '', // If it were set, root could skip permissions, which the program then refuses.
});

/** `policy` says when Codex asks; newer versions no longer support `untrusted`. */
const codexConfig = (model: string, policy: string): string => `
model = "gpt-5.4"
model_provider = "scripted"
${policy}
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
`;

const VERSION_1_AGENTS: readonly RealAgent[] = [
  {
    id: 'codex-zed',
    name: "Codex (Zed's adapter)",
    packages: ['@zed-industries/codex-acp@0.16.0'],
    program: '@zed-industries/codex-acp/bin/codex-acp.js',
    env: ({ home }) => ({ CODEX_HOME: path.join(home, '.codex'), SCRIPTED_KEY: 'x' }),
    files: ({ model }) => ({
      '.codex/config.toml': codexConfig(
        model,
        'approval_policy = "untrusted"\nsandbox_mode = "danger-full-access"',
      ),
    }),
  },
  {
    id: 'goose',
    name: 'goose',
    packages: [`@aaif/goose-binary-${machine}@1.52.0`],
    program: `@aaif/goose-binary-${machine}/bin/goose`,
    args: ['acp', '--with-builtin', 'developer'],
    env: ({ model }) => ({
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: 'gpt-4o',
      GOOSE_MODE: 'approve',
      GOOSE_DISABLE_KEYRING: '1',
      GOOSE_TELEMETRY_ENABLED: 'false',
      OPENAI_HOST: model,
      OPENAI_API_KEY: 'x',
    }),
  },
  {
    id: 'claude-old',
    name: "Claude (Zed's adapter)",
    packages: ['@zed-industries/claude-code-acp@0.16.2'],
    program: '@zed-industries/claude-code-acp/dist/index.js',
    env: anthropicEnv,
  },
  {
    id: 'claude',
    name: 'Claude',
    packages: ['@agentclientprotocol/claude-agent-acp@0.100.0'],
    program: '@agentclientprotocol/claude-agent-acp/dist/index.js',
    env: anthropicEnv,
    hasSubagents: true,
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    packages: ['@google/gemini-cli@0.61.0'],
    program: '@google/gemini-cli/bundle/gemini.js',
    args: ['--acp', '-m', 'gemini-2.5-pro'],
    env: ({ model }) => ({
      GEMINI_API_KEY: 'x',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_TELEMETRY_ENABLED: 'false',
    }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        // In an untrusted folder it refuses all modes except those that ask.
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    }),
    quirks: { hidesOutput: true, forgetsWithinMinute: true },
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    packages: ['opencode-ai@1.18.33'],
    program: `opencode-${machine}/bin/opencode`,
    args: ['acp'],
    env: ({ home }) => ({
      OPENCODE_CONFIG: path.join(home, 'opencode.json'),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    }),
    files: ({ model }) => ({ 'opencode.json': openaiCompatible(model) }),
    quirks: { placeOf: (file, line) => `[${file}:${line}]` },
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    packages: ['@qwen-code/qwen-code@0.24.4'],
    program: '@qwen-code/qwen-code/cli-entry.js',
    args: ['--acp', '--approval-mode', 'default'],
    env: ({ model }) => ({
      OPENAI_API_KEY: 'x',
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_MODEL: 'qwen3-vl-plus',
    }),
    files: () => ({
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
        privacy: { usageStatisticsEnabled: false },
        // Otherwise it asks the model in the background what to remember.
        memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
      }),
    }),
  },
  {
    id: 'codex',
    name: 'Codex',
    packages: ['@agentclientprotocol/codex-acp@2.6.0'],
    program: '@agentclientprotocol/codex-acp/dist/index.js',
    env: ({ home }) => ({ CODEX_HOME: path.join(home, '.codex'), SCRIPTED_KEY: 'x' }),
    files: ({ model }) => ({
      '.codex/config.toml': codexConfig(
        model,
        'approval_policy = "on-request"\nsandbox_mode = "read-only"',
      ).replace('gpt-5.4', 'gpt-5.5'),
    }),
    quirks: { firstPicker: ['mode', 'read-only'], isBoxed: true },
  },
  ...MORE_AGENTS,
];

/** The agents that also speak version 2 of the protocol, with that version. */
const VERSION_2_AGENTS = VERSION_1_AGENTS.filter(({ id }) => id === 'claude' || id === 'codex').map(
  (agent): RealAgent => ({
    ...agent,
    id: `${agent.id}-version2`,
    name: `${agent.name} (protocol version 2)`,
    installedAs: agent.id,
    protocolVersion: 2,
  }),
);

export const REAL_AGENTS: readonly RealAgent[] = [...VERSION_1_AGENTS, ...VERSION_2_AGENTS];
