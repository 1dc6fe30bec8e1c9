import * as vscode from 'vscode';
import type { ReviewLog } from '../../core/review/reviewLog.ts';

/** Tells of what the user does to whole files in VS Code: it is not the agent's. */
export function userFileEvents(log: ReviewLog, tell: (path: string) => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidCreateFiles(({ files }) => files.forEach(uri => tell(uri.fsPath))),
    vscode.workspace.onDidDeleteFiles(({ files }) => files.forEach(uri => tell(uri.fsPath))),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        if (log.file(oldUri.fsPath)) {
          log.userRenamed(oldUri.fsPath, newUri.fsPath);
        }
        tell(oldUri.fsPath);
        tell(newUri.fsPath);
      }
    }),
  );
}
