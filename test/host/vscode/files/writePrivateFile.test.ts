import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { writePrivateFile } from '../../../../src/vscode/files/writePrivateFile.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';

describe('an exported file', () => {
  it('can be read by the current user only', async () => {
    const folder = await createTemporaryFolder('export');
    const file = join(folder, 'trace.ndjson');
    await writePrivateFile(vscode.Uri.file(file), 'text');
    assert.equal(await readFile(file, 'utf8'), 'text');
    if (process.platform !== 'win32') {
      assert.equal((await stat(file)).mode & 0o777, 0o600);
    }
    await removeFolder(folder);
  });
});
