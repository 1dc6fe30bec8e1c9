import * as vscode from 'vscode';

/** The scheme under which the text stands that the user has agreed to. */
export const BASE_SCHEME = 'accord-base';
/** The scheme under which a text stands that an agent wants and that is not in its file yet. */
export const PROPOSED_SCHEME = 'accord-proposed';

/** The name under which the ledger knows what a document shows: a file's path, or the address of a proposal. */
export function toReviewPath(uri: vscode.Uri): string {
  const isProposed =
    uri.scheme === PROPOSED_SCHEME || (uri.scheme === BASE_SCHEME && uri.query !== '');
  return isProposed
    ? uri.with({ scheme: PROPOSED_SCHEME }).toString()
    : uri.with({ scheme: 'file' }).fsPath;
}

/** Where what the ledger knows by this name can be looked at. */
export function toReviewUri(path: string): vscode.Uri {
  return path.startsWith(`${PROPOSED_SCHEME}:`) ? vscode.Uri.parse(path) : vscode.Uri.file(path);
}

/** The file that what the ledger knows by this name stands in, or is meant for. */
export function toTargetUri(path: string): vscode.Uri {
  return toReviewUri(path).with({ scheme: 'file', query: '' });
}

/** Where the agreed text of a file, or of a proposal, can be read. */
export function toBaseUri(path: string): vscode.Uri {
  return toReviewUri(path).with({ scheme: BASE_SCHEME });
}

/** A name for a proposal about a file. */
export function createProposalPath(target: string, id: string): string {
  return vscode.Uri.file(target).with({ scheme: PROPOSED_SCHEME, query: id }).toString();
}
