import * as vscode from 'vscode';

/** The scheme of documents with the base of a file. */
export const BASE_SCHEME = 'accord-base';
/** The scheme of the same as files, for editors that read files: those of pictures and notebooks. */
export const BASE_FILE_SCHEME = 'accord-base-file';
/** The scheme of documents with a proposal. */
export const PROPOSED_SCHEME = 'accord-proposed';

const DELETED = 'deleted';

/** Other schemes, such as git, also have the path of a file, but neither its lines nor its base. */
const REVIEW_SCHEMES: readonly string[] = ['file', BASE_SCHEME, BASE_FILE_SCHEME, PROPOSED_SCHEME];

/**
 * The path by which the review model knows what a document shows: that of a file, or the URI of a proposal. The model knows
 * nothing by the URI of a document with another scheme.
 */
export function toReviewPath(uri: vscode.Uri): string {
  if (!REVIEW_SCHEMES.includes(uri.scheme)) {
    return uri.toString();
  }
  const isProposed =
    uri.scheme === PROPOSED_SCHEME || (uri.scheme === BASE_SCHEME && uri.query !== '');
  return isProposed
    ? uri.with({ scheme: PROPOSED_SCHEME, fragment: '' }).toString()
    : uri.with({ scheme: 'file' }).fsPath;
}

/** The URI of a file or a proposal of the review model. */
export function toReviewUri(path: string): vscode.Uri {
  return path.startsWith(`${PROPOSED_SCHEME}:`) ? vscode.Uri.parse(path) : vscode.Uri.file(path);
}

/** The URI of the file that a path of the review model stands for, or that a proposal is for. */
export function toTargetUri(path: string): vscode.Uri {
  return toReviewUri(path).with({ scheme: 'file', query: '' });
}

/** The URI of the base of a file or a proposal. */
export function toBaseUri(path: string): vscode.Uri {
  return toReviewUri(path).with({ scheme: BASE_SCHEME });
}

/** The URI of the base of a file as a file. Binary content is identified by its hash. */
export function toBaseFileUri(path: string, hash = ''): vscode.Uri {
  return vscode.Uri.file(path).with({ scheme: BASE_FILE_SCHEME, query: hash });
}

/** The URI of an empty document that is compared with the base of a deleted file. */
export function toDeletedUri(path: string): vscode.Uri {
  return toBaseUri(path).with({ fragment: DELETED });
}

/** Whether a document is shown in place of a deleted file. */
export const isDeletedUri = ({ scheme, fragment }: vscode.Uri): boolean =>
  scheme === BASE_SCHEME && fragment === DELETED;

/** The path of a new proposal for a file. */
export function createProposalPath(target: string, id: string): string {
  return vscode.Uri.file(target).with({ scheme: PROPOSED_SCHEME, query: id }).toString();
}
