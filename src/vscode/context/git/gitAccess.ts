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

/** Git as the user has set it up, in the repositories of this workspace and nowhere else. */
export class GitAccess {
  readonly #builtIn = new GitExtension();

  /** The command, as the built-in git extension found it. */
  get git(): Git {
    const { command } = this.#builtIn;
    return command === undefined ? new Git() : new Git(command);
  }

  /** The top folders of the workspace's repositories: those the git extension shows, else those the folders lie in. */
  async repositories(signal?: AbortSignal): Promise<readonly string[]> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError(
        vscode.l10n.t('Trust this workspace first: git may run programs that a repository names.'),
      );
    }
    const shown = this.#builtIn.roots().filter(isInWorkspace);
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(
      ({ uri }) => uri.scheme === 'file',
    );
    const around = await Promise.all(
      folders.map(({ uri }) => findRepositoryRoot(this.git, uri.fsPath, signal)),
    );
    return [...new Set([...shown, ...around.filter(root => root !== undefined)])];
  }

  /** The changes a mention names. */
  async diff(mention: GitDiffMention, signal?: AbortSignal): Promise<string> {
    const { diff } = mention;
    const roots = await this.#rootsFor(mention, signal);
    const of: GitDiffTarget =
      diff.kind === 'file'
        ? { kind: 'file', path: parseUri(diff.uri).fsPath, staged: diff.staged }
        : diff;
    const { git } = this;
    const texts = await Promise.all(
      roots.map(root => gitDiff({ git, root, open: this.#builtIn.repository(root) }, of, signal)),
    );
    return roots.length === 1
      ? (texts[0] ?? '')
      : texts.map((text, i) => (text === '' ? '' : `Repository ${roots[i]}\n${text}`)).join('');
  }

  /** A link from outside may name any folder, so only repositories of the workspace count. */
  async #rootsFor(mention: GitDiffMention, signal?: AbortSignal): Promise<readonly string[]> {
    const roots = await this.repositories(signal);
    const place = mention.repo ?? (mention.diff.kind === 'file' ? mention.diff.uri : undefined);
    if (place === undefined && roots.length > 0) {
      return roots;
    }
    const path = place === undefined ? '' : parseUri(place).fsPath;
    const root = roots.filter(candidate => contains(candidate, path)).toSorted(longestFirst)[0];
    if (root === undefined) {
      throw new UserError(
        vscode.l10n.t(
          '{0} is not in a git repository, so there are no changes to add.',
          path || vscode.l10n.t('This workspace'),
        ),
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
