import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject } from '../../harness/paths.ts';
import { stringsInSource } from '../../harness/localizableStrings.ts';

type Texts = Readonly<Record<string, string>>;

const LANGUAGES = ['de', 'es', 'fr', 'ja', 'zh-cn'];
const read = (name: string): Texts => JSON.parse(readFileSync(inProject(name), 'utf8')) as Texts;

const manifestTexts = read('package.nls.json');
const sourceTexts = Object.fromEntries((await stringsInSource()).map(text => [text, text]));

/** The parts of a text that a translation contains unchanged: placeholders, code, and where links lead. */
const fixedParts = (text: string): readonly string[] =>
  [...new Set(text.match(/\{\d+\}|`[^`]+`|\]\([^)]+\)/g))].toSorted();

const withOtherParts = (original: Texts, translated: Texts): readonly string[] =>
  Object.entries(original)
    .filter(([key, text]) => fixedParts(text).join() !== fixedParts(translated[key] ?? '').join())
    .map(([key]) => key);

/** Texts of several words that are the same in some other language: keys, search terms, and times. */
const UNTRANSLATED: ReadonlySet<string> = new Set([
  'Ctrl+K Ctrl+N',
  'Ctrl+K Ctrl+Y',
  'Ctrl+K Ctrl+Z',
  'Ctrl+K Shift+L',
  'error, {0} ms',
  'ok, {0} ms',
  'url link http',
]);

const countWords = (text: string): number =>
  text.split(/[\s,:]+/).filter(word => /\p{L}{2}/u.test(word)).length;

const untranslated = (original: Texts, translated: Texts): readonly string[] =>
  Object.entries(original)
    .filter(([key, text]) => translated[key] === text && countWords(text) > 1)
    .flatMap(([, text]) => (UNTRANSLATED.has(text) ? [] : text));

it('has these languages', () => {
  const names = readdirSync(inProject('l10n')).flatMap(
    name => /n\.([\w-]+)\.json/.exec(name)?.[1] ?? [],
  );
  expect(names.toSorted()).toEqual(LANGUAGES);
});

describe.each(LANGUAGES)('the translation to %s', language => {
  const bundle = read(`l10n/bundle.l10n.${language}.json`);
  const manifest = read(`package.nls.${language}.json`);

  it('has every string of the source and of the manifest, and no other', () => {
    expect(Object.keys(bundle).toSorted()).toEqual(Object.keys(sourceTexts).toSorted());
    expect(Object.keys(manifest).toSorted()).toEqual(Object.keys(manifestTexts).toSorted());
  });

  it('has the same placeholders, code and links', () => {
    expect(withOtherParts(sourceTexts, bundle)).toEqual([]);
    expect(withOtherParts(manifestTexts, manifest)).toEqual([]);
  });

  it('has no text of several words that is still English', () => {
    expect(untranslated(sourceTexts, bundle)).toEqual([]);
    expect(untranslated(manifestTexts, manifest)).toEqual([]);
  });
});
