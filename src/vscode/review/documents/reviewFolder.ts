import * as vscode from 'vscode';

/** This file exists while changes are pending, or while a turn is running that may make some. */
export const PENDING_MARKER_FILE = 'waiting';

/** The folder in which the review of this workspace is kept, outside the workspace. */
export function getReviewFolder(context: vscode.ExtensionContext): vscode.Uri {
  return vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'review');
}
