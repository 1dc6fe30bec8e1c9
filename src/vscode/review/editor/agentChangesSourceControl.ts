import * as vscode from 'vscode';
import type { ReviewSessions } from '../../../agent/review/reviewSessions.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import {
  isPending,
  getFileStatus,
  type ReviewedFile,
} from '../../../core/review/file/reviewedFile.ts';
import { getFileChangeLabel } from '../../../core/chat/fileChangeLabel.ts';
import { COMMANDS } from '../../commands.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toBaseUri, toReviewUri } from '../documents/reviewUri.ts';
import { getPendingLabel, getStatusLabel } from './pendingLabels.ts';

/** The "Agent Changes" section of the source control view with a group for each session, and the quick diff in the gutter. */
export class AgentChangesSourceControl implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #sessions: Pick<ReviewSessions, 'getName'>;
  readonly #groups = new Map<string, vscode.SourceControlResourceGroup>();
  readonly #listener: vscode.Disposable;
  #control: vscode.SourceControl | undefined;
  #quickDiffPaths = new Set<string>();

  constructor(model: ReviewModel, sessions: Pick<ReviewSessions, 'getName'>) {
    this.#model = model;
    this.#sessions = sessions;
    this.#listener = accumulateEvent(model.onDidChange, () => this.refresh());
    this.refresh();
  }

  /** Updates the section, which appears with the first change and stays. */
  refresh(): void {
    const { pending } = this.#model;
    if (!this.#control && pending.length === 0) {
      return;
    }
    this.#control ??= createControl();
    this.#control.count = 0; // Most of these files are in the list of git too, and would be counted twice.
    const bySession = groupBy(pending, getSessionId);
    for (const sessionId of new Set([...this.#groups.keys(), ...bySession.keys()])) {
      const files = bySession.get(sessionId) ?? [];
      const group = this.#getGroup(this.#control, sessionId);
      const name = this.#sessions.getName(sessionId) ?? vscode.l10n.t('Earlier session');
      group.label =
        files.length === 0 ? name : vscode.l10n.t('{0} ({1})', name, getPendingLabel(files));
      group.resourceStates = files.map(getResourceState);
    }
    this.#updateQuickDiff(this.#control, pending);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#control?.dispose();
  }

  #getGroup(control: vscode.SourceControl, sessionId: string): vscode.SourceControlResourceGroup {
    const known = this.#groups.get(sessionId);
    if (known) {
      return known;
    }
    const group = control.createResourceGroup(sessionId, '');
    group.hideWhenEmpty = true;
    this.#groups.set(sessionId, group);
    return group;
  }

  /** VS Code asks once per file for its original. With a new provider it asks again. */
  #updateQuickDiff(control: vscode.SourceControl, pending: readonly ReviewedFile[]): void {
    const now = new Set(pending.map(file => file.current.path));
    const isSame =
      now.size === this.#quickDiffPaths.size &&
      [...now].every(path => this.#quickDiffPaths.has(path));
    if (!isSame) {
      this.#quickDiffPaths = now;
      control.quickDiffProvider = {
        provideOriginalResource: uri => {
          const file = uri.scheme === 'file' ? this.#model.getFile(uri.fsPath) : undefined;
          return file && isPending(file) ? toBaseUri(uri.fsPath) : undefined;
        },
      };
    }
  }
}

function createControl(): vscode.SourceControl {
  const control = vscode.scm.createSourceControl('accord', vscode.l10n.t('Agent Changes'));
  control.inputBox.visible = false;
  return control;
}

/** A file that several sessions have changed is in the group of the last one. */
function getSessionId({ origins, hunks }: ReviewedFile): string {
  const last = hunks.findLast(hunk => hunk.origins.length > 0)?.origins ?? origins;
  return last.at(-1)?.sessionId ?? '';
}

function groupBy(
  files: readonly ReviewedFile[],
  keyOf: (file: ReviewedFile) => string,
): Map<string, ReviewedFile[]> {
  const groups = new Map<string, ReviewedFile[]>();
  for (const file of files) {
    const key = keyOf(file);
    const group = groups.get(key) ?? [];
    group.push(file);
    groups.set(key, group);
  }
  return groups;
}

/** Caches resource states by file state, because files that have not changed are shown again with each change of another. */
const resourceStates = new WeakMap<ReviewedFile, vscode.SourceControlResourceState>();

function getResourceState(file: ReviewedFile): vscode.SourceControlResourceState {
  const known = resourceStates.get(file) ?? createResourceState(file);
  resourceStates.set(file, known);
  return known;
}

const labelOf = (path: string): string => vscode.workspace.asRelativePath(path);

function createResourceState(file: ReviewedFile): vscode.SourceControlResourceState {
  const uri = toReviewUri(file.current.path);
  const status = getFileStatus(file);
  return {
    resourceUri: uri,
    contextValue: status,
    command: { title: vscode.l10n.t('Open Changes'), command: COMMANDS.openDiff, arguments: [uri] },
    decorations: {
      strikeThrough: status === 'deleted',
      tooltip: [getStatusLabel(file), getPendingLabel([file]), getFileChangeLabel(file, labelOf)]
        .filter(Boolean)
        .join(', '),
    },
  };
}
