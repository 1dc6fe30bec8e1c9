import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Differ } from '../../../../src/agent/diff/differ.ts';
import { editsBetween } from '../../../../src/core/diff/lineDiff.ts';
import { splitLines } from '../../../../src/core/text/lines.ts';
import { bundle } from '../process/bundle.ts';

let script: string;

beforeAll(async () => {
  script = await bundle('src/agent/diff/diffWorkerMain.ts', 'diffWorker');
});

afterAll(() => rm(path.dirname(script), { recursive: true, force: true }));

function differ(from = script) {
  const warnings: string[] = [];
  const logger = { info: () => {}, warn: (text: string) => warnings.push(text), error: () => {} };
  const made = new Differ(from, logger);
  onTestFinished(() => made.dispose());
  return { made, warnings };
}

const big = Array.from({ length: 20_000 }, (_, at) => `line ${at % 7_000} é\u{1F600}\r\n`);
const changed = big
  .map((line, at) => (at % 40 === 3 ? `${line}new ${at}\n` : at % 90 === 5 ? '' : line))
  .join('');

describe('Differ', () => {
  it('returns the same edits from the worker as from this thread', async () => {
    const { made, warnings } = differ();
    for (const after of [changed, `${changed}without an ending`, 'other\n'.repeat(15_000)]) {
      const edits = made.edits(big, splitLines(after));
      expect(edits).toBeInstanceOf(Promise);
      expect(await edits).toEqual(editsBetween(big, splitLines(after)));
    }
    expect(warnings).toEqual([]);
  });

  it('answers several requests at the same time', async () => {
    const { made } = differ();
    const texts = ['one', 'two', 'three'].map(word => splitLines(`${word}\n`.repeat(20_000)));
    const answers = await Promise.all(texts.map(async lines => made.edits(big, lines)));
    expect(answers).toEqual(texts.map(lines => editsBetween(big, lines)));
  });

  it('is synchronous if that is fast, however long the text is', () => {
    const { made } = differ();
    const edited = big.with(9_000, 'by hand\n');
    expect(made.edits(big, edited)).toEqual(editsBetween(big, edited));
  });

  it('compares on this thread if the worker fails', async () => {
    const { made, warnings } = differ(`${script}.gone`);
    expect(await made.edits(big, splitLines(changed))).toEqual(
      editsBetween(big, splitLines(changed)),
    );
    expect(warnings).toHaveLength(1);
  });
});
