import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { inFolder, ToolFixture } from './toolFixture.ts';

const FOLDER = 'places';
const selector = { pattern: `**/${FOLDER}/**` };
const symbol = { path: `${FOLDER}/000.txt`, symbol: 'name' };
const FILES = 250;
const LINES = 20;

const fileAt = (index: number): vscode.Uri =>
  vscode.Uri.file(inFolder(`${FOLDER}/${String(index).padStart(3, '0')}.txt`));

describe('the places that tools find', () => {
  const fixture = new ToolFixture();
  const registered: vscode.Disposable[] = [];

  before(async () => {
    await mkdir(inFolder(FOLDER));
    const text = 'a name\n'.repeat(LINES);
    await Promise.all(
      Array.from({ length: FILES }, (_, index) => writeFile(fileAt(index).fsPath, text)),
    );
  });

  afterEach(() => registered.splice(0).forEach(one => one.dispose()));

  after(async () => {
    fixture.dispose();
    await rm(inFolder(FOLDER), { recursive: true });
  });

  it('are counted, and only files of those that are listed are opened', async () => {
    const found = Array.from(
      { length: FILES * LINES },
      (_, at) =>
        new vscode.Location(
          fileAt(FILES - 1 - Math.floor(at / LINES)),
          new vscode.Position(at % LINES, 2),
        ),
    );
    const opened = new Set<string>();
    registered.push(
      vscode.languages.registerReferenceProvider(selector, {
        provideReferences: () => [...found, ...found],
      }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.path.includes(`/${FOLDER}/`)) {
          opened.add(uri.path);
        }
      }),
    );
    const lines = (await fixture.callTool('find_references', symbol)).split('\n');
    assert.equal(lines[0], `${FOLDER}/000.txt:1:3: a name`);
    assert.equal(lines[199], `${FOLDER}/009.txt:20:3: a name`);
    assert.equal(lines[200], '... and 4800 more. Ask for something more specific.');
    assert.equal(lines.length, 201);
    assert.ok(opened.size <= 10, `${opened.size} files were opened`);
  });

  for (const direction of ['incoming', 'outgoing']) {
    it(`are not waited for after Stop if ${direction} calls never arrive`, async () => {
      let isAsked = false;
      const never = (): Promise<never> => {
        isAsked = true;
        return new Promise(() => {});
      };
      registered.push(
        vscode.languages.registerCallHierarchyProvider(selector, {
          prepareCallHierarchy: ({ uri }) => {
            const range = new vscode.Range(0, 2, 0, 6);
            const { Function: kind } = vscode.SymbolKind;
            return new vscode.CallHierarchyItem(kind, 'name', '', uri, range, range);
          },
          provideCallHierarchyIncomingCalls: never,
          provideCallHierarchyOutgoingCalls: never,
        }),
      );
      const answer = fixture.callTool('get_call_hierarchy', { ...symbol, direction });
      await waitUntil(() => isAsked);
      await fixture.stop();
      assert.match(await answer, /abort/i);
    }).timeout(10_000);
  }
});
