import path from 'node:path';
import { machine } from './machine.ts';
import { openaiCompatible } from './openaiCompatible.ts';
import type { RealAgent } from './realAgent.ts';

/** Agents besides the best known ones. */
export const MORE_AGENTS: readonly RealAgent[] = [
  {
    id: 'kilo',
    name: 'Kilo',
    packages: ['@kilocode/cli@7.7.7'],
    program: `@kilocode/cli-${machine}/bin/kilo`,
    args: ['acp'],
    env: ({ home }) => ({
      KILO_CONFIG: path.join(home, 'kilo.json'),
      KILO_DISABLE_MODELS_FETCH: '1',
      KILO_DISABLE_AUTOUPDATE: '1',
      KILO_DISABLE_DEFAULT_PLUGINS: '1',
      KILO_DISABLE_SESSION_INGEST: '1',
      KILO_TELEMETRY_LEVEL: 'off',
    }),
    files: ({ model }) => ({ 'kilo.json': openaiCompatible(model) }),
    quirks: { placeOf: (file, line) => `[${file}:${line}]` },
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    packages: ['@moonshot-ai/kimi-code@2.1.0'],
    program: '@moonshot-ai/kimi-code/dist/main.mjs',
    args: ['acp'],
    env: ({ model, home }) => ({
      KIMI_CODE_HOME: path.join(home, '.kimi'),
      KIMI_MODEL_NAME: 'scripted',
      KIMI_MODEL_API_KEY: 'x',
      KIMI_MODEL_BASE_URL: `${model}/v1`,
      KIMI_MODEL_PROVIDER_TYPE: 'openai',
      KIMI_CODE_NO_AUTO_UPDATE: '1',
      KIMI_DISABLE_TELEMETRY: '1',
    }),
  },
  {
    id: 'pi',
    name: 'pi',
    packages: ['pi-acp@0.0.34', '@earendil-works/pi-coding-agent@0.87.1'],
    program: 'pi-acp/dist/index.js',
    env: ({ install }) => ({
      PI_ACP_PI_COMMAND: path.join(install, 'node_modules', '.bin', 'pi'),
      PI_OFFLINE: '1',
      PI_SKIP_VERSION_CHECK: '1',
    }),
    files: ({ model }) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          scripted: {
            baseUrl: `${model}/v1`,
            api: 'openai-completions',
            apiKey: 'x',
            models: [{ id: 'scripted', input: ['text', 'image'], reasoning: false }],
          },
        },
      }),
      '.pi/agent/settings.json': JSON.stringify({
        defaultProvider: 'scripted',
        defaultModel: 'scripted',
      }),
    }),
    quirks: { neverAsks: true },
  },
  {
    id: 'cline',
    name: 'Cline',
    packages: ['cline@3.0.65'],
    program: `@cline/cli-${machine}/bin/cline`,
    args: ['--acp'],
    env: () => ({
      CLINE_PROVIDER: 'openai-compatible',
      CLINE_API_KEY: 'x',
      CLINE_TELEMETRY_DISABLED: '1',
    }),
    files: ({ model }) => ({
      '.cline/data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        modes: {},
        providers: {
          'openai-compatible': {
            settings: {
              provider: 'openai-compatible',
              apiKey: 'x',
              model: 'scripted',
              baseUrl: `${model}/v1`,
            },
            updatedAt: '2026-11-16T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
    }),
    quirks: { losesLastNewline: true },
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    packages: ['@github/copilot@1.0.102'],
    program: '@github/copilot/npm-loader.js',
    args: ['--acp'],
    env: ({ model }) => ({
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'x',
      COPILOT_MODEL: 'gpt-5',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    }),
  },
  {
    id: 'grok',
    name: 'Grok Build',
    packages: ['@xai-official/grok@1.0.41'],
    program: '@xai-official/grok/bin/grok-bootstrap.js',
    args: ['agent', 'stdio'],
    env: ({ home }) => ({
      GROK_HOME: path.join(home, '.grok'),
      GROK_DISABLE_AUTOUPDATER: '1',
      SCRIPTED_KEY: 'x',
      XAI_API_KEY: 'x',
    }),
    files: ({ model }) => ({
      '.grok/config.toml': `
[models]
default = "scripted"

[model.scripted]
model = "scripted"
base_url = "${model}/v1"
env_key = "SCRIPTED_KEY"
name = "Scripted"
context_window = 200000
`,
    }),
  },
  {
    id: 'reasonix',
    name: 'Reasonix',
    packages: ['reasonix@1.38.11'],
    program: `@reasonix/cli-${machine}/bin/reasonix`,
    args: ['acp', '--model', 'scripted'],
    env: ({ home }) => ({
      REASONIX_HOME: path.join(home, '.reasonix'),
      REASONIX_TELEMETRY: 'off',
      SCRIPTED_KEY: 'x',
    }),
    files: ({ model }) => ({
      '.reasonix/config.toml': `
default_model = "scripted"

[[providers]]
name = "scripted"
kind = "openai"
base_url = "${model}/v1"
models = ["scripted"]
default = "scripted"
api_key_env = "SCRIPTED_KEY"
context_window = 200000
`,
    }),
    // Otherwise it runs commands only in bubblewrap, which a container does not have.
    quirks: { firstPicker: ['tool_approval', 'danger-full-access'], neverAsks: true },
  },
  {
    id: 'nanocoder',
    name: 'Nanocoder',
    packages: ['@nanocollective/nanocoder@1.30.0'],
    program: '@nanocollective/nanocoder/dist/cli.js',
    args: ['--acp'],
    env: ({ home }) => ({
      NANOCODER_CONFIG_DIR: path.join(home, '.nanocoder'),
      NANOCODER_DATA_DIR: path.join(home, '.nanocoder-data'),
    }),
    files: ({ model }) => ({
      '.nanocoder/agents.config.json': JSON.stringify({
        nanocoder: {
          providers: [
            { name: 'scripted', baseUrl: `${model}/v1`, apiKey: 'x', models: ['scripted'] },
          ],
        },
      }),
    }),
    quirks: { readsLinks: true, buffersText: true, placeOf: file => file },
  },
  {
    id: 'mastra',
    name: 'Mastra Code',
    packages: ['mastracode@0.32.1'],
    program: 'mastracode/dist/cli.js',
    args: ['--acp'],
    env: ({ home }) => ({
      MASTRA_APP_DATA_DIR: path.join(home, '.mastra'),
      MASTRA_TELEMETRY_DISABLED: '1',
    }),
    files: ({ model }) => ({
      '.mastra/settings.json': JSON.stringify({
        models: {
          modeDefaults: {
            build: 'scripted/scripted',
            plan: 'scripted/scripted',
            fast: 'scripted/scripted',
          },
          omModelOverride: 'scripted/scripted',
        },
        preferences: { yolo: false },
        customProviders: [
          { name: 'scripted', url: `${model}/v1`, apiKey: 'x', models: ['scripted'] },
        ],
      }),
    }),
    quirks: { reportsVersion: '0.1.0' },
  },
];
