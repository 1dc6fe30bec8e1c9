import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { DraftStore } from '../../../../src/agent/journal/draftStore.ts';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { textDraft } from '../../../fakes/sessionFixture.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let home: string;
let folder: JournalFolder;
const file = (): string => join(home, 'drafts.jsonl');

beforeEach(async () => {
  home = await temporaryFolder();
  folder = new JournalFolder(home);
  await folder.prepare();
});

const open = (): DraftStore =>
  new DraftStore(folder, error => {
    throw error;
  });

describe('a draft', () => {
  it('is restored in the next window as it was last written, including mentions', async () => {
    const drafts = open();
    const mention = { kind: 'file', uri: 'file:///work/a.ts' } as const;
    drafts.set('s1', textDraft('one'), 1);
    drafts.set('s1', [...textDraft('one and '), { kind: 'mention', mention }], 2);
    drafts.set('', textDraft('for a session to come'), 3);
    await drafts.flush();
    const later = open();
    expect(later.get('s1')).toEqual({
      draft: [...textDraft('one and '), { kind: 'mention', mention }],
      atMs: 2,
    });
    expect(later.get('')).toEqual({ draft: textDraft('for a session to come'), atMs: 3 });
    expect(later.get('s2')).toBeUndefined();
  });

  it('is empty after it was sent or deleted, so that webviews drop their copy', async () => {
    const drafts = open();
    const stored: unknown[] = [];
    drafts.onDidChange(one => stored.push(one));
    drafts.set('s1', textDraft('one'), 1);
    drafts.set('s1', [], 2);
    await drafts.flush();
    expect(drafts.get('s1')).toEqual({ draft: [], atMs: 2 });
    expect(open().get('s1')).toEqual({ draft: [], atMs: 2 });
    expect(stored).toEqual([
      { sessionId: 's1', draft: textDraft('one'), atMs: 1 },
      { sessionId: 's1', draft: [], atMs: 2 },
    ]);
  });

  it('is stored even if it was written before the folder existed', async () => {
    const fresh = new JournalFolder(join(home, 'fresh'));
    const preparing = fresh.prepare();
    const drafts = new DraftStore(fresh, error => {
      throw error;
    });
    drafts.set('s1', textDraft('one'), 1);
    await drafts.flush();
    await preparing;
    expect(new DraftStore(fresh, () => {}).get('s1')).toEqual({ draft: textDraft('one'), atMs: 1 });
  });

  it('survives when a later line is truncated or damaged', async () => {
    const drafts = open();
    drafts.set('s1', textDraft('one'), 1);
    await drafts.flush();
    await appendFile(
      file(),
      '\0\0\0\n{"version":99,"sessionId":"s1","draft":[],"atMs":5}\n{"version":1,"sess',
    );
    expect(open().get('s1')?.draft).toEqual(textDraft('one'));
  });

  it('of version 1 can still be read', async () => {
    await writeFile(
      file(),
      '{"version":1,"sessionId":"s1","draft":[{"kind":"text","text":"old"}],"atMs":7}\n',
    );
    expect(open().get('s1')).toEqual({ draft: textDraft('old'), atMs: 7 });
  });

  it('is deleted with its session, and the file stays small', async () => {
    const drafts = open();
    for (let round = 0; round < 40; round += 1) {
      drafts.set('s1', textDraft('x'.repeat(50_000)), round);
    }
    drafts.set('s2', textDraft('two'), 100);
    await drafts.flush();
    expect((await stat(file())).size).toBeLessThan(1_200_000);
    drafts.keepOnly(new Set(['s2']));
    await drafts.flush();
    expect(await readFile(file(), 'utf8')).toBe(
      '{"version":1,"sessionId":"s2","draft":[{"kind":"text","text":"two"}],"atMs":100}\n',
    );
  });

  it('is not written by a window after another one has taken over', async () => {
    const drafts = open();
    await new JournalFolder(home).prepare();
    drafts.set('s1', textDraft('late'), 1);
    await drafts.flush();
    expect(open().get('s1')).toBeUndefined();
  });
});
