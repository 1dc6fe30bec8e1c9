import { describe, expect, it } from 'vitest';
import { getRequestPaths } from '../../../../src/core/permission/requestSubject.ts';

const fromInput = (input: unknown): readonly string[] =>
  getRequestPaths({ locations: [], content: [] }, input);

describe('getRequestPaths', () => {
  it('takes locations, diffs and inputs, each path once', () => {
    const paths = getRequestPaths(
      {
        locations: [{ path: '/w/a' }, { path: '/w/b' }],
        content: [
          { kind: 'diff', path: '/w/b', oldText: '', newText: '' },
          { kind: 'diff', path: '/w/c', oldText: '', newText: '' },
          { kind: 'terminal', terminalId: 't' },
        ],
      },
      { path: '/w/d', file_path: '/w/a' },
    );
    expect(paths).toEqual(['/w/a', '/w/b', '/w/c', '/w/d']);
  });

  it.each([
    'path',
    'paths',
    'file',
    'files',
    'filename',
    'filepath',
    'dir',
    'directory',
    'folder',
    'source',
    'destination',
    'target',
    'file_path',
    'filePath',
    'FILE',
    'targetFile',
    'fileName',
    'file-path',
    'file path',
    'uri',
    'from',
    'to',
    'dest',
    'dst',
    'src',
    'link',
    'cwd',
  ])('takes the input %s for a path', name => {
    expect(fromInput({ [name]: '/w/a' })).toEqual(['/w/a']);
  });

  it.each(['profile', 'pathology', 'command', 'text', 'resource', 'path_count'])(
    'does not take the input %s for a path',
    name => {
      expect(fromInput({ [name]: 'w/a' })).toEqual([]);
    },
  );

  it('takes the texts of a list, and nothing that is no text', () => {
    expect(fromInput({ files: ['/w/a', '', 7, null, '/w/b'] })).toEqual(['/w/a', '/w/b']);
    expect(fromInput({ path: '' })).toEqual([]);
    expect(fromInput({ path: { x: 1 } })).toEqual([]);
    expect(fromInput('path')).toEqual([]);
    expect(fromInput(undefined)).toEqual([]);
  });

  it('takes the paths in objects and lists of an input, as of a tool that changes several files', () => {
    expect(fromInput({ edits: [{ file_path: '/w/a' }, { file_path: '/w/b', text: 'x' }] })).toEqual(
      ['/w/a', '/w/b'],
    );
    expect(fromInput({ input: { moves: [[{ source: '/w/a', target: '/w/b' }]] } })).toEqual([
      '/w/a',
      '/w/b',
    ]);
  });

  it('takes names of inputs that are absolute paths, as Codex sends them', () => {
    const changes = { '/w/a': { type: 'add' }, 'c:\\w': {}, 'C:/w': {}, 'a/b': {}, 'ab:/': {} };
    expect(fromInput({ changes })).toEqual(['/w/a', 'c:\\w', 'C:/w']);
  });

  it.each([
    [{ args: ['/w/a'] }, ['/w/a']],
    [{ anything: '~/a' }, ['~/a']],
    [{ anything: 'C:\\a' }, ['C:\\a']],
    [{ anything: 'file:///w/a%20b' }, ['/w/a b']],
    [{ uri: 'file:///c:/a' }, ['c:/a']],
    [{ uri: 'file://host/a' }, ['//host/a']],
    [{ uri: 'file:///%' }, ['file:///%']],
    [{ to: 'b.txt' }, ['b.txt']],
    [{ uri: 'https://example.com' }, []],
    [{ note: 'a/b' }, []],
    ['/w/a', ['/w/a']],
  ])('takes what is written like a path in %j, whatever its name', (input, paths) => {
    expect(fromInput(input)).toEqual(paths);
  });

  it.each(['content', 'old_string', 'newText', 'file_text', 'command', 'description', 'pattern'])(
    'does not take the text in %s for a path, such as a comment',
    name => {
      expect(fromInput({ [name]: '/* a */' })).toEqual([]);
    },
  );

  it('takes the files of a patch', () => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: /w/a',
      '*** Move to: b',
      '*** Add File: c d',
      '*** Delete File: ../e',
    ].join('\n');
    expect(fromInput({ input: patch })).toEqual(['/w/a', 'b', 'c d', '../e']);
    expect(fromInput(patch)).toEqual(['/w/a', 'b', 'c d', '../e']);
    const diff =
      '--- a/x.ts\t2020\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ y\nrename to z';
    expect(fromInput({ patch: diff })).toEqual(['x.ts', 'a/x.ts', 'b/x.ts', 'y', 'z']);
  });

  it('names a path that nothing allows if there are too many', () => {
    const files = Array.from({ length: 2_000 }, (_none, index) => `/w/${index}`);
    expect(fromInput({ files }).slice(998)).toEqual(['/w/998', '/w/999', '\0']);
  });

  it('survives an input that is nested very deep', () => {
    let input: object = { path: '/w/deep' };
    for (let depth = 0; depth < 100_000; depth += 1) {
      input = { input };
    }
    expect(fromInput({ path: '/w/a', input })).toEqual(['/w/a']);
  });
});
