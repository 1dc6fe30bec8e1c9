import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { OtherWorkspaces } from '../../../../src/agent/journal/otherWorkspaces.ts';
import { SessionHistory } from '../../../../src/agent/journal/sessionHistory.ts';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { SessionJournals } from '../../../../src/agent/journal/sessionJournals.ts';
import { SearchIndex } from '../../../../src/agent/journal/searchIndex.ts';
import { queryTerms } from '../../../../src/core/history/snippet.ts';
import { formatJournalLine } from '../../../../src/core/journal/journalLine.ts';
import { sampleJournal, sampleLines } from '../../../unit/core/journal/samples.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let home: string;
let folder: JournalFolder;
let history: SessionHistory;

beforeEach(async () => {
  home = await temporaryFolder();
  folder = new JournalFolder(home);
  await folder.prepare();
  history = openHistory();
});

const fail = (error: unknown): never => {
  throw error;
};

function openHistory(): SessionHistory {
  return new SessionHistory(new SessionJournals(folder, fail));
}

/** Writes a session in which the agent sent this text at this time. */
async function write(id: string, text: string, atMs: number): Promise<void> {
  const [header] = sampleLines;
  if (header?.kind !== 'header') {
    throw new Error('The sample has no header.');
  }
  const entryBase = { turn: 1, atMs };
  const blocks = [{ type: 'text' as const, text }];
  await writeFile(
    folder.getPath(id),
    formatJournalLine({ ...header, id, createdMs: 1 }) +
      formatJournalLine({
        kind: 'patches',
        patches: [
          {
            kind: 'added',
            entry: {
              ...entryBase,
              id: 'e1',
              kind: 'user',
              blocks: [],
              draft: [{ kind: 'text', text: `Prompt of ${id}` }],
            },
          },
          { kind: 'added', entry: { ...entryBase, id: 'e2', kind: 'agent', blocks } },
        ],
      }),
  );
}

describe('the history', () => {
  it('lists pinned sessions first, then the newest', async () => {
    await write('old', 'x', 10);
    await write('new', 'x', 30);
    await write('pinned', 'x', 20);
    await history.pin('pinned', true);
    const names = (await history.list()).map(({ name }) => name);
    expect(names).toEqual(['Prompt of pinned', 'Prompt of new', 'Prompt of old']);
  });

  it('shows the names that the user gave', async () => {
    await write('a', 'x', 10);
    await history.rename('a', 'Mine');
    expect(await history.list()).toMatchObject([{ id: 'a', name: 'Mine', agentName: 'Scripted' }]);
  });

  it('does not read unchanged journals again', async () => {
    await write('a', 'x', 10);
    await history.list();
    const index = JSON.parse(await readFile(join(home, 'index.json'), 'utf8')) as {
      sessions: { item: { name: string } }[];
    };
    index.sessions.forEach(({ item }) => (item.name = 'from the index'));
    await writeFile(join(home, 'index.json'), JSON.stringify(index));
    expect(await openHistory().list()).toMatchObject([{ name: 'from the index' }]);
    await write('a', 'changed', 10);
    expect(await openHistory().list()).toMatchObject([{ name: 'Prompt of a' }]);
  });

  it.each(['', '{', '{"sessions":[{"item":{"id":7}},null]}'])(
    'rebuilds a damaged index: %s',
    async text => {
      await write('a', 'x', 10);
      await writeFile(join(home, 'index.json'), text);
      expect(await history.list()).toHaveLength(1);
    },
  );

  it('finds all text of a session', async () => {
    await writeFile(folder.getPath('3f0e8a52-0000-4000-8000-000000000001'), sampleJournal);
    await write('other', 'Nothing of it', 10);
    for (const [query, entryId] of [
      ['größe', 'e1'],
      ['hm', 'e2'],
      ['SIZE.TS', 'e3'],
      ['ok 2', 'e3'],
      ['npm test', 'e3'],
      ['done think', 'e4'],
    ]) {
      const found = await history.search(query ?? '');
      expect([query, found.map(hit => hit.entryId)]).toEqual([query, [entryId]]);
    }
    expect(await history.search('hologram')).toEqual([]);
    expect(await history.search('  ')).toEqual([]);
  });

  it('shows the text around the matching words', async () => {
    await write('a', `${'before '.repeat(50)}the NEEDLE is here ${'after '.repeat(50)}`, 10);
    const [found] = await history.search('needle');
    expect(found?.snippet).toMatch(/^\.\.\..*the NEEDLE is here after.*\.\.\.$/);
  });

  it('finds a session by its name', async () => {
    await write('a', 'x', 10);
    await history.rename('a', 'Quarterly figures');
    expect(await history.search('figures quarter')).toMatchObject([{ item: { id: 'a' } }]);
  });

  it('finds what was written since the last search', async () => {
    await write('a', 'one', 10);
    expect(await history.search('two')).toEqual([]);
    await write('a', 'one and two', 20);
    expect(await history.search('two')).toHaveLength(1);
  });

  it('archives a session and restores it to the list', async () => {
    await write('kept', 'x', 10);
    await history.archive('kept', true);
    expect(await history.list()).toMatchObject([{ id: 'kept', archived: true }]);
    await history.archive('kept', false);
    expect((await history.list())[0]).not.toHaveProperty('archived');
  });

  it('deletes the oldest sessions beyond the size limit, but no pinned ones', async () => {
    for (const [at, id] of ['pinned', 'oldest', 'older', 'newest'].entries()) {
      await write(id, 'x'.repeat(1000), at);
    }
    await history.pin('pinned', true);
    const { count, bytes } = await history.size();
    expect(count).toBe(4);
    await history.enforceSizeLimit(bytes);
    expect(await history.list()).toHaveLength(4);
    await history.enforceSizeLimit(bytes / 2 + 200);
    expect((await history.list()).map(({ id }) => id)).toEqual(['pinned', 'newest']);
    expect((await readdir(home)).filter(name => name.startsWith('old'))).toEqual([]);
  });

  it('can restore a deleted session', async () => {
    await write('a', 'one', 10);
    await history.delete('a');
    expect(await history.list()).toEqual([]);
    expect(await history.search('one')).toEqual([]);
    await history.restore('a');
    expect(await history.search('one')).toHaveLength(1);
  });
});

describe('sessions of other workspaces', () => {
  it('are listed and found next to those of this one, and can be made active in their own workspace', async () => {
    const parent = join(home, 'sessions');
    const [here, there] = [
      new JournalFolder(join(parent, 'a')),
      new JournalFolder(join(parent, 'b')),
    ];
    await here.prepare();
    await there.prepare();
    folder = here;
    await write('mine', 'a needle', 10);
    folder = there;
    await write('theirs', 'another needle', 20);
    await write('theirs-too', 'hay', 30);
    const elsewhere = new OtherWorkspaces(here.path, fail);
    expect(await elsewhere.list()).toMatchObject([
      { id: 'theirs-too', root: '/work/project' },
      { id: 'theirs' },
    ]);
    expect(await elsewhere.search('needle')).toMatchObject([{ item: { id: 'theirs' } }]);
    expect((await elsewhere.read('theirs'))?.header.id).toBe('theirs');
    expect(await elsewhere.read('mine')).toBeUndefined();
    expect(await elsewhere.sizeBytes()).toBeGreaterThan(500);
    await elsewhere.setActiveSession('theirs');
    const { records, front } = await new SessionJournals(there, fail).loadOpenSessions();
    expect([records.map(({ header }) => header.id), front]).toEqual([['theirs'], 'theirs']);
  });
});

describe('the search index', () => {
  it('finds exactly the matching texts', async () => {
    const letter = fc.constantFrom('a', 'b', 'c', 'ä', 'ß', '🙂');
    const word = fc.array(letter, { minLength: 1, maxLength: 4 }).map(letters => letters.join(''));
    const text = fc.array(word, { maxLength: 20 }).map(words => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), word, word, async (texts, one, two) => {
        const index = new SearchIndex();
        texts.forEach((said, at) => index.set(`${at}`, [{ entryId: 'e', text: said }]));
        const ids = texts.map((_, at) => `${at}`);
        const found = await index.find(queryTerms(`${one} ${two}`), ids, { limit: 100 });
        const holds = (said: string): boolean => said.includes(one) && said.includes(two);
        const expected = ids.filter((_, at) => holds(texts[at]?.toLowerCase() ?? ''));
        expect(found.map(({ id }) => id)).toEqual(expected);
      }),
    );
  });
});
