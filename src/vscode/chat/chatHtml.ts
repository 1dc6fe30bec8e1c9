import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { chatPageHtml } from '../../core/chat/chatPageHtml.ts';
import type { Port } from '../../core/chat/port.ts';
import { getUnavailableReason } from '../workspaceRoots.ts';

/** The open page of a chat. */
export interface OpenChatPage extends Port {
  /** Resolves when the user sees the page, or after a timeout. */
  readonly whenPainted: Promise<unknown>;
}

const PAINT_TIMEOUT_MS = 1_000;

/**
 * Shows the page of the chat in a webview. What the page says before somebody listens is kept, because the extension
 * may still have to be loaded.
 */
export function openChatPage(webview: vscode.Webview, root: vscode.Uri): OpenChatPage {
  const early: unknown[] = [];
  const keeper = webview.onDidReceiveMessage(message => early.push(message));
  const whenPainted = new Promise(resolve => {
    const first = webview.onDidReceiveMessage(message => {
      first.dispose();
      resolve(message);
    });
    setTimeout(resolve, PAINT_TIMEOUT_MS).unref();
  });
  webview.options = webviewOptions(root);
  webview.html = chatHtml(webview, root);
  return {
    whenPainted,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
    post: message => void webview.postMessage(message),
    onMessage: listen => {
      keeper.dispose();
      early.splice(0).forEach(listen);
      return webview.onDidReceiveMessage(listen);
    },
  };
}

/** The HTML of the chat view, with the strings of the user's language. */
function chatHtml(webview: vscode.Webview, root: vscode.Uri): string {
  const toWebviewUri = (...segments: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, ...segments)).toString();
  return chatPageHtml({
    nonce: randomBytes(16).toString('base64url'),
    firstScript: readFileSync(vscode.Uri.joinPath(root, 'dist', 'firstScript.js').fsPath, 'utf8'),
    script: toWebviewUri('dist', 'webview.js'),
    style: toWebviewUri('dist', 'webview.css'),
    source: webview.cspSource,
    language: vscode.env.language,
    strings: vscode.l10n.bundle,
    fieldLabel: getUnavailableReason() ? undefined : vscode.l10n.t('Message'),
  });
}

/** What the webview may do and load. */
const webviewOptions = (root: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  enableCommandUris: false,
  // Needed for the submit events of forms. The content security policy prevents that a form is sent anywhere.
  enableForms: true,
  localResourceRoots: [vscode.Uri.joinPath(root, 'dist')],
});
