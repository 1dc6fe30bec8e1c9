import path from 'node:path';
import * as vscode from 'vscode';
import type {
  CheckpointPlan,
  CheckpointRestoreResult,
  Checkpoints,
} from '../../agent/checkpoint/checkpoints.ts';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import type { SnapshotComparison } from '../../agent/checkpoint/snapshotComparison.ts';
import { UserError } from '../../core/errors.ts';
import { toFlatDraft } from '../../core/prompt/draft.ts';
import type { UserEntry } from '../../core/session/transcript/entry.ts';
import type { ChatViewProvider } from '../chat/chatViewProvider.ts';
import { getPromptLine } from './checkpointItems.ts';
import { showComparison } from './compareCheckpoints.ts';

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
    throw new UserError(vscode.l10n.t('There is no conversation to go back in.'));
  }
  assertIdle(session);
  const items = promptItems(session, options.checkpoints);
  const chosen = named
    ? items.find(({ entry }) => entry.id === named.entryId)
    : await vscode.window.showQuickPick(items, {
        title: vscode.l10n.t('Restore Checkpoint'),
        placeHolder: vscode.l10n.t('Go back to before which message?'),
      });
  if (chosen) {
    await restoreTo(options, session, chosen.entry);
  } else if (named) {
    throw new UserError(vscode.l10n.t('There is no checkpoint of this message.'));
  }
}

async function restoreTo(
  options: RestoreCheckpointOptions,
  session: Session,
  entry: UserEntry,
): Promise<void> {
  const { checkpoints } = options;
  const plan = await checkpoints.planRestore(session.id, entry.turn);
  const [files, both, conversation, look] = [
    vscode.l10n.t('Files'),
    vscode.l10n.t('Files and Conversation'),
    vscode.l10n.t('Conversation'),
    vscode.l10n.t('Show Differences'),
  ];
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Go back to before this message?'),
    { modal: true, detail: describePlan(plan) },
    ...(plan.steps.length === 0 ? [conversation] : [both, files, conversation, look]),
  );
  if (answer === look) {
    await showPlan(options, session, entry, plan);
  }
  const restored =
    answer === both || answer === files ? await restoreFiles(options, session, plan) : undefined;
  if (answer === both || answer === conversation) {
    branch(options, session, entry);
  }
  if (restored) {
    await offerUndo(checkpoints, restored);
  }
}

/** If this throws, the conversation is not restored either. */
function restoreFiles(
  { checkpoints }: RestoreCheckpointOptions,
  session: Session,
  plan: CheckpointPlan,
): Promise<CheckpointRestoreResult> {
  assertIdle(session); // The confirmation may have been open for a while.
  assertSaved(plan);
  return checkpoints.restore(plan);
}

function assertIdle({ isBusy, agent }: Session): void {
  if (isBusy) {
    throw new UserError(vscode.l10n.t('{0} is at work. Stop it first, then restore.', agent.name));
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
  const title = vscode.l10n.t('Restore ↔ Now');
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
  const prompts = session.conversation.transcript.entries.filter(entry => entry.kind === 'user');
  return prompts
    .filter(({ turn }) => known.has(turn))
    .map(entry => ({
      entry,
      label: getPromptLine(entry),
      description: vscode.l10n.t('files changed in it: {0}', known.get(entry.turn) ?? 0),
    }))
    .toReversed();
}

function describePlan({ steps, impossible }: CheckpointPlan): string {
  if (steps.length === 0 && impossible.length === 0) {
    return vscode.l10n.t('No file would change.');
  }
  const lines = [
    ...steps.map(step =>
      step.kind === 'delete'
        ? vscode.l10n.t('delete {0}', getLabel(step.path))
        : vscode.l10n.t('bring back {0}', getLabel(step.path)),
    ),
    ...impossible.map(one => vscode.l10n.t('cannot restore {0}: {1}', one.path, one.reason)),
  ];
  const more = lines.length - LISTED_FILES;
  const rest = more > 0 ? [vscode.l10n.t('and {0} more', more)] : [];
  const stays = vscode.l10n.t('Files that the agent did not change stay as they are.');
  return [...lines.slice(0, LISTED_FILES), ...rest, '', stays].join('\n');
}

const getLabel = (file: string): string => vscode.workspace.asRelativePath(file);

/** Unsaved text would be lost. */
function assertSaved({ steps }: CheckpointPlan): void {
  const touched = new Set(steps.map(step => path.normalize(step.path)));
  const { textDocuments, notebookDocuments } = vscode.workspace;
  const unsaved = [...textDocuments, ...notebookDocuments].filter(
    ({ isDirty, uri }) => isDirty && touched.has(path.normalize(uri.fsPath)),
  );
  if (unsaved.length > 0) {
    const names = [...new Set(unsaved.map(({ uri }) => getLabel(uri.fsPath)))].join(', ');
    throw new UserError(vscode.l10n.t('Save or revert your own changes first: {0}.', names));
  }
}

async function offerUndo(checkpoints: Checkpoints, done: CheckpointRestoreResult): Promise<void> {
  const failed = done.trees.flatMap(({ restored }) => restored.failed);
  const count =
    done.trees.reduce((sum, { restored }) => sum + restored.paths.size, 0) - failed.length;
  const undo = vscode.l10n.t('Undo');
  const answer = await vscode.window.showInformationMessage(
    [
      count === 1
        ? vscode.l10n.t('1 file was restored.')
        : vscode.l10n.t('{0} files were restored.', count),
      ...failed.map(one => vscode.l10n.t('Not {0}: {1}', one.path, one.reason)),
    ].join(' '),
    undo,
  );
  if (answer === undo) {
    await offerUndo(checkpoints, await checkpoints.undo(done));
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
