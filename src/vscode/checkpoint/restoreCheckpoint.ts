import path from 'node:path';
import * as vscode from 'vscode';
import type { CheckpointPlan, CheckpointStep } from '../../agent/checkpoint/checkpointPlan.ts';
import type { Checkpoints } from '../../agent/checkpoint/checkpoints.ts';
import type { CheckpointRestoreResult } from '../../agent/checkpoint/restoreHistory.ts';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { RestorePlanChangedError } from '../../agent/snapshot/restore.ts';
import type { SnapshotComparison } from '../../agent/checkpoint/snapshotComparison.ts';
import { UserError } from '../../core/errors.ts';
import { toFlatDraft } from '../../core/prompt/draft.ts';
import type { UserEntry } from '../../core/session/transcript/entry.ts';
import type { ChatViewProvider } from '../chat/chatViewProvider.ts';
import { getPromptLine } from './checkpointItems.ts';
import { showComparison } from './compareCheckpoints.ts';
import { showInformationMessage, showQuickPick, showWarningMessage } from '../notifications.ts';

export interface RestoreCheckpointOptions {
  readonly sessions: Sessions;
  readonly checkpoints: Checkpoints;
  readonly comparison: SnapshotComparison;
  readonly chat: ChatViewProvider;
}

interface PromptItem extends vscode.QuickPickItem {
  readonly entry: UserEntry;
}

/** The number of files named in the confirmation; the rest is counted. */
const LISTED_FILES = 12;

/** Restores the state before a prompt, given or chosen by the user: the files, the conversation, or both. */
export async function restoreCheckpoint(
  options: RestoreCheckpointOptions,
  named?: { readonly sessionId: string; readonly entryId: string },
): Promise<void> {
  const session = named ? options.sessions.find(named.sessionId) : options.chat.activeSession;
  if (!session) {
    throw new UserError(vscode.l10n.t('There are no messages to go back to.'));
  }
  assertIdle(session);
  const items = promptItems(session, options.checkpoints);
  const chosen = named
    ? items.find(({ entry }) => entry.id === named.entryId)
    : await showQuickPick(items, {
        title: vscode.l10n.t('Restore Checkpoint'),
        placeHolder: vscode.l10n.t('Select the message to go back to'),
      });
  if (chosen) {
    await restoreTo(options, session, chosen.entry);
  } else if (named) {
    throw new UserError(vscode.l10n.t('This message has no checkpoint.'));
  }
}

/** `notice` says why the user is asked again. */
async function restoreTo(
  options: RestoreCheckpointOptions,
  session: Session,
  entry: UserEntry,
  notice?: string,
): Promise<void> {
  const { checkpoints } = options;
  const plan = await checkpoints.planRestore(session.id, entry.turn);
  const [files, both, conversation, look] = [
    vscode.l10n.t('Files'),
    vscode.l10n.t('Files and Conversation'),
    vscode.l10n.t('Conversation'),
    vscode.l10n.t('Show Differences'),
  ];
  const hasFiles = plan.steps.some(({ kind }) => kind !== 'keep');
  const answer = await showWarningMessage(
    vscode.l10n.t('Restore to the point before this message?'),
    { modal: true, detail: [...(notice ? [notice, ''] : []), describePlan(plan)].join('\n') },
    ...(hasFiles ? [both, files, conversation, look] : [conversation]),
  );
  if (answer === look) {
    await showPlan(options, session, entry, plan);
  }
  try {
    const restored =
      answer === both || answer === files ? await restoreFiles(options, session, plan) : undefined;
    if (answer === both || answer === conversation) {
      branch(options, session, entry);
    }
    if (restored) {
      await reportRestore(checkpoints, restored);
    }
  } catch (error) {
    if (!(error instanceof RestorePlanChangedError)) {
      throw error;
    }
    await restoreTo(options, session, entry, error.message);
  }
}

/** If this throws, the conversation is not restored either. */
function restoreFiles(
  { checkpoints }: RestoreCheckpointOptions,
  session: Session,
  plan: CheckpointPlan,
): Promise<CheckpointRestoreResult> {
  assertIdle(session); // The confirmation may have been open for a while.
  assertSaved(plan.steps.map(step => step.path));
  return checkpoints.restore(plan);
}

function assertIdle({ isBusy, agent }: Session): void {
  if (isBusy) {
    throw new UserError(vscode.l10n.t('{0} is working. Stop it before you restore.', agent.name));
  }
}

/** Shows what would change: the left side is the restored state, the right side the current one. */
async function showPlan(
  { checkpoints, comparison }: RestoreCheckpointOptions,
  session: Session,
  entry: UserEntry,
  plan: CheckpointPlan,
): Promise<void> {
  const target = checkpoints.forSession(session.id).find(({ turn }) => turn === entry.turn);
  const planned = new Set(plan.steps.map(step => step.path));
  const files = await comparison.compare(target?.snapshots ?? [], 'now');
  const title = vscode.l10n.t('Checkpoint ↔ Current');
  await showComparison(
    title,
    files.filter(file => planned.has(file.path)),
    true,
  );
}

function promptItems(session: Session, checkpoints: Checkpoints): readonly PromptItem[] {
  const known = new Map(
    checkpoints.forSession(session.id).map(one => [one.turn, one.touched.size]),
  );
  const prompts = session.conversation.transcript.entries.filter(
    (entry): entry is UserEntry => entry.kind === 'user' && !entry.steered,
  );
  return prompts
    .filter(({ turn }) => known.has(turn))
    .map(entry => ({
      entry,
      label: getPromptLine(entry),
      description: vscode.l10n.t('files changed: {0}', known.get(entry.turn) ?? 0),
    }))
    .toReversed();
}

function describePlan({ steps, impossible, isUncertain }: CheckpointPlan): string {
  if (steps.length === 0 && impossible.length === 0) {
    return vscode.l10n.t('No files will change.');
  }
  // What concerns the user's own edits comes first, since the list may be cut.
  const lines = [
    ...steps.filter(({ kind }) => kind === 'conflict' || kind === 'keep').map(describeStep),
    ...steps.filter(({ kind }) => kind === 'merge').map(describeStep),
    ...steps.filter(({ kind }) => kind === 'write' || kind === 'delete').map(describeStep),
    ...impossible.map(one => vscode.l10n.t("can't restore {0}: {1}", one.path, one.reason)),
  ];
  return [
    ...listed(lines),
    '',
    ...(isUncertain
      ? [
          vscode.l10n.t(
            "Accord doesn't know when the agent stopped. Your own edits in its files might be lost.",
          ),
        ]
      : []),
    vscode.l10n.t("Files the agent didn't change stay as they are."),
  ].join('\n');
}

function listed(lines: readonly string[]): readonly string[] {
  const more = lines.length - LISTED_FILES;
  const rest = more > 0 ? [vscode.l10n.t('and {0} more', more)] : [];
  return [...lines.slice(0, LISTED_FILES), ...rest];
}

function describeStep({ kind, path: file }: CheckpointStep): string {
  const label = getLabel(file);
  switch (kind) {
    case 'delete':
      return vscode.l10n.t('delete {0}', label);
    case 'write':
      return vscode.l10n.t('restore {0}', label);
    case 'merge':
      return vscode.l10n.t('restore {0} and keep your edits', label);
    case 'conflict':
      return vscode.l10n.t("restore {0} except where you edited the agent's lines", label);
    case 'keep':
      return vscode.l10n.t('keep {0} because you edited it', label);
  }
}

const getLabel = (file: string): string => vscode.workspace.asRelativePath(file);

/** Unsaved text would be lost. */
function assertSaved(files: readonly string[]): void {
  const touched = new Set(files.map(file => path.normalize(file)));
  const { textDocuments, notebookDocuments } = vscode.workspace;
  const unsaved = [...textDocuments, ...notebookDocuments].filter(
    ({ isDirty, uri }) => isDirty && touched.has(path.normalize(uri.fsPath)),
  );
  if (unsaved.length > 0) {
    const names = [...new Set(unsaved.map(({ uri }) => getLabel(uri.fsPath)))].join(', ');
    throw new UserError(vscode.l10n.t('Save or revert your changes first: {0}.', names));
  }
}

/** Undoes the last restore, which may have happened in an earlier window. */
export async function undoLastRestore(checkpoints: Checkpoints): Promise<void> {
  const last = checkpoints.lastRestore;
  if (!last) {
    throw new UserError(vscode.l10n.t('Nothing to undo.'));
  }
  const undo = vscode.l10n.t('Undo');
  const answer = await showWarningMessage(
    vscode.l10n.t('Undo the last restore?'),
    { modal: true, detail: listed(getRestoredFiles(last).map(getLabel)).join('\n') },
    undo,
  );
  if (answer === undo) {
    await undoRestore(checkpoints, last);
  }
}

async function undoRestore(checkpoints: Checkpoints, done: CheckpointRestoreResult): Promise<void> {
  assertSaved(getRestoredFiles(done));
  await reportRestore(checkpoints, await checkpoints.undo(done));
}

const getRestoredFiles = ({ trees, uncaptured }: CheckpointRestoreResult): readonly string[] => [
  ...trees.flatMap(({ restored: { before, paths } }) =>
    [...paths].map(name => path.join(before.root, name)),
  ),
  ...uncaptured.map(change => change.path),
];

async function reportRestore(
  checkpoints: Checkpoints,
  done: CheckpointRestoreResult,
): Promise<void> {
  const inTrees = done.trees.flatMap(({ restored }) => restored.failed);
  const failed = [...inTrees, ...done.failed];
  const count = getRestoredFiles(done).length - inTrees.length;
  const undo = vscode.l10n.t('Undo');
  const answer = await showInformationMessage(
    [
      count === 1 ? vscode.l10n.t('Restored 1 file.') : vscode.l10n.t('Restored {0} files.', count),
      ...failed.map(one => vscode.l10n.t("Couldn't restore {0}: {1}", one.path, one.reason)),
    ].join(' '),
    undo,
  );
  if (answer === undo) {
    await undoRestore(checkpoints, done);
  }
}

/** Continues the conversation in a session of its own, with the message in the composer to be edited and sent again. */
function branch(
  { sessions, chat }: RestoreCheckpointOptions,
  session: Session,
  entry: UserEntry,
): void {
  sessions.branch(session, entry.turn);
  const { text, mentions } = toFlatDraft(entry.draft ?? []);
  chat.insert({ text, mentions: mentions.map(({ mention }) => mention), focus: true });
}
