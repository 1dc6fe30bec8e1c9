import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { exportText } from '../../../../src/core/export/exportText.ts';
import { parseJournal } from '../../../../src/core/journal/sessionRecord.ts';
import { step } from '../../../fakes/step.ts';
import { sampleJournal } from '../../../unit/core/journal/samples.ts';
import { agentDoes } from '../review/reviewDriver.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';

describe('the history', () => {
  it('imports a session that was exported elsewhere, with a new id', async () => {
    const folder = await createTemporaryFolder('import');
    try {
      const { record } = parseJournal(sampleJournal);
      assert.ok(record);
      const file = path.join(folder, 'exported.json');
      await writeFile(file, exportText(record, 'json', []));
      await agentDoes(step.say('Here is an agent.'));
      const id: unknown = await vscode.commands.executeCommand(
        'accord.importSession',
        vscode.Uri.file(file),
      );
      assert.equal(typeof id, 'string');
      assert.notEqual(id, record.header.id);
    } finally {
      await removeFolder(folder);
    }
  });
});
