import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { Step } from '../../fakes/scenario.ts';
import { step, turn } from '../../fakes/step.ts';
import type { FaultClient } from '../client/faultClient.ts';
import type { FaultScenario } from '../client/faultScenario.ts';

const agentWith = (...steps: readonly Step[]): FaultScenario['agent'] => ({
  on: [turn(...steps, step.say('still here'), step.stop('end_turn'))],
});

/** Reads and writes each path through the client, and records the texts that were read. */
const readAndWrite = (paths: readonly string[]): readonly Step[] =>
  paths.flatMap(file => [
    step.readText(file),
    step.note('read', '${answer.result.content}'),
    step.writeText(file, 'overwritten'),
  ]);

/** Nothing was read: each record is the text of a variable that does not exist. */
async function nothingRead({ agent }: FaultClient): Promise<void> {
  const texts = (await agent.noted('read')).filter(text => typeof text === 'string');
  expect(texts.filter(text => text !== '' && !text.startsWith('${'))).toEqual([]);
}

const TRICKS = [
  '',
  'a.txt',
  './a.txt',
  '../outside/a.txt',
  '${cwd}/../outside/a.txt',
  '${cwd}/./../outside/a.txt',
  '${cwd}/x/../../outside/a.txt',
  '${cwd}//..//outside/a.txt',
  '/etc/passwd',
  '/proc/self/environ',
  '/dev/zero',
  'file:///etc/passwd',
  'C:\\Windows\\win.ini',
  '\\\\host\\share\\x',
  '//host/share/x',
  '${cwd}/a\u0000.txt',
  `/${'x/'.repeat(5_000)}`,
];

const PROTECTED = [
  '.git/hooks/pre-commit',
  '.git/config',
  '.GIT/config',
  '.vscode/settings.json',
  '.VSCode/tasks.json',
  'x.code-workspace',
  '.env',
  '.mcp.json',
  '.cursor/mcp.json',
  '.github/workflows/ci.yml',
  'AGENTS.md',
  'CLAUDE.md',
  '.gitattributes',
  'node_modules/.bin/tsc',
];

export const fileScenarios: readonly FaultScenario[] = [
  {
    row: 'FS-01',
    input: `${TRICKS.length} paths that lead elsewhere, or nowhere`,
    agent: agentWith(...readAndWrite(TRICKS)),
    check: nothingRead,
    isShort: true,
  },
  {
    row: 'FS-02',
    input: 'links to files and folders outside, at any depth, broken ones and circles',
    prepare: async ({ work, outside }) => {
      await symlink(outside, path.join(work, 'out'));
      await symlink(path.join(outside, 'a.txt'), path.join(work, 'link.txt'));
      await symlink(path.join(outside, 'new.txt'), path.join(work, 'broken.txt'));
      await symlink('circle', path.join(work, 'circle'));
    },
    agent: agentWith(
      ...readAndWrite(
        ['out/a.txt', 'out/new.txt', 'link.txt', 'broken.txt', 'circle/a.txt'].map(
          name => `\${cwd}/${name}`,
        ),
      ),
    ),
    check: nothingRead,
    isShort: true,
  },
  {
    row: 'FS-03',
    input: 'a folder that is exchanged for a link while it is written to',
    prepare: ({ work }) => mkdir(path.join(work, 'swap')),
    agent: agentWith(
      step.background(
        step.shell(
          'for i in $(seq 100); do mv swap real; ln -s ../outside swap; rm swap; mv real swap; done',
        ),
      ),
      step.repeat(60, step.writeText('${cwd}/swap/a.txt', 'overwritten')),
      step.sleep(300),
    ),
    answer: 'reject',
  },
  {
    row: 'FS-04',
    input: `${PROTECTED.length} files that can run code or hold secrets, without consent`,
    agent: agentWith(...PROTECTED.map(name => step.writeText(`\${cwd}/${name}`, 'evil'))),
    check: ({ entries }) => {
      const asked = entries.filter(({ kind }) => kind === 'permission');
      expect(asked.length).toBe(PROTECTED.length);
    },
  },
  {
    row: 'FS-06',
    input: 'a pipe, a folder, a large file, and lines that do not exist',
    prepare: async ({ work }) => {
      execFileSync('mkfifo', [path.join(work, 'pipe')]);
      await writeFile(path.join(work, 'large.bin'), Buffer.alloc(60_000_000, 'x'));
    },
    agent: agentWith(
      step.readText('${cwd}/pipe'),
      step.writeText('${cwd}/pipe', 'x'),
      step.readText('${cwd}'),
      step.readText('${cwd}/large.bin'),
      ...[0, -1, 2 ** 31, 1e308].map(line => step.readText('${cwd}/a.txt', { line, limit: line })),
    ),
  },
  {
    row: 'FS-09',
    input: 'direct writes that damage encodings, line endings and the ends of files',
    agent: agentWith(
      step.writeFile('${cwd}/latin1.txt', 'Gr\uFFFD\uFFFDe\n'),
      step.writeFile('${cwd}/crlf.txt', 'one\ntwo\nthree\n'),
      step.writeFile('${cwd}/a.txt', ''),
      step.deleteFile('${cwd}/empty.txt'),
    ),
    isShort: true,
  },
  {
    row: 'FS-10',
    input: 'direct writes of binary files, lone carriage returns and a line of 2 MB',
    agent: agentWith(
      step.writeBytes('${cwd}/binary.bin', 'AAECAwQF/w=='),
      step.writeFile('${cwd}/crlf.txt', 'a\rb\u2028c\r\n'),
      step.writeFile('${cwd}/a.txt', 'x'.repeat(2_000_000)),
    ),
  },
  {
    row: 'RV-01',
    input: 'files that are changed, moved, deleted and made, directly and through the client',
    agent: agentWith(
      step.writeText('${cwd}/a.txt', 'line 0\nchanged\nline 2\n'),
      step.rename('${cwd}/crlf.txt', '${cwd}/moved.txt'),
      step.deleteFile('${cwd}/binary.bin'),
      step.writeFile('${cwd}/sub/deep/new.txt', 'new\n'),
      step.writeFile('${cwd}/empty.txt', 'no longer\n'),
    ),
  },
  {
    row: 'RV-04',
    input: 'changed files that are moved twice, deleted, and written again under their old names',
    agent: agentWith(
      step.writeText('${cwd}/a.txt', 'line 0\nchanged\n'),
      step.rename('${cwd}/a.txt', '${cwd}/b.txt'),
      step.rename('${cwd}/b.txt', '${cwd}/c.txt'),
      step.writeFile('${cwd}/a.txt', 'another\n'),
      step.writeText('${cwd}/crlf.txt', 'changed\n'),
      step.rename('${cwd}/crlf.txt', '${cwd}/gone.txt'),
      step.deleteFile('${cwd}/gone.txt'),
    ),
  },
  {
    row: 'RV-08',
    input: 'a diff that is not what was written',
    agent: agentWith(
      step.toolCall('t', {
        kind: 'edit',
        content: [{ type: 'diff', path: '${cwd}/empty.txt', oldText: 'never', newText: 'there' }],
      }),
      step.writeFile('${cwd}/a.txt', 'something else\n'),
    ),
    check: ({ review }) => {
      expect(review.model.pending.map(({ current }) => path.basename(current.path))).toEqual([
        'a.txt',
      ]);
    },
  },
  {
    row: 'SE-04',
    input: 'reads of files that hold secrets, without consent',
    prepare: async ({ work }) => {
      await writeFile(path.join(work, '.env'), 'KEY=1');
      await writeFile(path.join(work, 'id_rsa'), 'KEY');
      await symlink('.env', path.join(work, 'plain.txt'));
    },
    agent: agentWith(
      ...['.env', 'id_rsa', 'plain.txt', '.ENV'].flatMap(name => [
        step.readText(`\${cwd}/${name}`),
        step.note('read', '${answer.result.content}'),
      ]),
    ),
    check: nothingRead,
  },
];
