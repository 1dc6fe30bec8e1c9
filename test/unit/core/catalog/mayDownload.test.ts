import { describe, expect, it } from 'vitest';
import { mayDownload } from '../../../../src/core/catalog/mayDownload.ts';

describe('mayDownload', () => {
  it.each([
    ['npx', ['-y', '@google/gemini-cli', '--acp']],
    ['/home/me/.nvm/versions/node/v22/bin/npx', ['pkg']],
    ['C:\\Program Files\\nodejs\\npx.cmd', ['pkg']],
    ['uvx', ['fast-agent-acp']],
    ['npm', ['exec', '--', 'pkg']],
    ['pnpm', ['dlx', 'pkg']],
    ['docker', ['run', '-i', 'image']],
  ] as const)('is true for %s %j', (command, args) => {
    expect(mayDownload(command, args)).toBe(true);
  });

  it.each([
    ['gemini', ['--acp']],
    ['node', ['agent.js']],
    ['npm', ['start']],
    ['/opt/npx-like/agent', []],
  ] as const)('is false for %s %j', (command, args) => {
    expect(mayDownload(command, args)).toBe(false);
  });
});
