import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { exportText } from '../../../../src/core/export/exportText.ts';
import { parseJournal } from '../../../../src/core/journal/sessionRecord.ts';
import { step } from '../../../fakes/step.ts';
import { sampleJournal } from '../../../unit/core/journal/samples.ts';
import { agentDoes } from '../review/scene.ts';

describe('the history', () => {
  it('takes in a session that was exported elsewhere, under an id of its own', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'accord-import-'));
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
      await rm(folder, { recursive: true, force: true });
    }
  });
});
