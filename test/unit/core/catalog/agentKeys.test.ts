import { describe, expect, it } from 'vitest';
import { getKeysOfOtherVendors } from '../../../../src/core/catalog/agentKeys.ts';

const VARIABLES = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'PATH', 'GITHUB_TOKEN'];

const keysOf = (command: string, ...args: readonly string[]): readonly string[] =>
  getKeysOfOtherVendors({ name: 'My agent', command, args }, VARIABLES);

describe('getKeysOfOtherVendors', () => {
  it('names the keys of other agents', () => {
    expect(keysOf('npx', '@zed-industries/claude-code-acp')).toEqual([
      'OPENAI_API_KEY',
      'GEMINI_API_KEY',
    ]);
    expect(keysOf('/usr/bin/codex-acp')).toEqual(['ANTHROPIC_API_KEY', 'GEMINI_API_KEY']);
    expect(keysOf('gemini', '--acp')).toEqual(['ANTHROPIC_API_KEY', 'OPENAI_API_KEY']);
  });

  it('omits the variable of OpenAI for Qwen Code, which reads it', () => {
    expect(keysOf('qwen', '--acp')).toEqual(['ANTHROPIC_API_KEY', 'GEMINI_API_KEY']);
  });

  it('omits the own variables of Qoder and Reasonix, and what Reasonix reads', () => {
    expect(keysOf('qodercli', '--acp')).toEqual([
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'GEMINI_API_KEY',
    ]);
    expect(keysOf('reasonix', 'acp')).toEqual(['ANTHROPIC_API_KEY', 'GEMINI_API_KEY']);
    const agent = { name: 'Qoder CLI', command: 'npx', args: ['@qoder-ai/qodercli'] };
    expect(getKeysOfOtherVendors(agent, ['QODER_TOKEN', 'DEEPSEEK_API_KEY'])).toEqual([
      'DEEPSEEK_API_KEY',
    ]);
  });

  it('names none for an agent that works with models of several vendors', () => {
    expect(keysOf('opencode', 'acp')).toEqual([]);
    expect(keysOf('goose', 'acp')).toEqual([]);
  });

  it('omits other variables', () => {
    const names = ['AWS_SECRET_ACCESS_KEY', 'GOOGLE_CLOUD_PROJECT', 'CLAUDE_CONFIG_DIR'];
    const agent = { name: 'Codex', command: 'codex', args: [] };
    expect(getKeysOfOtherVendors(agent, names)).toEqual([]);
  });
});
