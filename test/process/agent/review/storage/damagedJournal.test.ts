import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlobStore } from '../../../../../src/agent/review/blobStore.ts';
import { recoverReview } from '../../../../../src/agent/review/storage/recoverReview.ts';
import { ReviewFiles } from '../../../../../src/agent/review/reviewFiles.ts';
import { ReviewJournal } from '../../../../../src/agent/review/storage/reviewJournal.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import { tableEncodings } from '../../../../fakes/tableEncodings.ts';
import { sliceRange } from '../../../../../src/core/text/lineRange.ts';
import { temporaryFolder } from '../../../../harness/temporaryFolder.ts';

const origin = { sessionId: 's', turnId: '1' };
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const names = ['a.txt', 'b.txt'];
const large = (name: string): string => `${name} ${'x'.repeat(99)}\n`.repeat(60_000);
const textOf = (lines: readonly string[]) => ({ kind: 'text', text: lines.join('') }) as const;

interface Act {
  readonly name: string;
  readonly kind: 'agent' | 'user' | 'accept' | 'reject' | 'undo';
  readonly at: number;
  readonly removed: number;
}

type Damage = 'corrupt' | 'flip' | 'delete' | 'duplicate';

/** Accepts or rejects a hunk. Returns its lines in the base. */
function decide(
  model: ReviewModel,
  file: string,
  { kind, at }: { readonly kind: 'accept' | 'reject'; readonly at: number },
): readonly string[] {
  const reviewed = model.getFile(file);
  const hunk = reviewed?.hunks.at(at % 3);
  if (!reviewed || !hunk) {
    return [];
  }
  const lines = sliceRange(reviewed.base.lines, hunk.base);
  model[kind]({ kind: 'hunks', hunks: [{ path: file, id: hunk.id, revision: hunk.revision }] });
  return lines;
}

/**
 * Plays what an agent and a user do, with a journal. Returns the files as they are at the end, and the lines that depend on
 * decisions: the user typed them into a hunk, or accepted that they are removed, so that they are lost with the decision.
 */
function play(folder: string, acts: readonly Act[]) {
  const model = new ReviewModel();
  const journal = new ReviewJournal(folder, quiet);
  model.onDidRecord(event => journal.appendEvent(event, model.state));
  const base = new Map(
    names.map(name => [name, Array.from({ length: 8 }, (_, n) => `${name} base ${n}\n`)]),
  );
  const now = new Map(base);
  const decided = new Set<string>();
  const linesOf = (name: string): readonly string[] =>
    model.getFile(path.join(folder, name))?.current.lines ?? now.get(name) ?? [];
  for (const [n, { name, kind, at, removed }] of acts.entries()) {
    const file = path.join(folder, name);
    const before = linesOf(name);
    const next = before.toSpliced(at % (before.length + 1), removed, `${name} ${kind} ${n}\n`);
    if (kind === 'agent') {
      model.recordAgentWrite(file, textOf(next), textOf(before), origin);
    } else if (kind === 'user') {
      model.recordUserWrite(file, textOf(next));
      now.set(name, next);
    } else if (kind === 'undo') {
      model.undo();
    } else {
      decide(model, file, { kind, at }).forEach(line => decided.add(line));
    }
    for (const one of names) {
      now.set(one, [...linesOf(one)]);
      const hunks = model.getFile(path.join(folder, one))?.hunks ?? [];
      hunks
        .flatMap(hunk => sliceRange(linesOf(one), hunk.current))
        .forEach(line => decided.add(line));
    }
  }
  return { model, journal, now, decided };
}

/** A lost last line leaves no trace. It is the same as a crash before the line was written. */
function damaged(text: string, { row, how }: { readonly row: number; readonly how: Damage }) {
  const lines = text.split('\n').slice(0, -1);
  const at = row % Math.max(1, how === 'delete' ? lines.length - 1 : lines.length);
  const line = lines[at] ?? '';
  if (how === 'delete' && lines.length < 2) {
    return text;
  }
  const replaced = {
    corrupt: [`${line.slice(0, line.length / 2)}\0${line.slice(line.length / 2 + 9)}`],
    flip: [line.replace(/base|agent|user/, 'wrong')],
    delete: [],
    duplicate: [line, line],
  }[how];
  return lines
    .toSpliced(at, 1, ...replaced)
    .map(one => `${one}\n`)
    .join('');
}

const act: fc.Arbitrary<Act> = fc.record({
  name: fc.constantFrom(...names),
  kind: fc.constantFrom('agent', 'agent', 'user', 'user', 'accept', 'reject', 'undo'),
  at: fc.nat({ max: 20 }),
  removed: fc.nat({ max: 2 }),
});
const damage = fc.record({
  row: fc.nat({ max: 30 }),
  how: fc.constantFrom<Damage>('corrupt', 'flip', 'delete', 'duplicate'),
});

/** The lines of a file after everything was rejected, without those of the agent. */
function afterRejectAll(model: ReviewModel, file: string): readonly string[] | undefined {
  model.reject({ kind: 'all' });
  return model.getFile(file)?.current.lines.filter(line => !line.includes(' agent '));
}

describe('a damaged journal', () => {
  it(
    'loses no base line and no user line when everything is rejected',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 14 }), damage, async (acts, how) => {
          const folder = await temporaryFolder();
          const { model, journal, now, decided } = play(folder, acts);
          await journal.flush();
          for (const [name, lines] of now) {
            await writeFile(path.join(folder, name), lines.join(''));
          }
          const file = path.join(folder, 'review.jsonl');
          const text = await readFile(file, 'utf8').catch(() => '');
          const broken = damaged(text, how);
          if (text === '' || broken === text) {
            return;
          }
          await writeFile(file, broken);
          const loaded = await new ReviewJournal(folder, quiet).load();
          const files = new ReviewFiles(
            tableEncodings(),
            new BlobStore(path.join(folder, 'blobs')),
          );
          const state = loaded.isWhole
            ? loaded.state
            : await recoverReview(loaded.state, loaded.unknown, { files, logger: quiet });
          const recovered = new ReviewModel(state);
          for (const name of names) {
            // A file whose first line is lost is reported, and stays as it is.
            const reviewed = recovered.getFile(path.join(folder, name));
            expect(reviewed?.current.lines ?? now.get(name)).toEqual(now.get(name));
          }
          for (const name of names) {
            // A user's line that the agent has removed is in the copy of the journal.
            const wanted = afterRejectAll(model, path.join(folder, name))?.filter(
              line =>
                !decided.has(line) && (line.includes(' base ') || now.get(name)?.includes(line)),
            );
            const found = afterRejectAll(recovered, path.join(folder, name));
            if (wanted && found) {
              expect(found.filter(line => wanted.includes(line)).toSorted()).toEqual(
                wanted.toSorted(),
              );
            }
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  it('is replayed exactly if one of its lines is repeated', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'review.jsonl');
    const { model, journal } = play(folder, [
      { name: 'a.txt', kind: 'agent', at: 2, removed: 1 },
      { name: 'a.txt', kind: 'user', at: 6, removed: 0 },
    ]);
    await journal.flush();
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [lines[0], lines[0], ...lines.slice(1)].join('\n'));
    const { state, isWhole } = await new ReviewJournal(folder, quiet).load();
    expect(createReviewSnapshot(state)).toEqual(createReviewSnapshot(model.state));
    expect(isWhole).toBe(false);
  });

  it('applies no edit to a text that lacks an earlier one, also after a decision', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'review.jsonl');
    const { journal } = play(folder, [
      { name: 'a.txt', kind: 'agent', at: 1, removed: 0 },
      { name: 'a.txt', kind: 'agent', at: 0, removed: 0 },
      { name: 'a.txt', kind: 'accept', at: 4, removed: 0 },
      { name: 'a.txt', kind: 'user', at: 3, removed: 0 },
    ]);
    await journal.flush();
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, lines.toSpliced(1, 1).join('\n'));
    const { state, isWhole } = await new ReviewJournal(folder, quiet).load();
    const known = [...state.files.values()].flatMap(({ current }) => current.lines);
    expect(known).toHaveLength(9); // The eight lines of the base, and the first of the agent.
    expect(known[1]).toBe('a.txt agent 0\n');
    expect(isWhole).toBe(false);
  });

  it('names the files whose review started in a lost line', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'review.jsonl');
    const { journal } = play(folder, [
      { name: 'a.txt', kind: 'agent', at: 2, removed: 1 },
      { name: 'a.txt', kind: 'user', at: 6, removed: 0 },
    ]);
    await journal.flush();
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^.*\n/, ''));
    const { unknown } = await new ReviewJournal(folder, quiet).load();
    expect(unknown).toEqual([path.join(folder, 'a.txt')]);
  });
});

describe('the journal of a large review', () => {
  it('is rewritten in the background and in parts, and loses no event meanwhile', async () => {
    const folder = await temporaryFolder();
    const model = new ReviewModel();
    const journal = new ReviewJournal(folder, quiet);
    model.onDidRecord(event => journal.appendEvent(event, model.state));
    let slowestMs = 0;
    for (let n = 0; n < 8; n += 1) {
      const startedMs = performance.now();
      model.recordAgentWrite(`/${n}`, textOf([large(`${n}`)]), { kind: 'absent' }, origin);
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    }
    model.recordAgentWrite('/last', textOf(['last\n']), { kind: 'absent' }, origin);
    const startsWithTexts = async (): Promise<boolean> =>
      (await readFile(path.join(folder, 'review.jsonl'), 'utf8')).startsWith('{"kind":"texts"');
    await expect.poll(startsWithTexts, { timeout: 30_000 }).toBe(true);
    model.accept({ kind: 'file', path: '/last' });
    await journal.flush();
    const { state, isWhole } = await new ReviewJournal(folder, quiet).load();
    expect(isWhole).toBe(true);
    expect(createReviewSnapshot(state)).toEqual(createReviewSnapshot(model.state));
    expect(slowestMs).toBeLessThan(2_500);
  }, 60_000);
});
