import { describe, expect, it } from 'vitest';
import {
  toEnglish,
  localizableMessage,
  setTranslations,
  setTranslator,
  toLocalized,
  t,
} from '../../../src/core/l10n.ts';
import { countLabel } from '../../../src/webview/ui/format/countLabel.ts';
import { STRINGS, t as page } from '../../../src/webview/ui/strings.ts';
import { stringsInSource } from '../../harness/localizableStrings.ts';
import { readSourceTexts } from './sourceTexts.ts';
import { unlocalizedTexts } from './unlocalizedTexts.ts';

const { texts, calls } = readSourceTexts();
const translated = calls.filter(({ file }) => !file.startsWith('src/webview/'));
const onPage = calls.filter(({ file }) => file.startsWith('src/webview/'));

describe('localized strings', () => {
  it('are translated if there is a translation, and their placeholders are replaced', () => {
    expect(t('{0} of {1}, {0}', 'one', 2)).toBe('one of 2, one');
    setTranslator((message, ...args) => `<${message}|${args.join()}>`);
    expect(t('{0} is done', 'Agent')).toBe('<{0} is done|Agent>');
  });

  it('of the chat view are looked up by their English text', () => {
    setTranslations({ Send: 'Senden', '{0} is done': '{0} ist fertig' });
    expect([page('send'), page('announceDone', 'Agent'), page('stop')]).toEqual([
      'Senden',
      'Agent ist fertig',
      'Stop',
    ]);
  });

  it('of the chat view distinguish singular and plural', () => {
    setTranslations({});
    expect([countLabel('earlier', 1), countLabel('earlier', 2)]).toEqual([
      'Show 1 earlier entry',
      'Show 2 earlier entries',
    ]);
  });

  it('that agents read too are in English for them, nested arguments included', () => {
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

  it('are all passed to a localization function', () => {
    expect(unlocalizedTexts(texts)).toEqual({ unlocalized: [], unusedExceptions: [] });
  });

  it('are string literals in the source, so that the exported list is complete', () => {
    const computed = translated.filter(
      ({ file, text, firstArgument }) =>
        text === undefined &&
        file !== 'src/core/l10n.ts' &&
        !/^[\w.[\]#]+(?:\?\?[\w.]+)?$/.test(firstArgument),
    );
    expect(computed.map(({ location, firstArgument }) => `${location}: ${firstArgument}`)).toEqual(
      [],
    );
  });

  it('are localized when they are shown, not when their module is loaded', () => {
    const early = calls.filter(({ callee, isAtLoad }) => callee === 't' && isAtLoad);
    expect(early.map(({ location }) => location)).toEqual([]);
  });

  it('are exported for translators: every string that is used, and no other', async () => {
    const used = translated.flatMap(({ text }) => text ?? []);
    expect(await stringsInSource()).toEqual(
      [...new Set([...used, ...Object.values(STRINGS)])].toSorted(),
    );
  });

  it('get as many arguments as they have placeholders', () => {
    const wrong = translated.filter(
      ({ callee, text, argumentCount }) =>
        callee !== 'localizable' &&
        text !== undefined &&
        argumentCount !== undefined &&
        placeholderCount(text) !== argumentCount,
    );
    expect(wrong.map(({ location }) => location)).toEqual([]);
  });

  it('of the chat view are all used, with as many arguments as they have placeholders', () => {
    const strings: Readonly<Record<string, string>> = STRINGS;
    const named = new Set(
      texts.flatMap(({ file, text }) => (file.endsWith('strings.ts') ? [] : text)),
    );
    // `countLabel` derives the key of the singular from that of the plural.
    const isNamed = (key: string): boolean => named.has(key) || named.has(key.replace(/1$/, ''));
    expect(Object.keys(strings).filter(key => !isNamed(key))).toEqual([]);
    const wrong = onPage.filter(({ text: key, argumentCount }) => {
      const text = key === undefined ? undefined : strings[key];
      return (
        text !== undefined &&
        argumentCount !== undefined &&
        placeholderCount(text) !== argumentCount
      );
    });
    expect(wrong.map(({ location }) => location)).toEqual([]);
  });
});

/** `{0} of {1}` has two placeholders. */
const placeholderCount = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index) + 1));
