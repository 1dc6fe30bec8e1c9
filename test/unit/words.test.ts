import { describe, expect, it } from 'vitest';
import {
  toEnglish,
  localizableMessage,
  setTranslations,
  setTranslator,
  toLocalized,
  t,
} from '../../src/core/l10n.ts';
import { countLabel } from '../../src/webview/ui/countLabel.ts';
import { STRINGS, t as page } from '../../src/webview/ui/strings.ts';
import { stringsInSource } from '../harness/localizableStrings.ts';
import { plainWords } from './plainWords.ts';
import { sourceWords } from './sourceWords.ts';

const { texts, calls } = sourceWords();
const translated = calls.filter(({ file }) => !file.startsWith('src/webview/'));
const onPage = calls.filter(({ file }) => file.startsWith('src/webview/'));

describe('words for the user', () => {
  it('are filled in, and translated where a translation is there', () => {
    expect(t('{0} of {1}, {0}', 'one', 2)).toBe('one of 2, one');
    setTranslator((words, ...fillings) => `<${words}|${fillings.join()}>`);
    expect(t('{0} is done', 'Agent')).toBe('<{0} is done|Agent>');
  });

  it('of the chat view are taken from VS Code by their English', () => {
    setTranslations({ Send: 'Senden', '{0} is done': '{0} ist fertig' });
    expect([page('send'), page('saidDone', 'Agent'), page('stop')]).toEqual([
      'Senden',
      'Agent ist fertig',
      'Stop',
    ]);
  });

  it('of the chat view tell one thing from several', () => {
    setTranslations({});
    expect([countLabel('earlier', 1), countLabel('earlier', 2)]).toEqual([
      'Show 1 earlier entry',
      'Show 2 earlier entries',
    ]);
  });

  it('that an agent reads too are English for it, to their innermost part', () => {
    setTranslations({
      'a link: {0}': 'ein Link: {0}',
      'it is too long ({0})': 'er ist zu lang ({0})',
    });
    const why = localizableMessage('a link: {0}', localizableMessage('it is too long ({0})', 300));
    expect([toEnglish(why), toLocalized(why)]).toEqual([
      'a link: it is too long (300)',
      'ein Link: er ist zu lang (300)',
    ]);
  });

  it('all go through the translation', () => {
    expect(plainWords(texts)).toEqual({ plain: [], unneeded: [] });
  });

  it('are whole texts in the source, so that the list for translators misses none', () => {
    const glued = translated.filter(
      ({ file, words, first }) =>
        words === undefined &&
        file !== 'src/core/l10n.ts' &&
        !/^[\w.[\]#]+(?:\?\?[\w.]+)?$/.test(first),
    );
    expect(glued.map(({ place, first }) => `${place}: ${first}`)).toEqual([]);
  });

  it('are put into the user\u2019s language when they are said, not when a file is loaded', () => {
    const early = calls.filter(({ callee, isAtLoad }) => callee === 't' && isAtLoad);
    expect(early.map(({ place }) => place)).toEqual([]);
  });

  it('stand in the list for translators, each that is used and no other', async () => {
    const used = translated.flatMap(({ words }) => words ?? []);
    expect(await stringsInSource()).toEqual(
      [...new Set([...used, ...Object.values(STRINGS)])].toSorted(),
    );
  });

  it('get as many fillings as they have places for', () => {
    const odd = translated.filter(
      ({ callee, words, fillings }) =>
        callee !== 'said' &&
        words !== undefined &&
        fillings !== undefined &&
        placesIn(words) !== fillings,
    );
    expect(odd.map(({ place }) => place)).toEqual([]);
  });

  it('of the chat view are all used, with as many fillings as they have places for', () => {
    const strings: Readonly<Record<string, string>> = STRINGS;
    const named = new Set(
      texts.flatMap(({ file, words }) => (file.endsWith('strings.ts') ? [] : words)),
    );
    // The words for one thing are named with those for several: see `counted`.
    const isNamed = (key: string): boolean => named.has(key) || named.has(key.replace(/1$/, ''));
    expect(Object.keys(strings).filter(key => !isNamed(key))).toEqual([]);
    const odd = onPage.filter(({ words, fillings }) => {
      const text = words === undefined ? undefined : strings[words];
      return text !== undefined && fillings !== undefined && placesIn(text) !== fillings;
    });
    expect(odd.map(({ place }) => place)).toEqual([]);
  });
});

/** How many fillings a text takes: `{0} of {1}` takes two. */
const placesIn = (words: string): number =>
  Math.max(0, ...[...words.matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index) + 1));
