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
  ] as const)('knows that %s %j may have to fetch first', (command, args) => {
    expect(mayDownload(command, args)).toBe(true);
  });

  it.each([
    ['gemini', ['--acp']],
    ['node', ['agent.js']],
    ['npm', ['start']],
    ['/opt/npx-like/agent', []],
  ] as const)('expects %s %j to answer at once', (command, args) => {
    expect(mayDownload(command, args)).toBe(false);
  });
});
