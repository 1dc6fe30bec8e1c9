import { readFileSync } from 'node:fs';
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rmdir,
  symlink,
} from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeJournalLine } from '../../../../../src/agent/review/storage/journalLine.ts';
import { parseReviewJournal } from '../../../../../src/agent/review/storage/parseReviewJournal.ts';
import { ReviewJournal } from '../../../../../src/agent/review/storage/reviewJournal.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import { getFileStatus } from '../../../../../src/core/review/file/reviewedFile.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { pendingFiles } from '../../../../../src/core/review/model/reviewState.ts';
import { joinLines } from '../../../../../src/core/text/lines.ts';
import { temporaryFolder } from '../../../../harness/temporaryFolder.ts';

const logger = { info: () => {}, warn: () => {}, error: (text: string) => fail(text) };
const origin = { sessionId: 's', turnId: '1' };
const textOf = (text: string) => ({ kind: 'text', text }) as const;

/** A review model whose events are written to a journal. */
function journaled(
  folder: string,
  codecs: Parameters<ReviewJournal['appendEvent']>[2] = [],
): { readonly model: ReviewModel; readonly journal: ReviewJournal } {
  const model = new ReviewModel();
  const journal = new ReviewJournal(folder, logger);
  model.onDidRecord(event => journal.appendEvent(event, model.state, codecs));
  return { model, journal };
}

describe('the review journal', () => {
  it('restores the same hunks and decisions after a kill', async () => {
    const folder = await temporaryFolder();
    const { model, journal } = journaled(folder, [['/a.txt', 'windows1252']]);
    model.recordAgentWrite(
      '/a.txt',
      textOf('one\nTWO\nthree\n'),
      textOf('one\ntwo\nthree\n'),
      origin,
    );
    model.recordAgentWrite('/b.txt', textOf('new \udc80\n'), { kind: 'absent' }, origin);
    model.accept({ kind: 'file', path: '/b.txt' });
    await journal.flush();
    const { state, codecs } = await new ReviewJournal(folder, logger).load();
    expect(createReviewSnapshot(state)).toEqual(createReviewSnapshot(model.state));
    expect(codecs.get('/a.txt')).toBe('windows1252');
  });

  it('contains an event before anybody is notified of it', async () => {
    const folder = await temporaryFolder();
    const { model } = journaled(folder);
    const known: unknown[] = [];
    model.onDidChange(() => known.push(readFileSync(path.join(folder, 'review.jsonl'), 'utf8')));
    model.recordAgentWrite('/a.txt', textOf('TWO\n'), textOf('two\n'), origin);
    model.accept({ kind: 'all' });
    expect(known).toEqual([
      expect.stringMatching(/^[^\n]*"changed"[^\n]*\n$/),
      expect.stringMatching(/"decided"[^\n]*\n$/),
    ]);
  });

  it('loses at most the line that was being written', async () => {
    const folder = await temporaryFolder();
    const { model, journal } = journaled(folder);
    model.recordAgentWrite('/a.txt', textOf('TWO\n'), textOf('two\n'), origin);
    await journal.flush();
    await appendFile(path.join(folder, 'review.jsonl'), '{"kind":"event","event":{"kind":"chan');
    const { state } = await new ReviewJournal(folder, logger).load();
    expect(createReviewSnapshot(state)).toEqual(createReviewSnapshot(model.state));
  });

  it('is complete again after writes have failed for a while, which is reported once', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'review.jsonl');
    const warnings: string[] = [];
    const model = new ReviewModel();
    const journal = new ReviewJournal(folder, { ...logger, error: text => warnings.push(text) });
    model.onDidRecord(event => journal.appendEvent(event, model.state));
    model.recordAgentWrite('/a.txt', textOf('one\nTWO\n'), textOf('one\ntwo\n'), origin);
    await rename(file, `${file}.before`);
    await mkdir(file); // Has the same effect as a full disk.
    model.recordAgentWrite('/a.txt', textOf('zero\none\nTWO\n'), textOf(''), origin);
    model.recordAgentWrite('/b.txt', textOf('new\n'), { kind: 'absent' }, origin);
    await rmdir(file);
    await rename(`${file}.before`, file);
    await appendFile(file, '{"kind":"event","ev'); // A full disk may leave half of a line.
    model.recordAgentWrite('/a.txt', textOf('zero\none\nTHREE\n'), textOf(''), origin);
    expect(warnings).toEqual([expect.stringContaining('EISDIR')]);
    const { state } = await new ReviewJournal(folder, logger).load();
    expect(createReviewSnapshot(state)).toEqual(createReviewSnapshot(model.state));
    expect((await readdir(folder)).toSorted()).toEqual(['owner', 'review.jsonl']);
  });

  it('is complete again after a failed write even if no event follows', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'review.jsonl');
    const model = new ReviewModel();
    const journal = new ReviewJournal(folder, { ...logger, error: () => {} });
    model.onDidRecord(event => journal.appendEvent(event, model.state));
    await mkdir(file);
    model.recordAgentWrite('/a.txt', textOf('one\nTWO\n'), textOf('one\ntwo\n'), origin);
    await rmdir(file);
    await journal.flush();
    const { state } = await new ReviewJournal(folder, logger).load();
    expect(createReviewSnapshot(state)).toEqual(createReviewSnapshot(model.state));
  });

  it('is moved aside, and not overwritten, if it cannot be read', async () => {
    const folder = await temporaryFolder();
    await symlink('review.jsonl', path.join(folder, 'review.jsonl'));
    const warnings: string[] = [];
    const journal = new ReviewJournal(folder, { ...logger, error: text => warnings.push(text) });
    const { state } = await journal.load();
    journal.rewrite(state);
    const [, , aside = ''] = (await readdir(folder)).toSorted();
    expect(await readlink(path.join(folder, aside))).toBe('review.jsonl');
    expect(warnings).toEqual([expect.stringContaining(aside)]);
  });

  it('has the same content after a rewrite, including open turns', async () => {
    const folder = await temporaryFolder();
    const { model, journal } = journaled(folder);
    const open = {
      turns: [{ sessionId: 's', turn: 1, roots: ['/w'] }],
      snapshots: [{ root: '/w', tree: 'abc', skipped: [] }],
      unrecorded: [{ path: '/w/gone.txt', content: textOf('one \udc80\n') }],
      unsaved: ['/w/typed.txt'],
    };
    model.recordAgentWrite('/a.txt', textOf('TWO\n'), textOf('two\n'), origin);
    journal.appendOpenTurns(open);
    journal.rewrite(model.state);
    model.recordAgentWrite('/a.txt', textOf('THREE\n'), textOf('two\n'), origin);
    await journal.flush();
    const loaded = await new ReviewJournal(folder, logger).load();
    expect(createReviewSnapshot(loaded.state)).toEqual(createReviewSnapshot(model.state));
    expect(loaded.open).toEqual(open);
    const text = await readFile(path.join(folder, 'review.jsonl'), 'utf8');
    expect(text.startsWith('{"kind":"snapshot"')).toBe(true);
  });

  it('can be read if an earlier version has written the open turns', async () => {
    const unrecorded = [{ path: '/w/gone.txt', content: textOf('one\n') }];
    const open = { turns: [], snapshots: [], told: unrecorded };
    const line = encodeJournalLine({ kind: 'turns', open });
    expect(parseReviewJournal(Buffer.from(line)).open).toEqual({
      turns: [],
      snapshots: [],
      unrecorded,
      unsaved: [],
    });
  });

  it('of version 1 can still be read', async () => {
    const folder = await temporaryFolder();
    const fixture = new URL('../../../../fixtures/journal/review1.jsonl', import.meta.url);
    await copyFile(fixture, path.join(folder, 'review.jsonl'));
    const { state, codecs, open } = await new ReviewJournal(folder, logger).load();
    const files = pendingFiles(state).map(file => [
      getFileStatus(file),
      file.base.path,
      joinLines(file.base.lines),
      file.current.path,
      joinLines(file.current.lines),
      file.hunks.length,
    ]);
    const text = 'one\nTWO\nthree\nfour\n';
    expect(files).toEqual([
      ['modified', '/w/a.txt', text, '/w/a.txt', 'one\nTWO\nthree\nFOUR\n', 1],
      ['renamed', '/w/old.txt', 'old\n', '/w/moved.txt', 'old\n', 0],
      ['created', '/w/new.txt', '', '/w/new.txt', 'new\n', 1],
    ]);
    expect(state.done).toHaveLength(1);
    expect([...codecs]).toEqual([['/w/a.txt', 'windows1252']]);
    expect(open.turns).toEqual([{ sessionId: 's', turn: 2, roots: ['/w'] }]);
  });

  it('starts empty if there is none', async () => {
    const { state } = await new ReviewJournal(await temporaryFolder(), logger).load();
    expect(state.files.size).toBe(0);
  });

  it.each([
    ['makes no sense', 'not JSON\n{"kind":"other"}\n[]\n'],
    [
      'is of a later version',
      '{"kind":"snapshot","snapshot":{"version":2,"files":["of another shape"]}}\n',
    ],
    ['has a line of a later version', '{"kind":"event","event":{"kind":"foreseen"}}\n'],
  ])('that %s is kept before it is overwritten, which is reported', async (_, text) => {
    const folder = await temporaryFolder();
    await appendFile(path.join(folder, 'review.jsonl'), text);
    const warnings: string[] = [];
    const journal = new ReviewJournal(folder, { ...logger, error: said => warnings.push(said) });
    const { state } = await journal.load();
    expect(state.files.size).toBe(0);
    journal.rewrite(state);
    const [, , aside = ''] = (await readdir(folder)).toSorted();
    expect(await readFile(path.join(folder, aside), 'utf8')).toBe(text);
    expect(warnings).toEqual([expect.stringContaining(aside)]);
    await new ReviewJournal(folder, logger).load(); // Only once.
  });
});

function fail(text: string): never {
  throw new Error(text);
}
