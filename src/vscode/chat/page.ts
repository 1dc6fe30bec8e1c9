import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The fixed, empty page of the chat view. Everything it shows arrives by message and becomes nodes, never HTML. */
export function chatPage(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64url');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(root, 'dist', 'webview.js')).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(root, 'media', 'chat.css')).toString();
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy(webview.cspSource, nonce)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${style}">
    <title>Accord</title>
  </head>
  <body>
    <div id="root" data-nonce="${nonce}"${language()}></div>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>`;
}

/** VS Code's translations, if the user's language has any: English stays as it is in the page. */
function language(): string {
  const { bundle } = vscode.l10n;
  const json = bundle ? JSON.stringify(bundle) : '';
  return json === ''
    ? ''
    : ` data-strings="${json.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

/** Nothing is loaded but our own script, styles and font; pictures only as checked data; no text becomes markup or script. */
export function policy(source: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    'img-src data:',
    'media-src data:',
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** What the page may do and load. */
export const pageOptions = (root: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  enableCommandUris: false,
  // Without this the page never hears that a form was filled in; the policy keeps forms from going anywhere.
  enableForms: true,
  localResourceRoots: [vscode.Uri.joinPath(root, 'dist'), vscode.Uri.joinPath(root, 'media')],
});
