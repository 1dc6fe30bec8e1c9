import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { exists } from '../../agent/disk/exists.ts';
import { PathGuard } from '../../agent/files/pathGuard.ts';
import { parseLinkTarget } from '../../core/chat/linkTarget.ts';
import { UserError } from '../../core/errors.ts';
import { openExternalUrl } from './openExternalUrl.ts';
import { toLocalized } from '../../core/l10n.ts';
import { showInformationMessage } from '../notifications.ts';

/**
 * Opens what a link in the conversation leads to: web pages after the user has seen the whole address, files inside the
 * session's folders, and nothing else.
 */
export async function openLink(href: string, roots: readonly string[]): Promise<void> {
  const target = parseLinkTarget(href);
  switch (target.kind) {
    case 'refused':
      throw new UserError(vscode.l10n.t('{0}: {1}', target.why, href));
    case 'page':
      await openPage(target.url, target.host);
      return;
    case 'file':
      await openFile(target.path, target.line, roots);
  }
}

async function openPage(url: string, host: string): Promise<void> {
  const open = vscode.l10n.t('Open');
  const answer = await showInformationMessage(
    vscode.l10n.t('Open this page on {0} in your browser?', host),
    { modal: true, detail: url },
    open,
  );
  if (answer === open) {
    await openExternalUrl(url);
  }
}

async function openFile(
  path: string,
  line: number | undefined,
  roots: readonly string[],
): Promise<void> {
  const absolute = await resolveWorkspaceFile(path, roots);
  const selection = line === undefined ? undefined : new vscode.Range(line, 0, line, 0);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(absolute), {
    ...(selection ? { selection } : {}),
    preview: true,
  });
}

/** The absolute path of a file in one of the folders. Fails if it is outside them. */
export async function resolveWorkspaceFile(
  path: string,
  roots: readonly string[],
): Promise<string> {
  const candidates = roots.map(root => join(root, path));
  const absolute = isAbsolute(path)
    ? path
    : ((await findFirstExisting(candidates)) ?? candidates[0] ?? path);
  await assertInside(absolute, roots);
  return absolute;
}

/** Agents work in the first folder, but may name files in another one. */
async function findFirstExisting(paths: readonly string[]): Promise<string | undefined> {
  const found = await Promise.all(paths.map(exists));
  return paths.find((_, at) => found[at]);
}

/** Sensitive files in the workspace may be opened, since only the user sees them. */
async function assertInside(path: string, roots: readonly string[]): Promise<void> {
  const consent = { ask: () => Promise.resolve('deny' as const) };
  const guard = await PathGuard.create({ roots, consent });
  const verdict = await guard.evaluate(path, 'read');
  if (verdict.kind === 'refused') {
    throw new UserError(vscode.l10n.t("Can't open this link: {0}.", toLocalized(verdict.why)));
  }
  if (verdict.kind === 'outside') {
    throw new UserError(
      vscode.l10n.t('This link points outside the workspace: {0}', verdict.location.real),
    );
  }
}
