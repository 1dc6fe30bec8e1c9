import { splitUri } from './uri.ts';

const SCHEMES = new Set(['file', 'untitled', 'vscode-notebook-cell']);

/**
 * Whether a mentioned document can be opened whoever wrote its URI: a document of this machine. Other schemes run commands
 * or start programs, and `file://server/share` sends the user's credentials to a server.
 */
export function isOpenableUri(uri: string): boolean {
  const { scheme, authority, path } = splitUri(uri);
  return SCHEMES.has(scheme) && authority === '' && !/^(?:\/|\\|%2f|%5c){2}/i.test(path);
}
