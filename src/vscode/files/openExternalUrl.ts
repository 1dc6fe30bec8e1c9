import * as vscode from 'vscode';

/**
 * Opens a web address in the browser exactly as it was shown. VS Code also takes a string, which its types do not say: a
 * `Uri` decodes escape sequences and does not restore them, so that `%26` in a query would become `&`.
 */
export async function openExternalUrl(url: string): Promise<boolean> {
  vscode.Uri.parse(url, true); // Throws if it is not an address.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type is narrower than what VS Code accepts
  return vscode.env.openExternal(url as unknown as vscode.Uri);
}
