import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const test = new URL('../..', import.meta.url);

/** A page of the documentation. */
export const docText = (name: string): Promise<string> =>
  readFile(new URL(`../docs/${name}`, test), 'utf8');

/** A page at the top of the project. */
export const topText = (name: string): Promise<string> =>
  readFile(new URL(`../${name}`, test), 'utf8');

/** What a text names as tests: `file.test.ts` "the test's name, or a part of it". What real agents are put through counts. */
export const citedIn = (text: string): readonly RegExpMatchArray[] => [
  ...text.matchAll(/`([\w.]+\.test\.tsx?|runAgent\.ts)` "([^"]+)"/g),
];

/** The tests that a text names and that do not exist. */
export async function missingTests(text: string): Promise<readonly string[]> {
  const texts = await testsNamed();
  const missing = citedIn(text).filter(
    ([, file = '', name = '']) => !texts.get(file)?.includes(name),
  );
  return missing.map(([words]) => words);
}

/** The text of all test files, by their name. */
async function testsNamed(): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(test, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of files.filter(name => /\.test\.tsx?$|runAgent\.ts$/.test(name))) {
    const text = (await readFile(new URL(file, test), 'utf8')).replaceAll("\\'", "'");
    texts.set(basename(file), `${texts.get(basename(file)) ?? ''}${text}`);
  }
  return texts;
}
