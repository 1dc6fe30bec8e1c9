import * as vscode from 'vscode';
import { asString } from '../../core/json.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { compareCheckpoints, type CompareCheckpointsOptions } from './compareCheckpoints.ts';
import {
  restoreCheckpoint,
  undoLastRestore,
  type RestoreCheckpointOptions,
} from './restoreCheckpoint.ts';
import { SnapshotFileSystem } from './snapshotFileSystem.ts';

/** Registers the commands to restore checkpoints, undo that, and compare them. */
export function registerCheckpointCommands(
  { checkpoints, comparison }: Pick<CompareCheckpointsOptions, 'checkpoints' | 'comparison'>,
  context: Pick<
    RestoreCheckpointOptions & CompareCheckpointsOptions,
    'sessions' | 'chat' | 'history'
  >,
  reporter: ErrorReporter,
): readonly vscode.Disposable[] {
  const options = { ...context, checkpoints, comparison };
  return [
    new SnapshotFileSystem(comparison),
    vscode.commands.registerCommand(
      COMMANDS.restoreCheckpoint,
      (session: unknown, entry: unknown) =>
        reporter.run(COMMANDS.restoreCheckpoint, () => {
          const [sessionId, entryId] = [asString(session), asString(entry)];
          const hasTarget = sessionId !== undefined && entryId !== undefined;
          return restoreCheckpoint(options, hasTarget ? { sessionId, entryId } : undefined);
        }),
    ),
    vscode.commands.registerCommand(COMMANDS.undoRestore, () =>
      reporter.run(COMMANDS.undoRestore, () => undoLastRestore(checkpoints)),
    ),
    vscode.commands.registerCommand(COMMANDS.compareCheckpoints, () =>
      reporter.run(COMMANDS.compareCheckpoints, () => compareCheckpoints(options)),
    ),
  ];
}
