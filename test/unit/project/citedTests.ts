import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const test = new URL('../..', import.meta.url);

/** A file in the docs folder. */
export const docText = (name: string): Promise<string> =>
  readFile(new URL(`../docs/${name}`, test), 'utf8');

/** A document in the root folder. */
export const topText = (name: string): Promise<string> =>
  readFile(new URL(`../${name}`, test), 'utf8');

/** The tests that a text cites: `file.test.ts` "the test's title, or a part of it". Checks of real agents count too. */
export const citedIn = (text: string): readonly RegExpMatchArray[] => [
  ...text.matchAll(/`([\w.]+\.test\.tsx?|runAgent\.ts)` "([^"]+)"/g),
];

/** The tests that a text cites and that do not exist. */
export async function missingTests(text: string): Promise<readonly string[]> {
  const texts = await testsNamed();
  const missing = citedIn(text).filter(
    ([, file = '', name = '']) => !texts.get(file)?.includes(name),
  );
  return missing.map(([words]) => words);
}

/** The source of all test files, by file name. */
async function testsNamed(): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(test, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of files.filter(name => /\.test\.tsx?$|runAgent\.ts$/.test(name))) {
    const text = (await readFile(new URL(file, test), 'utf8')).replaceAll("\\'", "'");
    texts.set(basename(file), `${texts.get(basename(file)) ?? ''}${text}`);
  }
  return texts;
}
