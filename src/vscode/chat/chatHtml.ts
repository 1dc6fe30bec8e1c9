import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { chatPageHtml } from '../../core/chat/chatPageHtml.ts';

/** The page of the chat view in a webview of VS Code, in the user's language. */
export function chatHtml(webview: vscode.Webview, root: vscode.Uri): string {
  const address = (...place: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, ...place)).toString();
  return chatPageHtml({
    nonce: randomBytes(16).toString('base64url'),
    script: address('dist', 'webview.js'),
    style: address('dist', 'webview.css'),
    source: webview.cspSource,
    language: vscode.env.language,
    strings: vscode.l10n.bundle,
  });
}

/** What the page may do and load. */
export const webviewOptions = (root: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  enableCommandUris: false,
  // Without this the page never hears that a form was filled in; the policy keeps forms from going anywhere.
  enableForms: true,
  localResourceRoots: [vscode.Uri.joinPath(root, 'dist')],
});
