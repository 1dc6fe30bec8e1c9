import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProject } from '../../harness/paths.ts';

const folder = inProject('src/webview');

describe('the style sheet of the chat view', () => {
  it('imports every style sheet of the webview once', () => {
    const main = readFileSync(path.join(folder, 'main.css'), 'utf8');
    const imported = [...main.matchAll(/@import '\.\/(.+)';/g)].map(([, file = '']) => file);
    const sheets = globSync('*/**/*.css', { cwd: folder });
    expect(imported.toSorted()).toEqual(
      sheets.map(file => file.replaceAll(path.sep, '/')).toSorted(),
    );
  });
});
