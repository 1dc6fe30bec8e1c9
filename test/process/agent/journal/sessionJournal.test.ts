import { spawn } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SessionJournal } from '../../../../src/agent/journal/sessionJournal.ts';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { createSessionRecord } from '../../../../src/core/journal/sessionRecord.ts';
import { sampleJournal } from '../../../unit/core/journal/samples.ts';
import { bundle } from '../process/bundle.ts';
import { createTemporaryFolder } from '../../../harness/createTemporaryFolder.ts';
import { journalHeader } from '../../../fakes/journalHeader.ts';

let path: string;
let folder: JournalFolder;

beforeEach(async () => {
  path = join(await createTemporaryFolder('journal'), 'here');
  folder = new JournalFolder(path);
  await folder.prepare();
});
afterEach(() => rm(dirname(path), { recursive: true, force: true }));

const compacted = () => ({
  ...createSessionRecord(journalHeader),
  state: { title: 'compacted', queue: [] },
});

function journalFile(failures: unknown[] = []): SessionJournal {
  return new SessionJournal({
    folder,
    id: 's',
    sizeBytes: 0,
    record: compacted,
    onError: error => failures.push(error),
  });
}

describe('a session journal', () => {
  it('can only be read by its owner', async () => {
    await journalFile().compact();
    expect((await stat(folder.getPath('s'))).mode & 0o777).toBe(0o600);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('is repaired when its end is truncated, and the damaged file is kept', async () => {
    const cut = sampleJournal.slice(0, -20);
    await writeFile(folder.getPath('s'), cut);
    const record = await folder.repair('s');
    expect(record?.transcript.entries.map(({ id }) => id)).toEqual(['e1', 'e2', 'e3']);
    expect(await readFile(`${folder.getPath('s')}.damaged`, 'utf8')).toBe(cut);
    await appendFile(folder.getPath('s'), '{"kind":"marks","marks":{"pinned":false}}\n');
    expect(await folder.read('s')).toEqual({ ...record, marks: { name: 'Sizes', pinned: false } });
  });

  it('is left unchanged if it is valid', async () => {
    await writeFile(folder.getPath('s'), sampleJournal);
    await folder.repair('s');
    expect(await readdir(path)).toEqual(['owner', 's.ndjson']);
    expect(await readFile(folder.getPath('s'), 'utf8')).toBe(sampleJournal);
  });

  it('is moved aside if nothing in it can be read', async () => {
    await writeFile(folder.getPath('s'), '\0'.repeat(100));
    expect(await folder.repair('s')).toBeUndefined();
    expect(await readdir(path)).toEqual(['owner', 's.ndjson.damaged']);
  });

  it('stays valid when the disk is full, and gets all events later', async () => {
    const failures: unknown[] = [];
    const file = journalFile(failures);
    await file.compact();
    await rm(folder.getPath('s'));
    await mkdir(folder.getPath('s')); // A folder in the place of the file cannot be written to.
    file.append({ kind: 'marks', marks: { name: 'kept' } });
    await file.flush();
    expect(failures).toHaveLength(1);
    await rm(folder.getPath('s'), { recursive: true });
    await writeFile(folder.getPath('s'), `${JSON.stringify(journalHeader)}\n`);
    file.append({ kind: 'marks', marks: { pinned: true } });
    await file.flush();
    expect((await folder.read('s'))?.marks).toEqual({ name: 'kept', pinned: true });
  });

  it('is compacted when it has grown', async () => {
    const file = journalFile();
    await file.compact();
    const output = 'x'.repeat(100_000);
    for (let round = 0; round < 30; round += 1) {
      const terminal = { id: 't', command: 'c', output, cut: false };
      file.append({ kind: 'patches', patches: [{ kind: 'terminal', terminal }] });
      await file.flush();
    }
    expect((await stat(folder.getPath('s'))).size).toBeLessThan(1_200_000);
    expect((await folder.read('s'))?.state.title).toBe('compacted');
  });

  it('is not written after another window has taken over', async () => {
    const file = journalFile();
    await file.compact();
    const text = await readFile(folder.getPath('s'), 'utf8');
    await new JournalFolder(path).prepare();
    file.append({ kind: 'marks', marks: { pinned: true } });
    await file.flush();
    expect(await readFile(folder.getPath('s'), 'utf8')).toBe(text);
  });

  it('is taken over only after the previous window has finished writing', async () => {
    const writer = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await writeFile(join(path, 'owner'), `${writer.pid} its token`);
    let isTaken = false;
    const taking = new JournalFolder(path).prepare().then(() => (isTaken = true));
    await folder.list();
    expect(isTaken).toBe(false);
    writer.kill('SIGKILL');
    await taking;
  });

  it('joins consecutive pieces of a text', async () => {
    const file = journalFile();
    await file.compact();
    for (const text of ['a', 'b', 'c']) {
      file.append({ kind: 'patches', patches: [{ kind: 'grew', id: 'e1', text, atMs: 1 }] });
    }
    await file.flush();
    const lines = (await readFile(folder.getPath('s'), 'utf8')).trim().split('\n');
    expect(lines.slice(2).map(line => JSON.parse(line) as unknown)).toEqual([
      { kind: 'patches', patches: [{ kind: 'grew', id: 'e1', text: 'abc', atMs: 1 }] },
    ]);
  });
});

describe('a writer that is killed', () => {
  let program: string;
  beforeAll(async () => {
    program = await bundle('test/process/agent/journal/writerMain.ts', 'writer');
  });
  afterAll(() => rm(dirname(program), { recursive: true, force: true }));

  /** Runs the writer until it has printed this many lines, kills it, and returns the last count. */
  async function killedAfter(lines: number): Promise<number> {
    await folder.release();
    const child = spawn(process.execPath, [program, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise(resolve => child.once('close', resolve));
    let count = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      count = Number(line);
      if (count >= lines) {
        child.kill('SIGKILL');
      }
    }
    await exited;
    return count;
  }

  it.each([1, 2, 3, 5, 8, 13, 21, 34, 55, 89])(
    'loses nothing that it had flushed, after %i flushes',
    async lines => {
      const flushed = await killedAfter(lines);
      const record = await folder.repair('killed');
      const ids = record?.transcript.entries.map(({ id }) => id) ?? [];
      expect(ids.length).toBeGreaterThanOrEqual(flushed);
      expect(ids).toEqual(ids.map((_, index) => `e${index + 1}`));
    },
  );
});
