import * as vscode from 'vscode';
import { Git } from '../../../agent/git/git.ts';
import { gitDiff, type GitDiffTarget } from '../../../agent/git/gitDiff.ts';
import { findRepositoryRoot } from '../../../agent/git/repository.ts';
import { UserError } from '../../../core/errors.ts';
import { isInside } from '../../../core/files/isInside.ts';
import { getPathStyle } from '../../../core/files/pathStyle.ts';
import type { GitDiffMention } from '../../../core/prompt/mention/mention.ts';
import { GitExtension } from './gitExtension.ts';
import { parseUri } from '../editor/documentMentions.ts';

/** Runs git in the repositories of this workspace, with the executable that the user has configured. */
export class GitAccess {
  readonly #extension = new GitExtension();

  /** Uses the executable that the built-in Git extension has found. */
  get git(): Git {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return new Git(
      this.#extension.command,
      folders.map(({ uri }) => uri.fsPath),
    );
  }

  /** The roots of the repositories that the Git extension shows, and of those that contain the workspace folders. */
  async repositories(signal?: AbortSignal): Promise<readonly string[]> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError(
        vscode.l10n.t(
          'Trust this workspace first. Git can run programs that a repository specifies.',
        ),
      );
    }
    const known = this.#extension.roots().filter(isInWorkspace);
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(
      ({ uri }) => uri.scheme === 'file',
    );
    const enclosing = await Promise.all(
      folders.map(({ uri }) => findRepositoryRoot(this.git, uri.fsPath, signal)),
    );
    return [...new Set([...known, ...enclosing.filter(root => root !== undefined)])];
  }

  /** The text of the diff that a mention refers to. */
  async diff(mention: GitDiffMention, signal?: AbortSignal): Promise<string> {
    const { diff } = mention;
    const roots = await this.#rootsFor(mention, signal);
    const of: GitDiffTarget =
      diff.kind === 'file'
        ? { kind: 'file', path: parseUri(diff.uri).fsPath, staged: diff.staged }
        : diff;
    const { git } = this;
    const texts = await Promise.all(roots.map(root => gitDiff({ git, root }, of, signal)));
    return roots.length === 1
      ? (texts[0] ?? '')
      : texts.map((text, i) => (text === '' ? '' : `Repository ${roots[i]}\n${text}`)).join('');
  }

  /** A link may name any folder, so only repositories of the workspace are used. */
  async #rootsFor(mention: GitDiffMention, signal?: AbortSignal): Promise<readonly string[]> {
    const roots = await this.repositories(signal);
    const target = mention.repo ?? (mention.diff.kind === 'file' ? mention.diff.uri : undefined);
    if (target === undefined && roots.length > 0) {
      return roots;
    }
    const path = target === undefined ? '' : parseUri(target).fsPath;
    const root = roots.filter(candidate => contains(candidate, path)).toSorted(longestFirst)[0];
    if (root === undefined) {
      throw new UserError(
        vscode.l10n.t("{0} isn't in a git repository.", path || vscode.l10n.t('This workspace')),
      );
    }
    return [root];
  }
}

const longestFirst = (one: string, other: string): number => other.length - one.length;

const contains = (folder: string, path: string): boolean =>
  isInside(folder, path, getPathStyle(process.platform));

const isInWorkspace = (root: string): boolean =>
  (vscode.workspace.workspaceFolders ?? []).some(
    ({ uri }) => contains(uri.fsPath, root) || contains(root, uri.fsPath),
  );
