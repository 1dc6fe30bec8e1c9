import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { joinLines } from '../../../../src/core/text/lines.ts';
import { openTrackedWorkspace } from './trackedWorkspace.ts';

const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

describe.each(['git', 'plain'] as const)('a turn in a %s folder', kind => {
  it('makes everything pending that was modified, created, deleted or renamed on disk', async () => {
    const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace(kind);
    await workspace.write('a.txt', ten);
    await workspace.write('gone.txt', 'short\n');
    await workspace.write('old.txt', ten.toUpperCase());
    await tracker.willStart(turn());
    await workspace.write('a.txt', ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7'));
    await workspace.write('sub/new.txt', 'new\n');
    await workspace.remove('gone.txt');
    await rename(at('old.txt'), at('moved.txt'));
    await tracker.didEnd(turn());
    expect(pending()).toEqual([
      'modified a.txt 2',
      'deleted gone.txt 1',
      'renamed moved.txt 0',
      'created sub/new.txt 1',
    ]);
  });

  it('reads a file once that is reported while a scan is about to read it', async () => {
    const { workspace, tracker, turn, at, files, pending } = await openTrackedWorkspace(kind);
    const names = ['a.txt', 'b.txt', 'c.txt'];
    await Promise.all(names.map(name => workspace.write(name, ten)));
    await tracker.willStart(turn());
    await Promise.all(names.map(name => workspace.write(name, ten.replace('line 2', 'LINE 2'))));
    const readFiles: string[] = [];
    const read = files.read.bind(files);
    files.read = file => {
      readFiles.push(file);
      return read(file);
    };
    await Promise.all([tracker.scan(), tracker.handleDiskChange(names.map(at))]);
    expect(readFiles.toSorted()).toEqual(names.map(at));
    expect(pending()).toEqual(['modified a.txt 1', 'modified b.txt 1', 'modified c.txt 1']);
    await workspace.write('a.txt', ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7'));
    await tracker.handleDiskChange([at('a.txt')]);
    expect(pending()).toContain('modified a.txt 2');
    await tracker.didEnd(turn());
  });

  it('ignores files that existed only for a moment', async () => {
    const world = await openTrackedWorkspace();
    const { workspace, tracker, turn, at, pending } = world;
    await workspace.write('a.txt', ten);
    world.origins = (_, [running]) => {
      // The folder has been listed, but its files have not been read.
      rmSync(at('moment.txt'), { force: true });
      writeFileSync(at('a.txt'), ten);
      return running && { sessionId: running.sessionId, turnId: '1' };
    };
    await tracker.willStart(turn('one'));
    await workspace.write('moment.txt', 'temporary\n');
    await workspace.write('a.txt', 'temporary\n');
    await tracker.willStart(turn('two'));
    await tracker.didEnd(turn('one'));
    await tracker.didEnd(turn('two'));
    expect(pending()).toEqual([]);
  });

  it('does not attribute a file to the user that an agent created and deleted between two scans', async () => {
    const world = await openTrackedWorkspace(kind);
    const { workspace, tracker, turn, at, pending } = world;
    const { origins } = world;
    await tracker.willStart(turn());
    await workspace.write('made.txt', 'one\n');
    await tracker.scan();
    await workspace.write('made.txt', 'one\ntwo\n');
    world.origins = (file, running) => {
      rmSync(at('made.txt'), { force: true }); // The folder has been listed, but the file has not been read.
      return origins(file, running);
    };
    await tracker.scan();
    world.origins = origins;
    await tracker.scan();
    await workspace.write('made.txt', 'three\n');
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['created made.txt 1']);
  });

  it('compares with what the watcher has reported, after a scan has seen the same', async () => {
    const { workspace, tracker, trees, turn, at, pending } = await openTrackedWorkspace(kind);
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('a.txt', 'changed\n');
    await tracker.handleDiskChange([at('a.txt')]);
    expect(pending()).toEqual(['modified a.txt 1']);
    await tracker.scan();
    const seen = await (await trees.findContaining(at('a.txt')))?.readBaseline(at('a.txt'));
    expect(Buffer.from(seen ?? []).toString()).toBe('changed\n');
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 1']);
  });

  it('reads a file once that was reported several times', async () => {
    const world = await openTrackedWorkspace(kind);
    const { workspace, tracker, turn, at, pending } = world;
    const { origins } = world;
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('a.txt', 'changed\n');
    const asked: string[] = [];
    world.origins = (file, running) => {
      asked.push(file);
      return origins(file, running);
    };
    await Promise.all([1, 2, 3].map(() => tracker.handleDiskChange([at('a.txt')])));
    expect(asked).toEqual([at('a.txt')]);
    expect(pending()).toEqual(['modified a.txt 1']);
    await tracker.didEnd(turn());
  });

  it('finds new modes, also of files that the watcher has reported', async () => {
    const { workspace, tracker, turn, at, model } = await openTrackedWorkspace(kind);
    await workspace.write('sub/a.txt', ten);
    await workspace.write('b.txt', ten);
    await workspace.chmod('b.txt', 0o755);
    await tracker.willStart(turn());
    await workspace.chmod('sub/a.txt', 0o755);
    await workspace.write('b.txt', 'changed\n');
    await workspace.chmod('b.txt', 0o644);
    await tracker.handleDiskChange([at('sub/a.txt'), at('b.txt')]);
    await tracker.didEnd(turn());
    const modes = model.pending.map(({ base, current }) => [base.form, current.form]);
    const [plain, executable] = [0o100644, 0o100755].map(mode => ({ kind: 'text', mode }));
    expect(modes).toEqual([
      [executable, plain],
      [plain, executable],
    ]);
  });

  it('ignores what the user had changed before', async () => {
    const { workspace, tracker, turn, model, at } = await openTrackedWorkspace(kind);
    await workspace.write('a.txt', ten);
    await tracker.prepare([workspace.root]);
    await workspace.write('a.txt', ten.replace('line 0', 'mine'));
    await tracker.willStart(turn());
    await workspace.write('a.txt', ten.replace('line 0', 'mine').replace('line 9', 'theirs'));
    await tracker.didEnd(turn());
    expect(model.getFile(at('a.txt'))?.base.lines[0]).toBe('mine\n');
    expect(model.getFile(at('a.txt'))?.hunks).toHaveLength(1);
  });
});

describe('a change by the user during a turn', () => {
  it('stays the user’s when a file is saved in the editor', async () => {
    const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace();
    await workspace.write('mine.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('mine.txt', ten.replace('line 1', 'typed'));
    await tracker.handleUserSave(at('mine.txt'));
    await tracker.didEnd(turn());
    expect(pending()).toEqual([]);
  });

  it('stays the user’s when it is saved while the turn starts', async () => {
    const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace();
    await workspace.write('mine.txt', ten);
    const begun = tracker.willStart(turn());
    const written = tracker.runExclusive(() => workspace.write('mine.txt', `mine\n${ten}`));
    await Promise.all([begun, written, tracker.handleUserSave(at('mine.txt'))]);
    await tracker.didEnd(turn());
    expect(pending()).toEqual([]);
  });

  it('hides the agent’s write below unsaved edits until they are discarded', async () => {
    const { workspace, tracker, turn, at, pending, dirty } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    dirty.set(at('a.txt'), ten);
    await workspace.write('a.txt', ten.replace('line 1', 'agent'));
    await tracker.didEnd(turn());
    expect(pending()).toEqual([]);
    dirty.clear();
    await tracker.handleRevert(at('a.txt'));
    expect(pending()).toEqual(['modified a.txt 1']);
  });
});

describe('attribution', () => {
  it('distinguishes two sessions that run at the same time', async () => {
    const world = await openTrackedWorkspace();
    const { workspace, tracker, turn, model } = world;
    world.origins = (file, running) => {
      const own = running.find(({ sessionId }) => file.endsWith(`${sessionId}.txt`));
      return own && { sessionId: own.sessionId, turnId: '1' };
    };
    await tracker.willStart(turn('one'));
    await workspace.write('one.txt', 'by one\n');
    await tracker.willStart(turn('two'));
    await workspace.write('two.txt', 'by two\n');
    await tracker.didEnd(turn('one'));
    await tracker.didEnd(turn('two'));
    expect(model.pending.map(file => file.hunks[0]?.origins[0]?.sessionId)).toEqual(['one', 'two']);
  });

  it('counts a write once that was also made through the protocol', async () => {
    const { workspace, tracker, turn, model, at, pending } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('a.txt', ten.replace('line 3', 'agent'));
    await tracker.handleDiskChange([at('a.txt')]);
    const { revision } = model.state;
    await tracker.handleAgentWrite(
      at('a.txt'),
      { before: ten, isUnsaved: false },
      { sessionId: 's1', turnId: '1' },
    );
    await tracker.didEnd(turn());
    expect(model.state.revision).toBe(revision);
    expect(pending()).toEqual(['modified a.txt 1']);
  });

  it('keeps the unsaved lines of the user in the base if a write is noticed before it is reported', async () => {
    const { workspace, tracker, turn, model, at, agentWrites } = await openTrackedWorkspace();
    await workspace.write('a.txt', 'one\n');
    await tracker.willStart(turn());
    agentWrites.add(at('a.txt'));
    await workspace.write('a.txt', 'one\ntyped\nagent\n');
    await tracker.handleDiskChange([at('a.txt')]);
    await tracker.scan();
    await tracker.handleRevert(at('a.txt'));
    await tracker.handleAgentWrite(
      at('a.txt'),
      { before: 'one\ntyped\n', isUnsaved: true },
      { sessionId: 's1', turnId: '1' },
    );
    await tracker.didEnd(turn());
    expect(model.getFile(at('a.txt'))).toMatchObject({
      base: { lines: ['one\n', 'typed\n'] },
      current: { lines: ['one\n', 'typed\n', 'agent\n'] },
    });
  });

  it('knows the previous text of an ignored file that was written through the protocol', async () => {
    const { workspace, tracker, turn, model, at } = await openTrackedWorkspace();
    await workspace.write('.gitignore', '*.log\n');
    await workspace.write('a.log', 'before\n');
    await tracker.willStart(turn());
    await workspace.write('a.log', 'after\n');
    await tracker.handleAgentWrite(
      at('a.log'),
      { before: 'before\n', isUnsaved: false },
      { sessionId: 's1', turnId: '1' },
    );
    await tracker.didEnd(turn());
    expect(model.getFile(at('a.log'))?.base.lines).toEqual(['before\n']);
  });
});

describe('bytes', () => {
  it.each([
    ['a mark', Buffer.from('\uFEFFone\r\ntwo\r\n')],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x61, 0xe9, 0x0a, 0xff, 0xc3, 0x0a, 0xf0, 0x9f, 0x98]),
    ],
    ['UTF-16', Buffer.from('\uFEFFone\ntwo', 'utf16le')],
    ['zeros', Buffer.from([1, 0, 2, 0, 0, 3])],
  ])('are restored exactly in a file with %s', async (_, bytes) => {
    const { workspace, tracker, turn, model, at, files } = await openTrackedWorkspace();
    await workspace.write('a.bin', bytes);
    await chmod(at('a.bin'), 0o755);
    await tracker.willStart(turn());
    await workspace.remove('a.bin');
    await tracker.didEnd(turn());
    const [action] = model.reject({ kind: 'all' }).actions;
    expect(action?.kind).toBe('write');
    if (action?.kind === 'write') {
      await files.write(action.path, action.content);
    }
    expect(await readFile(at('a.bin'))).toEqual(bytes);
    expect((await stat(at('a.bin'))).mode & 0o111).toBe(0o111);
  });

  it('are accepted or rejected as a whole when the encoding changes', async () => {
    const { workspace, tracker, turn, pending } = await openTrackedWorkspace();
    await workspace.write('a.txt', Buffer.from('\uFEFFone\ntwo\n', 'utf16le'));
    await tracker.willStart(turn());
    await workspace.write('a.txt', '\uFEFFone\ntwo\n');
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['binary a.txt 0']);
  });
});

describe('an interrupted turn', () => {
  it('is resumed, so that its changes are still the agent’s', async () => {
    const { workspace, tracker, turn, pending, at } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    await mkdir(at('sub'));
    await tracker.willStart(turn());
    const open = await tracker.openTurns();
    await writeFile(at('a.txt'), ten.replace('line 5', 'agent'));
    await tracker.resume(open);
    expect(pending()).toEqual(['modified a.txt 1']);
    expect(tracker.isRunning).toBe(false);
  });

  it.each(['made.txt', 'a.txt'])(
    'is compared with what was known of %s, and not with what was there during the scan',
    async name => {
      const world = await openTrackedWorkspace();
      const { workspace, tracker, turn, at, pending, origins } = world;
      const own = name === 'a.txt' ? ten : undefined;
      await workspace.write('a.txt', ten);
      await tracker.willStart(turn());
      await workspace.write(name, 'by the agent\n');
      await tracker.scan();
      await workspace.write(name, 'by the agent\nfor a moment\n');
      world.origins = (file, running) => {
        rmSync(at(name), { force: true });
        if (own !== undefined) {
          writeFileSync(at(name), own);
        }
        return origins(file, running);
      };
      await tracker.scan();
      expect(pending()).toEqual([]);
      const open = await tracker.openTurns();
      const next = await openTrackedWorkspace({ workspace });
      await workspace.write(name, 'by the agent, again\n');
      await next.tracker.resume(open);
      expect(next.model.pending.map(({ base }) => joinLines(base.lines))).toEqual([own ?? '']);
    },
  );
});
