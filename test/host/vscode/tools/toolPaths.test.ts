import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { inFolder, ToolFixture } from './toolFixture.ts';

const [folder] = vscode.workspace.workspaceFolders ?? [];
/** The TypeScript server loads the project with the first question. */
const PATIENCE_MS = 120_000;

/** The paths at the beginnings of lines such as `a.ts:5:3: text`. */
const pathsOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/^(.+?\.ts):\d+:\d+/gm)].map(([, path = '']) => path)),
];

describe('the paths in the answers of tools', () => {
  const fixture = new ToolFixture({ roots: [inFolder('src'), inFolder('test')] });

  after(async () => {
    fixture.dispose();
    await rm(inFolder('test/wrong.ts'), { force: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('can be passed back in a session with several folders', async () => {
    const symbol = { path: 'money.ts', symbol: 'parseAmount' };
    const references = await fixture.callTool('find_references', symbol);
    const paths = pathsOf(references);
    assert.ok(paths.includes('main.ts'), references);
    assert.ok(paths.includes('money.ts'), references);
    assert.ok(paths.includes(inFolder('test/all.ts')), references);
    for (const path of paths) {
      const listed = await fixture.callTool('list_symbols', { path });
      assert.match(listed, /^\d+-\d+: /, `${path}: ${listed}`);
    }
  }).timeout(PATIENCE_MS);

  it('are the same for problems and editors', async () => {
    const wrong = inFolder('test/wrong.ts');
    await writeFile(wrong, 'export const wrong: string = 7;\n');
    const problems = await fixture.callTool('get_diagnostics', { path: wrong });
    assert.deepEqual(pathsOf(problems), [wrong], problems);
    assert.equal(
      await fixture.callTool('reveal_location', { path: 'money.ts', line: 5 }),
      'The user sees money.ts:5.',
    );
    const editors = await fixture.callTool('get_open_editors');
    assert.match(editors, /^money\.ts \(active\)$/m);
  }).timeout(PATIENCE_MS);

  it('may begin with the name of a folder, as VS Code shows them to the user', async () => {
    const listed = await fixture.callTool('list_symbols', { path: `${folder?.name}/src/money.ts` });
    assert.match(listed, /function parseAmount/);
    const none = await fixture.callTool('list_symbols', { path: `${folder?.name}/../x.ts` });
    assert.match(none, /Only files in the workspace/);
  }).timeout(PATIENCE_MS);
});
