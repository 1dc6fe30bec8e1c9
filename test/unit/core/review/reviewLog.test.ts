import { describe, expect, it } from 'vitest';
import { applyEvent } from '../../../../src/core/review/applyEvent.ts';
import { snapshotOf } from '../../../../src/core/review/reviewSnapshot.ts';
import { lineDiff } from '../../../../src/core/text/lineDiff.ts';
import { splitLines } from '../../../../src/core/text/lines.ts';
import { World, absent, asText, checkPromises, origin } from './world.ts';

const path = 'src/a.ts';
const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

function started(
  before = ten,
  after = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7'),
) {
  const world = new World({ [path]: before });
  world.agent(path, after);
  return world;
}

const select = (world: World, start: number, end: number) =>
  ({
    kind: 'lines',
    path,
    revision: world.file(path).revision,
    selection: { side: 'current', range: { start, end } },
  }) as const;

const bytes = (hash: string) => ({ kind: 'binary', hash, sizeBytes: 3 }) as const;

const left = (world: World) => world.log.pending.map(file => file.current.path);

/** Both ways to tell of a commit come to the same: what stands in it, and where that differs from the file. */
function commit(world: World, head: string): void {
  const text = { kind: 'committed', path, head: asText(head) } as const;
  const changes = lineDiff(splitLines(head), world.file(path).current.lines);
  const lines = { kind: 'committed', path, head: { kind: 'differing', changes } } as const;
  const { state } = world.log;
  expect(snapshotOf(applyEvent(state, lines).state)).toEqual(
    snapshotOf(applyEvent(state, text).state),
  );
  world.log.dispatch(lines);
}

describe('accepting and rejecting', () => {
  it('makes hunks of what the agent wrote, whatever way it came', () => {
    const world = started();
    expect(world.hunks(path)).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['line 7\n', 'LINE 7\n'],
    ]);
    checkPromises(world);
  });

  it('leaves the file alone when a hunk is accepted', () => {
    const world = started();
    const before = world.text(path);
    expect(world.acceptHunk(path).actions).toEqual([]);
    expect(world.text(path)).toBe(before);
    expect(world.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
    checkPromises(world);
  });

  it('puts the base lines back when a hunk is rejected, as one edit of just these lines', () => {
    const world = started();
    expect(world.rejectHunk(path).actions).toEqual([
      {
        kind: 'replace',
        path,
        edits: [{ range: { start: 2, end: 3 }, lines: ['line 2\n'] }],
      },
    ]);
    expect(world.text(path)).toBe(ten.replace('line 7', 'LINE 7'));
  });

  it('gives the old text back once everything is rejected', () => {
    const world = started();
    world.rejectAll();
    expect(world.text(path)).toBe(ten);
    expect(world.log.pending).toEqual([]);
  });

  it('counts a change once that is told twice', () => {
    const world = started();
    const revision = world.log.state.revision;
    world.agent(path, world.text(path));
    expect(world.log.state.revision).toBe(revision);
  });

  it('never resets a base: a later write adds to what is pending', () => {
    const world = started();
    world.agent(path, world.text(path).replace('line 4', 'LINE 4'));
    world.rejectAll();
    expect(world.text(path)).toBe(ten);
  });

  it('lets a hunk go that the agent itself takes back', () => {
    const world = started();
    world.agent(path, ten);
    expect(world.log.pending).toEqual([]);
  });
});

describe('part of a hunk', () => {
  const before = 'a\nb\nc\nd\n';
  it('accepts the selected lines only, line by line if both sides are equally long', () => {
    const world = started(before, 'A\nB\nC\nD\n');
    world.do(log => log.accept(select(world, 1, 3)));
    expect(world.hunks(path)).toEqual([
      ['a\n', 'A\n'],
      ['d\n', 'D\n'],
    ]);
    world.rejectAll();
    expect(world.text(path)).toBe('a\nB\nC\nd\n');
  });

  it('rejects the selected lines only', () => {
    const world = started(before, 'a\n1\n2\n3\nb\nc\nd\n');
    world.do(log => log.reject(select(world, 2, 3)));
    expect(world.text(path)).toBe('a\n1\n3\nb\nc\nd\n');
    checkPromises(world);
    world.undo();
    expect(world.hunks(path)).toEqual([['', '1\n2\n3\n']]);
  });

  it('takes a deletion whole from the file, and line by line from the base side', () => {
    const world = started(before, 'a\n');
    const scope = {
      ...select(world, 0, 1),
      selection: { side: 'base', range: { start: 2, end: 3 } },
    } as const;
    world.do(log => log.reject(scope));
    expect(world.text(path)).toBe('a\nc\n');
    world.do(log => log.reject(select(world, 1, 1)));
    expect(world.text(path)).toBe('a\nb\nc\n');
  });

  it('never glues lines together where one has no ending', () => {
    const world = started('b', 'b\nc');
    world.do(log => log.reject(select(world, 0, 1)));
    expect(world.text(path)).toBe('b\nc');
    checkPromises(world);
  });

  it('gives the undivided hunk back when undone', () => {
    const world = started(before, 'A\nB\nC\nD\n');
    const [hunk] = world.file(path).hunks;
    world.do(log => log.accept(select(world, 1, 2)));
    world.undo();
    expect(world.file(path).hunks).toEqual([{ ...hunk, revision: expect.anything() as number }]);
  });
});

describe('what the user types', () => {
  it('beside a hunk goes into the base, and survives the rejection', () => {
    const world = started();
    world.user(path, world.text(path).replace('LINE 2\n', 'LINE 2\nmine\n'));
    expect(world.hunks(path)).toHaveLength(2);
    world.rejectAll();
    expect(world.text(path)).toBe(ten.replace('line 2\n', 'line 2\nmine\n'));
  });

  it('inside a hunk joins it, and the hunk says what the agent had written', () => {
    const world = started();
    world.user(path, world.text(path).replace('LINE 2', 'LINE two'));
    expect(world.hunks(path)[0]).toEqual(['line 2\n', 'LINE two\n']);
    expect(world.file(path).hunks[0]?.wrote).toEqual(['LINE 2\n']);
    world.user(path, world.text(path).replace('LINE two', 'LINE 2'));
    expect(world.file(path).hunks[0]?.wrote).toBeNull();
  });

  it('next to a pure deletion joins it: there is no telling the sides apart', () => {
    const world = started(ten, ten.replace('line 2\n', ''));
    world.user(path, world.text(path).replace('line 3\n', 'mine\nline 3\n'));
    expect(world.hunks(path)).toEqual([['line 2\n', 'mine\n']]);
  });

  it('as the base was is a rejection: so the revert arrow of the diff editor', () => {
    const world = started();
    world.user(path, world.text(path).replace('LINE 2', 'line 2'));
    expect(world.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
  });

  it('above moves a hunk and changes neither its id nor its revision', () => {
    const world = started();
    const [, second] = world.file(path).hunks;
    world.user(path, `mine\n${world.text(path)}`);
    expect(world.file(path).hunks[1]).toEqual({
      ...second,
      base: { start: 8, end: 9 },
      current: { start: 8, end: 9 },
    });
  });

  it('at the end of a text without a final newline is glued to nothing', () => {
    const world = started('a\nb', 'a\nb\nc\n');
    world.user(path, 'a\nb\nc\nmine');
    checkPromises(world);
    world.rejectAll();
    checkPromises(world);
  });

  it('joins two hunks when the line between them goes', () => {
    const world = started('a\nb\nc\n', 'A\nb\nC\n');
    world.user(path, 'A\nC\n');
    expect(world.hunks(path)).toEqual([['a\nc\n', 'A\nC\n']]);
    world.rejectAll();
    expect(world.text(path)).toBe('a\nc\n');
  });

  it('in a file nothing is pending in is no matter of the review', () => {
    const world = started();
    world.acceptAll();
    world.user(path, 'something else\n');
    expect(world.log.pending).toEqual([]);
  });

  it('is taken from known ranges without comparing the text', () => {
    const world = started();
    world.log.userEdited(path, [{ range: { start: 0, end: 0 }, lines: ['mine\n'] }]);
    expect(world.file(path).base.lines[0]).toBe('mine\n');
  });
});

describe('files as a whole', () => {
  it('deletes a created file when it is rejected, instead of leaving it empty', () => {
    const world = new World();
    world.agent(path, 'new\n');
    expect(world.rejectHunk(path).actions).toEqual([
      { kind: 'delete', path, expected: asText('new\n') },
    ]);
    expect(world.disk.has(path)).toBe(false);
    world.undo();
    expect(world.text(path)).toBe('new\n');
    checkPromises(world);
  });

  it('keeps a created file the user has changed, and says so; deletes it when told to', () => {
    const world = new World();
    world.agent(path, 'new\n');
    world.user(path, 'new\nmine\n');
    expect(world.rejectAll().notes).toEqual([{ kind: 'kept', path }]);
    expect(world.text(path)).toBe('new\nmine\n');
    world.do(log => log.reject({ kind: 'file', path }, { force: true }));
    expect(world.disk.has(path)).toBe(false);
    world.undo();
    expect(world.text(path)).toBe('new\nmine\n');
  });

  it('deletes a created file once the user has taken the change back', () => {
    const world = new World();
    world.agent(path, 'new\n');
    world.user(path, 'new\nmine\n');
    world.user(path, 'new\n');
    world.rejectAll();
    expect(world.disk.has(path)).toBe(false);
  });

  it('deletes an empty created file too', () => {
    const world = new World();
    world.agent(path, '');
    expect(world.log.pending).toHaveLength(1);
    world.rejectAll();
    expect(world.disk.has(path)).toBe(false);
  });

  it('gives the old content back where an agent wrote a file anew', () => {
    const world = started(ten, 'all new\n');
    world.rejectAll();
    expect(world.text(path)).toBe(ten);
  });

  it('writes a deleted file back', () => {
    const world = started();
    world.agent(path, absent);
    expect(world.rejectAll().actions).toEqual([
      { kind: 'write', path, content: asText(ten), expected: absent },
    ]);
    world.undo();
    expect(world.disk.has(path)).toBe(false);
    world.redo();
    expect(world.text(path)).toBe(ten);
  });

  it('forgets a file the agent created and deleted', () => {
    const world = new World();
    world.agent(path, 'new\n');
    world.agent(path, absent);
    expect(world.log.state.files.size).toBe(0);
  });

  it('renames back, and gives the lines back too', () => {
    const world = new World({ [path]: ten });
    world.agentRenames(path, 'b.ts');
    world.agent('b.ts', ten.replace('line 2', 'LINE 2'));
    expect(world.hunks('b.ts')).toHaveLength(1);
    world.rejectAll();
    expect([...world.disk]).toEqual([[path, asText(ten)]]);
    world.undo();
    expect(world.text('b.ts')).toBe(ten.replace('line 2', 'LINE 2'));
    world.acceptAll();
    expect(world.log.pending).toEqual([]);
  });

  it('takes a file moved over another as one changed and one deleted', () => {
    const world = new World({ a: '1\n', b: '2\n' });
    world.agent('b', '3\n');
    world.agentRenames('a', 'b');
    checkPromises(world);
    world.rejectAll();
    expect([...world.disk]).toEqual([
      ['b', asText('2\n')],
      ['a', asText('1\n')],
    ]);
  });

  it('follows a file the user renames', () => {
    const world = started();
    const text = world.text(path);
    world.disk.delete(path);
    world.disk.set('b.ts', asText(text));
    world.log.userRenamed(path, 'b.ts');
    world.rejectAll();
    expect([...world.disk]).toEqual([['b.ts', asText(ten)]]);
  });

  it('takes binary files whole', () => {
    const world = new World();
    world.disk.set('x.png', bytes('one'));
    world.agent('x.png', bytes('two'));
    world.rejectAll();
    expect(world.content('x.png')).toEqual(bytes('one'));
    world.undo();
    expect(world.content('x.png')).toEqual(bytes('two'));
    world.user('x.png', bytes('mine'));
    expect(world.rejectAll().notes).toEqual([{ kind: 'kept', path: 'x.png' }]);
    world.acceptAll();
    expect(world.log.pending).toEqual([]);
  });

  it('takes a text that became binary, and a text again, as it stands', () => {
    const world = started();
    world.agent(path, { kind: 'binary', hash: 'h', sizeBytes: 1 });
    checkPromises(world);
    world.agent(path, ten.replace('line 4', 'LINE 4'));
    checkPromises(world);
    expect(world.hunks(path)).toEqual([['line 4\n', 'LINE 4\n']]);
    world.agent(path, { kind: 'binary', hash: 'h', sizeBytes: 1 });
    world.rejectAll();
    expect(world.text(path)).toBe(ten);
  });

  it('gives back the mode', () => {
    const world = new World();
    world.disk.set('run.sh', { kind: 'text', text: 'x\n', mode: 0o100644 });
    world.agent('run.sh', { kind: 'text', text: 'x\n', mode: 0o100755 });
    expect(world.log.pending).toHaveLength(1);
    expect(world.rejectAll().actions).toEqual([{ kind: 'mode', path: 'run.sh', mode: 0o100644 }]);
  });

  it('stops at a file somebody else removed, and starts anew when it is back', () => {
    const world = started();
    world.disk.delete(path);
    const { notes } = world.log.dispatch({ kind: 'removed', path });
    expect(notes).toMatchObject([{ kind: 'dropped', path }]);
    expect(world.log.pending).toEqual([]);
    world.disk.set(path, asText('fresh\n'));
    world.agent(path, 'FRESH\n');
    world.rejectAll();
    expect(world.text(path)).toBe('fresh\n');
  });
});

describe('a click', () => {
  it('on a hunk that has changed since does nothing and says so', () => {
    const world = started();
    const old = world.ref(path, 0);
    world.agent(path, world.text(path).replace('LINE 2', 'other'));
    const before = world.log.state;
    const outcome = world.do(log => log.reject({ kind: 'hunks', hunks: [old] }));
    expect(outcome.notes).toEqual([{ kind: 'stale' }]);
    expect(world.log.state).toBe(before);
  });

  it('twice does it once', () => {
    const world = started();
    const hunk = world.ref(path, 0);
    world.do(log => log.accept({ kind: 'hunks', hunks: [hunk] }));
    expect(world.do(log => log.accept({ kind: 'hunks', hunks: [hunk] })).notes).toEqual([
      { kind: 'stale' },
    ]);
  });

  it('on a hunk that only moved works', () => {
    const world = started();
    const hunk = world.ref(path, 1);
    world.user(path, `mine\n${world.text(path)}`);
    world.do(log => log.reject({ kind: 'hunks', hunks: [hunk] }));
    expect(world.text(path)).toBe(`mine\n${ten.replace('line 2', 'LINE 2')}`);
  });

  it('on lines of a text that has moved on is stale', () => {
    const world = started();
    const { revision } = world.file(path);
    world.user(path, `mine\n${world.text(path)}`);
    const selection = { side: 'current', range: { start: 2, end: 3 } } as const;
    expect(world.log.accept({ kind: 'lines', path, revision, selection }).notes).toEqual([
      { kind: 'stale' },
    ]);
  });

  it('on "accept all" covers only what was on screen', () => {
    const world = started();
    const seen = world.log.state.revision;
    world.agent(path, world.text(path).replace('line 4', 'LINE 4'));
    world.agent('new.ts', 'x\n');
    world.do(log => log.accept({ kind: 'all' }, { seen }));
    expect(world.hunks(path)).toEqual([['line 4\n', 'LINE 4\n']]);
    expect(world.hunks('new.ts')).toHaveLength(1);
  });

  it('without anything to decide says so', () => {
    const world = new World();
    expect(world.acceptAll().notes).toEqual([{ kind: 'nothing' }]);
    expect(world.undo().notes).toEqual([{ kind: 'nothing' }]);
    expect(world.redo().notes).toEqual([{ kind: 'nothing' }]);
  });
});

describe('deciding for many at once', () => {
  const other = { sessionId: 's2', turnId: 't9' };

  function two() {
    const world = new World({ 'src/a': 'a\n', 'src/deep/b': 'b\n', srcless: 'c\n' });
    world.agent('src/a', 'A\n', origin);
    world.agent('src/deep/b', 'B\n', other);
    world.agent('srcless', 'C\n', origin);
    return world;
  }

  it('goes by folder', () => {
    const world = two();
    world.do(log => log.reject({ kind: 'folder', path: 'src' }));
    expect(left(world)).toEqual(['srcless']);
  });

  it('goes by turn and by session', () => {
    const world = two();
    world.do(log => log.accept({ kind: 'turn', sessionId: 's1', turnId: 't1' }));
    expect(left(world)).toEqual(['src/deep/b']);
    world.do(log => log.reject({ kind: 'session', sessionId: 's2' }));
    expect(world.text('src/deep/b')).toBe('b\n');
  });

  it('keeps apart the hunks of two agents in one file', () => {
    const world = started(ten, ten.replace('line 2', 'LINE 2'));
    world.agent(path, world.text(path).replace('line 7', 'LINE 7'), other);
    world.do(log => log.reject({ kind: 'session', sessionId: 's2' }));
    expect(world.text(path)).toBe(ten.replace('line 2', 'LINE 2'));
  });

  it('is one step to undo', () => {
    const world = two();
    world.rejectAll();
    world.undo();
    expect(left(world)).toEqual(['src/a', 'src/deep/b', 'srcless']);
    expect(world.text('src/a')).toBe('A\n');
    world.redo();
    expect(world.text('src/a')).toBe('a\n');
  });
});

describe('taking back', () => {
  it('goes several levels deep, and forward again', () => {
    const world = started();
    const texts = [world.text(path)];
    world.rejectHunk(path);
    texts.push(world.text(path));
    world.acceptHunk(path);
    expect(world.log.pending).toEqual([]);
    world.undo();
    world.undo();
    expect(world.hunks(path)).toHaveLength(2);
    expect(world.text(path)).toBe(texts[0]);
    world.redo();
    world.redo();
    expect(world.text(path)).toBe(texts[1]);
    expect(world.log.pending).toEqual([]);
  });

  it('works on lines that were accepted twice over', () => {
    const world = started('x\n', 'y\n');
    world.acceptHunk(path);
    world.agent(path, 'z\n');
    world.acceptHunk(path);
    world.undo();
    expect(world.hunks(path)).toEqual([['y\n', 'z\n']]);
    world.undo();
    expect(world.hunks(path)).toEqual([['x\n', 'z\n']]);
  });

  it('merges with what the user typed since', () => {
    const world = started();
    world.rejectHunk(path);
    world.user(path, `mine\n${world.text(path)}`);
    world.undo();
    expect(world.text(path)).toBe(
      `mine\n${ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7')}`,
    );
    expect(world.hunks(path)).toHaveLength(2);
  });

  it('keeps what the user typed on the same lines, and hands over the rejected text', () => {
    const world = started();
    world.rejectHunk(path);
    world.user(path, world.text(path).replace('line 2', 'my own line 2'));
    const { notes } = world.undo();
    expect(notes).toEqual([{ kind: 'lost', path, text: 'LINE 2\n' }]);
    expect(world.text(path)).toContain('my own line 2');
    checkPromises(world);
  });

  it('puts back a last line without an ending where others follow now', () => {
    const world = started('a\nopen', 'a\nOPEN\n');
    world.acceptAll();
    world.user(path, 'a\nOPEN\nmine\n');
    world.undo();
    checkPromises(world);
    expect(world.hunks(path)).toEqual([['open\n', 'OPEN\n']]);
  });

  it('takes back, one after the other, what the user has merged into one', () => {
    const world = started('a\nb\nc\n', 'A\nb\nC\n');
    world.acceptAll();
    world.user(path, 'X\nY\n');
    const { notes } = world.undo();
    checkPromises(world);
    expect(world.text(path)).toBe('X\nY\n');
    expect(notes.map(note => note.kind)).toEqual(['lost', 'lost']);
  });

  it('gives a hunk back as it was, not as it would be compared today', () => {
    const world = started('x\n1\n2\n3\ny\n', 'y\n1\n2\n3\nx\n');
    world.user(path, 'y\nx\n');
    expect(world.hunks(path)).toEqual([['x\ny\n', 'y\nx\n']]);
    world.acceptAll();
    world.undo();
    expect(world.hunks(path)).toEqual([['x\ny\n', 'y\nx\n']]);
  });

  it('forgets a decision the editor could not carry out', () => {
    const world = started();
    const before = world.file(path).hunks;
    world.log.reject({ kind: 'all' }); // Nobody performs the action.
    expect(world.log.dispatch({ kind: 'abandoned', what: 'decision', path }).actions).toEqual([]);
    expect(world.file(path).hunks.map(hunk => hunk.id)).toEqual(before.map(hunk => hunk.id));
    expect(world.redo().notes).toEqual([{ kind: 'nothing' }]);
    checkPromises(world);
  });
});

describe('a bulk decision the editor could carry out only in part', () => {
  it('stays undoable where it was carried out', () => {
    const world = new World({ a: 'a\n', b: 'b\n' });
    world.agent('a', 'A\n');
    world.agent('b', 'B\n');
    const [first] = world.log.reject({ kind: 'all' }).actions;
    if (first) {
      world.perform(first);
    }
    world.log.dispatch({ kind: 'abandoned', what: 'decision', path: 'b' });
    checkPromises(world);
    expect(world.log.pending.map(file => file.current.path)).toEqual(['b']);
    world.undo();
    checkPromises(world);
    expect(world.log.pending.map(file => file.current.path)).toEqual(['a', 'b']);
  });
});

describe('an undo the editor could not carry out', () => {
  it('leaves the decision as it was, to be taken back later', () => {
    const world = started();
    world.rejectAll();
    world.log.undo(); // Nobody performs the action.
    world.log.dispatch({ kind: 'abandoned', what: 'undo', path });
    checkPromises(world);
    world.undo();
    checkPromises(world);
    expect(world.hunks(path)).toHaveLength(2);
  });
});

describe('a commit', () => {
  it('of exactly those lines accepts them', () => {
    const world = started();
    commit(world, ten.replace('line 2', 'LINE 2'));
    expect(world.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
    commit(world, world.text(path));
    expect(world.log.pending).toEqual([]);
  });

  it('of something else accepts nothing', () => {
    const world = started();
    commit(world, ten.replace('line 2', 'else'));
    expect(world.hunks(path)).toHaveLength(2);
  });

  it('of another line does not accept a deletion', () => {
    const world = started(ten, ten.replace('line 2\n', ''));
    commit(world, ten.replace('line 9', 'nine'));
    expect(world.hunks(path)).toEqual([['line 2\n', '']]);
  });

  it('accepts a deletion, a new file, a lost line', () => {
    const world = started(ten, ten.replace('line 2\n', ''));
    commit(world, ten.replace('line 2\n', '').replace('line 9', 'nine'));
    expect(world.log.pending).toEqual([]);
    world.agent(path, absent);
    world.log.dispatch({ kind: 'committed', path, head: absent });
    expect(world.log.pending).toEqual([]);
    world.agent('new', 'x\n');
    world.log.dispatch({ kind: 'committed', path: 'new', head: asText('x\n') });
    expect(world.log.pending).toEqual([]);
  });

  it('goes by the lines, not by what the user typed beside and did not commit', () => {
    const world = started();
    const head = world.text(path);
    world.user(path, head.replace('LINE 2\n', 'LINE 2\nmine\n'));
    commit(world, head);
    expect(world.log.pending).toEqual([]);
  });
});

describe('saving', () => {
  it('refuses what is not a whole review', async () => {
    const { stateFrom, snapshotOf } = await import('../../../../src/core/review/reviewSnapshot.ts');
    const saved = snapshotOf(started().log.state);
    expect(stateFrom(null)).toBeUndefined();
    expect(stateFrom({ ...saved, version: 2 })).toBeUndefined();
    expect(stateFrom({ ...saved, texts: [] })).toBeUndefined();
    expect(stateFrom(saved)).toBeDefined();
  });

  it('keeps every text once', async () => {
    const { snapshotOf } = await import('../../../../src/core/review/reviewSnapshot.ts');
    const world = started();
    world.rejectHunk(path);
    const { texts } = snapshotOf(world.log.state);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
