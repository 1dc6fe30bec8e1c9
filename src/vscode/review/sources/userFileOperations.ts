import { sep } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeTracker } from '../../../agent/review/changeTracker.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';

/** Reports to the tracker the files that the user creates, deletes and renames in VS Code, which are not changes of an agent. */
export function watchUserFileOperations(
  model: ReviewModel,
  tracker: ChangeTracker,
): vscode.Disposable {
  const report = (path: string): void => void tracker.handleUserFileOperation(path);
  return vscode.Disposable.from(
    vscode.workspace.onDidCreateFiles(({ files }) => files.forEach(uri => report(uri.fsPath))),
    vscode.workspace.onDidDeleteFiles(({ files }) =>
      files.flatMap(uri => [uri.fsPath, ...getPathsBelow(model, uri.fsPath)]).forEach(report),
    ),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        const [from, to] = [oldUri.fsPath, newUri.fsPath];
        // When a folder is renamed, VS Code reports the folder only.
        for (const oldPath of [from, ...getPathsBelow(model, from)]) {
          const newPath = to + oldPath.slice(from.length);
          if (model.getFile(oldPath)) {
            model.recordUserRename(oldPath, newPath);
          }
          void tracker.handleUserRename(oldPath, newPath);
        }
      }
    }),
  );
}

/** The files under review in a folder. */
const getPathsBelow = (model: ReviewModel, folder: string): readonly string[] =>
  [...model.state.files.values()]
    .filter(({ proposal }) => !proposal)
    .map(({ current }) => current.path)
    .filter(path => path.startsWith(folder + sep));
