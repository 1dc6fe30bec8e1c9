import { describe, expect, it } from 'vitest';
import { describeServers } from '../../../../src/core/mcp/describeServers.ts';
import { findReportedFailure } from '../../../../src/core/mcp/findReportedFailure.ts';
import { parseMcpFile } from '../../../../src/core/mcp/mcpFile.ts';

describe('what an agent prints about a server', () => {
  it.each([
    'ERROR codex_core: MCP client for `github` failed to start: program not found',
    "Error during discovery for MCP server 'github': connection refused",
    '\u001B[31mmcp server github: timed out\u001B[0m',
  ])('is a failure: %s', line => {
    const found = findReportedFailure(['starting', line, 'mcp server git failed'], 'github');
    expect(found).toContain('github');
    expect(found).not.toContain('\u001B');
    expect(findReportedFailure([line], 'git')).toBeUndefined();
  });

  it.each(['mcp server github connected', 'github failed', 'mcp server failed'])(
    'is none: %s',
    line => {
      expect(findReportedFailure([line], 'github')).toBeUndefined();
    },
  );

  it('is the last one, without secrets', () => {
    const lines = ['mcp server a failed: 1', 'mcp server a failed: Bearer abcdefghijklmnopqrstu'];
    expect(findReportedFailure(lines, 'a')).toBe('mcp server a failed: Bearer [hidden]');
  });
});

describe('the servers of a file', () => {
  it('are described with everything that they run and send, and with hidden characters visible', () => {
    const file = parseMcpFile(
      JSON.stringify({
        servers: {
          'a\u202E': { command: 'npx', args: ['-y', 'x'], env: { A: '1' }, envFile: '.env' },
          b: { url: 'https://mcp.example/x', headers: { Authorization: '${input:t}' } },
          c: {},
        },
      }),
    );
    expect('message' in file ? [] : describeServers(file)).toEqual([
      'a<U+202E>: npx -y x',
      '    A: 1',
      '    envFile: .env',
      'b: https://mcp.example/x',
      '    Authorization: ${input:t}',
    ]);
  });
});
