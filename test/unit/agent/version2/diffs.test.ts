import { describe, expect, it } from 'vitest';
import { toDiffs } from '../../../../src/agent/version2/diffs.ts';

const text = (content: string) => ({ type: 'content', content: { type: 'text', text: content } });
const git = (...lines: readonly string[]) => ({ format: 'git_patch', text: lines.join('\n') });

describe('a diff of version 2', () => {
  it('shows a new and a deleted file with their text', () => {
    expect(
      toDiffs({
        changes: [
          { operation: 'add', path: '/w/new.txt' },
          { operation: 'delete', path: '/w/old.txt' },
        ],
        patch: git(
          'diff --git /w/new.txt /w/new.txt',
          'new file mode 100644',
          '--- /dev/null',
          '+++ /w/new.txt',
          '@@ -0,0 +1,2 @@',
          '+one',
          '+two',
          'diff --git /w/old.txt /w/old.txt',
          'deleted file mode 100644',
          '--- /w/old.txt',
          '+++ /dev/null',
          '@@ -1 +0,0 @@',
          '-gone',
          '',
        ),
      }),
    ).toEqual([
      { type: 'diff', path: '/w/new.txt', newText: 'one\ntwo\n' },
      { type: 'diff', path: '/w/old.txt', oldText: 'gone\n', newText: '' },
    ]);
  });

  it('finds the files in a patch that lacks some of them', () => {
    expect(
      toDiffs({
        changes: [
          { operation: 'modify', path: '/w/picture.png', fileType: 'binary' },
          { operation: 'modify', path: '/w/a.txt' },
          { operation: 'copy', oldPath: '/w/a.txt', path: '/w/b.txt' },
        ],
        patch: git('--- a/w/a.txt', '+++ b/w/a.txt', '@@ -1 +1 @@', '-a', '+b', ''),
      }),
    ).toEqual([
      text('Changed `` /w/picture.png ``'),
      { type: 'diff', path: '/w/a.txt', oldText: 'a\n', newText: 'b\n' },
      text('Copied `` /w/a.txt `` to `` /w/b.txt ``'),
      { type: 'diff', path: '/w/b.txt', oldText: 'a\n', newText: 'b\n' },
    ]);
  });

  it('finds a file by its whole name, not by the end of one', () => {
    expect(
      toDiffs({
        changes: [{ path: '/w/ba.txt' }, { path: 'C:\\w\\a.txt' }],
        patch: git('--- a.txt', '+++ a.txt', '@@ -1 +1 @@', '-a', '+b', ''),
      }),
    ).toEqual([
      text('Changed `` /w/ba.txt ``'),
      { type: 'diff', path: 'C:\\w\\a.txt', oldText: 'a\n', newText: 'b\n' },
    ]);
  });

  it('takes no longer than its length for thousands of changes, in a patch with other files', () => {
    const changes = Array.from({ length: 10_000 }, (_, index) => ({ path: `/w/${index}` }));
    const files = Array.from({ length: 10_001 }, () => 'diff --git a/q b/q');
    const startMs = performance.now();
    expect(toDiffs({ changes, patch: git(...files) })).toHaveLength(10_000);
    expect(performance.now() - startMs).toBeLessThan(3_000);
  });

  it('is shown as text if many changes show the same hunks', () => {
    const changes = Array.from({ length: 2_000 }, () => ({ path: '/w/q' }));
    const hunks = Array.from({ length: 1_000 }, () => ['@@ -1 +1 @@', '-a', '+b']).flat();
    const patch = git('--- a/q', '+++ b/q', ...hunks, '');
    expect(toDiffs({ changes, patch }).at(-1)).toEqual(
      text(`\`\`\`\`diff\n${patch.text}\n\`\`\`\``),
    );
  });

  it('shows the files of a diff without a patch', () => {
    expect(
      toDiffs({ changes: [{ operation: 'add', path: '/w/`a\n`' }, { operation: 'add' }] }),
    ).toEqual([text('Added `` /w/ a   ``')]);
    expect(toDiffs({ changes: 'none', patch: null })).toEqual([]);
  });

  it.each([
    ['of another format', { format: 'ed_script', text: '1c\nnew\n.' }],
    ['that is damaged', git('--- a', '+++ b', '@@ -1,9 +1,9 @@', '-a', '')],
  ])('shows a patch %s as text', (_, patch) => {
    expect(toDiffs({ changes: [{ operation: 'modify', path: '/w/a' }], patch })).toEqual([
      text('Changed `` /w/a ``'),
      text(`\`\`\`\`diff\n${patch.text}\n\`\`\`\``),
    ]);
  });
});
