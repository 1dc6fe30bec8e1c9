import * as vscode from 'vscode';
import { asString } from '../../core/json.ts';
import { COMMANDS } from '../commands.ts';
import type { Report } from '../report.ts';
import { compareCheckpoints, type CompareParts } from './compareCheckpoints.ts';
import { restoreCheckpoint, type RestoreParts } from './restoreCheckpoint.ts';
import { StoredFiles } from './storedFiles.ts';

/** What the user can do with checkpoints. */
export function checkpointCommands(
  { checkpoints, comparison }: Pick<CompareParts, 'checkpoints' | 'comparison'>,
  around: Pick<RestoreParts & CompareParts, 'sessions' | 'chat' | 'history'>,
  report: Report,
): readonly vscode.Disposable[] {
  const parts = { ...around, checkpoints, comparison };
  return [
    new StoredFiles(comparison),
    vscode.commands.registerCommand(
      COMMANDS.restoreCheckpoint,
      (session: unknown, entry: unknown) =>
        report.around(COMMANDS.restoreCheckpoint, () => {
          const [sessionId, entryId] = [asString(session), asString(entry)];
          const isNamed = sessionId !== undefined && entryId !== undefined;
          return restoreCheckpoint(parts, isNamed ? { sessionId, entryId } : undefined);
        }),
    ),
    vscode.commands.registerCommand(COMMANDS.compareCheckpoints, () =>
      report.around(COMMANDS.compareCheckpoints, () => compareCheckpoints(parts)),
    ),
  ];
}
