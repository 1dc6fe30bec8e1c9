import { realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';

/**
 * Opens what a link in the conversation points at. An agent wrote it, so: web pages after the user has seen the whole
 * address, files inside the session's folders, and nothing else.
 */
export async function openLink(href: string, roots: readonly string[]): Promise<void> {
  if (/^https?:\/\//i.test(href)) {
    await openPage(href);
    return;
  }
  const { path, line } = fileOf(href, roots[0] ?? '');
  await openFile(path, line, roots);
}

async function openPage(href: string): Promise<void> {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (!url || url.username || url.password) {
    throw new UserError(`This link is not opened, since its address is misleading: ${href}`);
  }
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Open this page of {0} in the browser?', url.host),
    { modal: true, detail: url.href },
    open,
  );
  if (answer === open) {
    await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
  }
}

/** `file:` URIs and paths, with a line in one of the usual forms. Lines are counted from 0 afterwards. */
function fileOf(href: string, cwd: string): { readonly path: string; readonly line?: number } {
  const [, target = href, hash, colon] =
    /^(.*?)(?:#L?(\d+)(?:[:,-]L?\d+)?|:(\d+)(?::\d+)?)?$/.exec(href) ?? [];
  const line = hash ?? colon;
  const path = pathOf(target, cwd);
  return line === undefined ? { path } : { path, line: Math.max(0, Number(line) - 1) };
}

function pathOf(target: string, cwd: string): string {
  if (/^file:/i.test(target)) {
    const uri = vscode.Uri.parse(target);
    if (uri.authority) {
      throw new UserError(`This link points to another machine and is not opened: ${target}`);
    }
    return uri.fsPath;
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(target)) {
    throw new UserError(`Links of this kind are not opened: ${target}`);
  }
  const path = decodeURIComponent(target.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  return isAbsolute(path) ? path : join(cwd, path);
}

async function openFile(
  path: string,
  line: number | undefined,
  roots: readonly string[],
): Promise<void> {
  if (path.startsWith('\\\\') || path.startsWith('//')) {
    throw new UserError(`This link points to another machine and is not opened: ${path}`);
  }
  const real = await realpath(path).catch(() => {
    throw new UserError(`There is no such file: ${path}`);
  });
  const realRoots = await Promise.all(roots.map(root => realpath(root).catch(() => root)));
  if (!realRoots.some(root => real === root || real.startsWith(root + sep))) {
    throw new UserError(`This link leads outside the workspace and is not opened: ${real}`);
  }
  const selection = line === undefined ? undefined : new vscode.Range(line, 0, line, 0);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path), {
    ...(selection ? { selection } : {}),
    preview: true,
  });
}
