import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { speakWith, t } from '../../src/core/words.ts';
import { speak, t as page } from '../../src/webview/strings.ts';
import { wordsInSource } from '../rig/words.ts';

const sources = globSync('src/**/*.{ts,tsx}').map(
  file => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')] as const,
);

/** The places where a pattern is found. */
const found = (folder: string, pattern: RegExp): readonly string[] =>
  sources
    .filter(([file]) => file.startsWith(folder))
    .flatMap(([file, text]) =>
      [...text.matchAll(pattern)].map(
        ({ 0: match, index }) =>
          `${file}:${text.slice(0, index).split('\n').length}: ${match.replaceAll(/\s+/g, ' ')}`,
      ),
    );

describe('words for the user', () => {
  it('are filled in, and translated where a translation is there', () => {
    expect(t('{0} of {1}, {0}', 'one', 2)).toBe('one of 2, one');
    speakWith((words, ...fillings) => `<${words}|${fillings.join()}>`);
    expect(t('{0} is done', 'Agent')).toBe('<{0} is done|Agent>');
  });

  it('of the chat view are taken from VS Code by their English', () => {
    speak({ Send: 'Senden', '{0} is done': '{0} ist fertig' });
    expect([page('send'), page('saidDone', 'Agent'), page('stop')]).toEqual([
      'Senden',
      'Agent ist fertig',
      'Stop',
    ]);
  });

  it('are whole texts in the source, so that the list for translators misses none', () => {
    const calls = /(?<![\w.])(?:vscode\.l10n\.t|t)\((?!\s*(?:['"]|\w+\)|\w+[.[]))/g;
    const layers = ['src/core/', 'src/agent/', 'src/vscode/'].flatMap(layer => found(layer, calls));
    expect(layers.filter(place => !place.startsWith('src/core/words.ts'))).toEqual([]);
  });

  it('are in the list for translators', async () => {
    const words = await wordsInSource();
    expect(words).toContain('Send');
    expect(words).toContain('{0} was started again for the sign-in.');
    expect(words).toContain('Only this time');
    expect(words.length).toBeGreaterThan(500);
  });

  it('in the chat view come from its table', () => {
    const attributes = /(?<=\s)(?:title|aria-label|placeholder|alt)="[^"]*[A-Za-z][^"]*"/g;
    const texts = /(?<=[a-z"}]>)\s*[A-Z][a-z]+(?: [a-z]+)*\s*(?=<\/)/g;
    expect([...found('src/webview/', attributes), ...found('src/webview/', texts)]).toEqual([]);
  });

  it('of VS Code\u2019s own messages go through its translation', () => {
    const messages =
      /(?:show(?:Information|Warning|Error)Message|setStatusBarMessage|withProgress)\(\s*[`'"]/g;
    expect(found('src/vscode/', messages)).toEqual([]);
  });
});
