import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { chatPageHtml } from '../../core/chat/chatPageHtml.ts';

/** The HTML of the chat view, with the strings of the user's language. */
export function chatHtml(webview: vscode.Webview, root: vscode.Uri): string {
  const toWebviewUri = (...segments: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, ...segments)).toString();
  return chatPageHtml({
    nonce: randomBytes(16).toString('base64url'),
    script: toWebviewUri('dist', 'webview.js'),
    style: toWebviewUri('dist', 'webview.css'),
    source: webview.cspSource,
    language: vscode.env.language,
    strings: vscode.l10n.bundle,
  });
}

/** What the webview may do and load. */
export const webviewOptions = (root: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  enableCommandUris: false,
  // Needed for the submit events of forms. The content security policy prevents that a form is sent anywhere.
  enableForms: true,
  localResourceRoots: [vscode.Uri.joinPath(root, 'dist')],
});
