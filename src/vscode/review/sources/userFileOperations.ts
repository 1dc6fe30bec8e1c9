import { sep } from 'node:path';
import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';

/** Tells of what the user does to whole files in VS Code: it is not the agent's. */
export function watchUserFileOperations(
  log: ReviewModel,
  tell: (path: string) => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidCreateFiles(({ files }) => files.forEach(uri => tell(uri.fsPath))),
    vscode.workspace.onDidDeleteFiles(({ files }) =>
      files.flatMap(uri => [uri.fsPath, ...pathsBelow(log, uri.fsPath)]).forEach(tell),
    ),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        const [from, to] = [oldUri.fsPath, newUri.fsPath];
        // A folder takes its files along, and VS Code tells of the folder only.
        for (const old of [from, ...pathsBelow(log, from)]) {
          const path = to + old.slice(from.length);
          if (log.getFile(old)) {
            log.recordUserRename(old, path);
          }
          tell(old);
          tell(path);
        }
      }
    }),
  );
}

/** The files under review in a folder. */
const pathsBelow = (log: ReviewModel, folder: string): readonly string[] =>
  [...log.state.files.values()]
    .filter(({ proposal }) => !proposal)
    .map(({ current }) => current.path)
    .filter(path => path.startsWith(folder + sep));
