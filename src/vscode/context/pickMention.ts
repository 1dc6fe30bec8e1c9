import * as vscode from 'vscode';
import { listBranches, listCommits } from '../../agent/git/repository.ts';
import { UserError } from '../../core/errors.ts';
import { asOneOf } from '../../core/json.ts';
import type { GitDiff, Mention } from '../../core/prompt/mention/mention.ts';
import { resourceMention } from './editor/documentMentions.ts';
import type { MentionChoice } from './completion/fixedCompletionItems.ts';
import { fileUri } from '../../core/prompt/mention/uri.ts';
import type { GitAccess } from './git/gitAccess.ts';
import type { TerminalMentions } from './terminal/terminalMentions.ts';
import { showInputBox, showQuickPick } from '../notifications.ts';

const COMMITS_LIMIT = 200;

const CHOICES: readonly MentionChoice[] = [
  'branch',
  'commit',
  'terminalSelection',
  'terminalCommand',
  'url',
  'browse',
];

/** Lets the user complete a choice of the menu, such as picking a branch. Returns nothing if the user cancels. */
export async function pickMention(
  choose: string,
  sources: { readonly git: GitAccess; readonly terminals: TerminalMentions },
): Promise<readonly Mention[]> {
  const choice = asOneOf(choose, CHOICES);
  switch (choice) {
    case 'branch':
      return pickBranch(sources.git);
    case 'commit':
      return pickCommit(sources.git);
    case 'terminalSelection':
      return assertMention(
        await sources.terminals.selection(),
        vscode.l10n.t('Nothing is selected in the terminal.'),
      );
    case 'terminalCommand':
      return assertMention(
        await sources.terminals.lastCommand(),
        vscode.l10n.t('No terminal command has run yet.'),
      );
    case 'url':
      return askUrl();
    case 'browse':
      return browse();
    case undefined:
      return [];
  }
}

/** Lets the user pick which changes to mention. */
export async function pickGitDiff(git: GitAccess): Promise<readonly Mention[]> {
  const choices: readonly (vscode.QuickPickItem & {
    readonly ask: () => Promise<readonly Mention[]>;
  })[] = [
    {
      label: vscode.l10n.t('Uncommitted changes'),
      description: vscode.l10n.t('staged, unstaged, and new files'),
      ask: () => pickRepositoryDiff(git, { kind: 'workingTree' }),
    },
    {
      label: vscode.l10n.t('Staged changes'),
      ask: () => pickRepositoryDiff(git, { kind: 'staged' }),
    },
    { label: vscode.l10n.t('Changes since branch...'), ask: () => pickBranch(git) },
    { label: vscode.l10n.t('Commit...'), ask: () => pickCommit(git) },
  ];
  const title = vscode.l10n.t('Attach Git Diff');
  const picked = await showQuickPick(choices, { title });
  return picked ? picked.ask() : [];
}

async function pickBranch(git: GitAccess): Promise<readonly Mention[]> {
  const root = await pickRepository(git);
  if (root === undefined) {
    return [];
  }
  const found = await listBranches(git.git, root);
  const items = found.map(({ name, isCurrent }) => ({
    label: name,
    ...(isCurrent ? { description: vscode.l10n.t('current branch') } : {}),
  }));
  const picked = await showQuickPick(items, {
    title: vscode.l10n.t('Select a branch to compare with'),
  });
  return picked ? createDiffMention(git, root, { kind: 'branch', base: picked.label }) : [];
}

async function pickCommit(git: GitAccess): Promise<readonly Mention[]> {
  const root = await pickRepository(git);
  if (root === undefined) {
    return [];
  }
  const found = await listCommits(git.git, root, COMMITS_LIMIT);
  const items = found.map(({ hash, subject, author, when }) => ({
    label: subject,
    description: hash.slice(0, 8),
    detail: `${author}, ${when}`,
    hash,
  }));
  const picked = await showQuickPick(items, {
    title: vscode.l10n.t('Select a commit'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked ? createDiffMention(git, root, { kind: 'commit', commit: picked.hash }) : [];
}

async function pickRepositoryDiff(git: GitAccess, diff: GitDiff): Promise<readonly Mention[]> {
  const root = await pickRepository(git);
  return root === undefined ? [] : createDiffMention(git, root, diff);
}

/** Names the repository only if the workspace has several. */
async function createDiffMention(
  git: GitAccess,
  root: string,
  diff: GitDiff,
): Promise<readonly Mention[]> {
  const isOnly = (await git.repositories()).length === 1;
  return [{ kind: 'gitDiff', diff, ...(isOnly ? {} : { repo: fileUri(root) }) }];
}

async function pickRepository(git: GitAccess): Promise<string | undefined> {
  const [first, ...others] = await git.repositories();
  if (first === undefined) {
    throw new UserError(vscode.l10n.t('This workspace has no git repository.'));
  }
  if (others.length === 0) {
    return first;
  }
  const items = [first, ...others].map(label => ({ label }));
  const title = vscode.l10n.t('Select a repository');
  return (await showQuickPick(items, { title }))?.label;
}

async function askUrl(): Promise<readonly Mention[]> {
  const url = await showInputBox({
    title: vscode.l10n.t('Page URL'),
    placeHolder: 'https://',
    validateInput: text =>
      /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
        ? undefined
        : vscode.l10n.t('The URL must start with http:// or https://'),
  });
  return url === undefined ? [] : [{ kind: 'url', url }];
}

async function browse(): Promise<readonly Mention[]> {
  const uris = await vscode.window.showOpenDialog({
    canSelectMany: true,
    openLabel: vscode.l10n.t('Add to Agent'),
  });
  return Promise.all((uris ?? []).map(resourceMention));
}

function assertMention(mention: Mention | undefined, message: string): readonly Mention[] {
  if (mention === undefined) {
    throw new UserError(message);
  }
  return [mention];
}
