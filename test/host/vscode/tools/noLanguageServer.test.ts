import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { inFolder, ToolFixture } from './toolFixture.ts';

const place = { path: 'notes.txt', symbol: 'total' };

/** Every tool that asks a language server about a file, with its arguments. */
const CALLS: readonly (readonly [string, object])[] = [
  ['get_diagnostics', { path: 'notes.txt' }],
  ['find_definition', place],
  ['find_type_definition', place],
  ['find_references', place],
  ['find_implementations', place],
  ['get_call_hierarchy', { ...place, direction: 'incoming' }],
  ['list_symbols', { path: 'notes.txt' }],
  ['get_hover', place],
  ['rename_symbol', { ...place, newName: 'sum' }],
  ['get_code_actions', { path: 'notes.txt', line: 1 }],
  ['apply_code_action', { path: 'notes.txt', kind: 'source.organizeImports' }],
  ['format_document', { path: 'notes.txt' }],
];

describe('without a language server', () => {
  const fixture = new ToolFixture();

  before(() => writeFile(inFolder('notes.txt'), 'the total\n'));

  after(async () => {
    fixture.dispose();
    await rm(inFolder('notes.txt'));
  });

  CALLS.forEach(([name, input]) => {
    it(`${name} says so`, async () => {
      assert.match(
        await fixture.callTool(name, input),
        /no language server answers for this file/i,
      );
    });
  });

  it('search_symbols says so', async () => {
    const found = await fixture.callTool('search_symbols', { query: 'noSuchSymbolAnywhere' });
    assert.match(found, /^No language server knows a symbol/);
  });
});
