import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { inFolder, ToolFixture } from './toolFixture.ts';

describe('the git state that a tool shows', () => {
  it('is that of the repository around the folder of the session', async () => {
    const fixture = new ToolFixture({ roots: [inFolder('src')] });
    const text = await readFile(inFolder('src/money.ts'), 'utf8');
    await appendFile(inFolder('src/money.ts'), '// changed\n');
    try {
      const git = await waitUntil(async () => {
        const state = await fixture.callTool('get_git_state');
        return state.includes('money.ts') || state.includes('knows no git') ? state : undefined;
      });
      assert.match(git, /: on main at [\da-f]{10}/);
      assert.match(git, /^ {2}changed: money\.ts$/m);
    } finally {
      fixture.dispose();
      await writeFile(inFolder('src/money.ts'), text);
    }
  });
});
