import { describe, expect, it } from 'vitest';
import { describeServers, fitDialog, wrapLines } from '../../../../src/core/mcp/describeServers.ts';
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

  it('are described as a whole, and a dialog says what it leaves out', () => {
    const args = ['-c', `true ${'#'.repeat(700)} ; evil`];
    const file = parseMcpFile(JSON.stringify({ servers: { a: { command: 'sh', args } } }));
    const lines = 'message' in file ? [] : describeServers(file);
    expect(lines).toEqual([`a: sh ${args.join(' ')}`]);
    const { lines: cut, isCut } = fitDialog(lines);
    expect(isCut).toBe(true);
    expect(cut.join('')).toMatch(/^a: sh -c true #+ <\d+ characters not shown> #+ ; evil$/);
    expect(fitDialog(['a: node x.js'])).toEqual({ lines: ['a: node x.js'], isCut: false });
    expect(wrapLines(['', 'x'.repeat(150)])).toBe(
      `\n${'x'.repeat(70)}\n    ${'x'.repeat(70)}\n    ${'x'.repeat(10)}`,
    );
    const many = fitDialog(Array.from({ length: 23 }, (_, at) => `line ${at}`));
    expect(many.isCut).toBe(true);
    expect(many.lines.slice(-2)).toEqual(['line 19', '<3 more lines>']);
  });
});
