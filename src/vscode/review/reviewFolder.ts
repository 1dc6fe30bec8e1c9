import * as vscode from 'vscode';

/** A file that is there while changes wait for a decision, or a turn runs that may make some. */
export const PENDING_MARKER_FILE = 'waiting';

/** Where the review of this workspace is kept, outside the workspace. */
export function getReviewFolder(context: vscode.ExtensionContext): vscode.Uri {
  return vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'review');
}
