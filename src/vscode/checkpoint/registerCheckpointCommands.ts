import * as vscode from 'vscode';
import { asString } from '../../core/json.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { compareCheckpoints, type CompareCheckpointsOptions } from './compareCheckpoints.ts';
import { restoreCheckpoint, type RestoreCheckpointOptions } from './restoreCheckpoint.ts';
import { SnapshotFileSystem } from './snapshotFileSystem.ts';

/** What the user can do with checkpoints. */
export function registerCheckpointCommands(
  { checkpoints, comparison }: Pick<CompareCheckpointsOptions, 'checkpoints' | 'comparison'>,
  around: Pick<
    RestoreCheckpointOptions & CompareCheckpointsOptions,
    'sessions' | 'chat' | 'history'
  >,
  reporter: ErrorReporter,
): readonly vscode.Disposable[] {
  const parts = { ...around, checkpoints, comparison };
  return [
    new SnapshotFileSystem(comparison),
    vscode.commands.registerCommand(
      COMMANDS.restoreCheckpoint,
      (session: unknown, entry: unknown) =>
        reporter.run(COMMANDS.restoreCheckpoint, () => {
          const [sessionId, entryId] = [asString(session), asString(entry)];
          const isNamed = sessionId !== undefined && entryId !== undefined;
          return restoreCheckpoint(parts, isNamed ? { sessionId, entryId } : undefined);
        }),
    ),
    vscode.commands.registerCommand(COMMANDS.compareCheckpoints, () =>
      reporter.run(COMMANDS.compareCheckpoints, () => compareCheckpoints(parts)),
    ),
  ];
}
