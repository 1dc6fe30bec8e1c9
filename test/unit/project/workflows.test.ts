import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asRecord, parseJson } from '../../../src/core/json.ts';
import { inProject } from '../../harness/paths.ts';

const read = (file: string): string => readFileSync(inProject(file), 'utf8');
const FOLDER = '.github/workflows';
const workflows = readdirSync(inProject(FOLDER)).map(
  name => [name, read(`${FOLDER}/${name}`)] as const,
);

describe.each(workflows)('the workflow %s', (_name, text) => {
  it('runs no program that is not locked', () => {
    const commands = text.match(/\b(?:npx|npm (?:exec|x|i|install|ci)|pnpm|yarn|bunx)\b.*/g) ?? [];
    const unlocked = commands.filter(
      command => !/^(?:npx --no-install |npm ci --ignore-scripts$)/.test(command),
    );
    expect(unlocked).toEqual([]);
    expect(text).not.toMatch(/\b(?:curl|wget)\b/);
  });

  it('uses actions of GitHub itself, and others only by their commit', () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    const free = used.filter(name => !/^actions\/[\w-]+@v\d+$|@[0-9a-f]{40}$/.test(name));
    expect(used.length).toBeGreaterThan(0);
    expect(free).toEqual([]);
  });

  it('can only read the repository, unless a job says otherwise', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text).not.toContain('pull_request_target');
  });
});

describe('the release', () => {
  const [packaging = '', publishing = ''] = read(`${FOLDER}/release.yml`).split('\n  publish:\n');

  it('has secrets and may write only in the job that publishes', () => {
    expect(packaging).not.toMatch(/secrets\.|github\.token|: write/);
    expect(publishing.match(/: write/g)).toHaveLength(1);
    expect(publishing).not.toMatch(/npm (?:test|run)/);
  });

  it('publishes with programs whose packages are locked by hash', () => {
    for (const [folder, name] of [
      ['', '@vscode/vsce'],
      ['.github/publish/', 'ovsx'],
    ] as const) {
      const wanted = asRecord(
        asRecord(parseJson(read(`${folder}package.json`)))?.['devDependencies'],
      );
      const lock = asRecord(asRecord(parseJson(read(`${folder}package-lock.json`)))?.['packages']);
      const locked = asRecord(lock?.[`node_modules/${name}`]);
      expect(wanted?.[name]).toMatch(/^\d+\.\d+\.\d+$/);
      expect(locked?.['version']).toBe(wanted?.[name]);
      expect(locked?.['integrity']).toMatch(/^sha512-/);
    }
  });
});
