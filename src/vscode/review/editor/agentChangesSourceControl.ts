import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import {
  isPending,
  getFileStatus,
  type ReviewedFile,
} from '../../../core/review/file/reviewedFile.ts';
import { COMMANDS } from '../../commands.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toBaseUri, toReviewUri } from '../documents/reviewUri.ts';
import { getPendingLabel, getDamageLabel, getStatusLabel } from './pendingLabels.ts';

/** The "Agent Changes" section of the source control view, one group for each session, and the bars in the gutter. */
export class AgentChangesSourceControl implements vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #nameOf: (sessionId: string) => string | undefined;
  readonly #groups = new Map<string, vscode.SourceControlResourceGroup>();
  readonly #listening: vscode.Disposable;
  #control: vscode.SourceControl | undefined;
  #known = new Set<string>();

  /** `getResourceName` says what a session is called, while it is open. */
  constructor(log: ReviewModel, nameOf: (sessionId: string) => string | undefined) {
    this.#log = log;
    this.#nameOf = nameOf;
    this.#listening = accumulateEvent(log.onDidChange, () => this.refresh());
    this.refresh();
  }

  /** The section appears with the first change and stays. */
  refresh(): void {
    const { pending } = this.#log;
    if (!this.#control && pending.length === 0) {
      return;
    }
    this.#control ??= newControl();
    this.#control.count = pending.length;
    const bySession = groupedBy(pending, sessionOf);
    for (const sessionId of new Set([...this.#groups.keys(), ...bySession.keys()])) {
      const files = bySession.get(sessionId) ?? [];
      const group = this.#groupOf(this.#control, sessionId);
      const name = this.#nameOf(sessionId) ?? vscode.l10n.t('Earlier session');
      group.label =
        files.length === 0 ? name : vscode.l10n.t('{0} ({1})', name, getPendingLabel(files));
      group.resourceStates = files.map(resourceState);
    }
    this.#renewBars(this.#control, pending);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#control?.dispose();
  }

  #groupOf(control: vscode.SourceControl, sessionId: string): vscode.SourceControlResourceGroup {
    const known = this.#groups.get(sessionId);
    if (known) {
      return known;
    }
    const group = control.createResourceGroup(sessionId, '');
    group.hideWhenEmpty = true;
    this.#groups.set(sessionId, group);
    return group;
  }

  /** VS Code asks once per file where its original is; a new provider makes it ask again. */
  #renewBars(control: vscode.SourceControl, pending: readonly ReviewedFile[]): void {
    const now = new Set(pending.map(file => file.current.path));
    const isSame = now.size === this.#known.size && [...now].every(path => this.#known.has(path));
    if (!isSame) {
      this.#known = now;
      control.quickDiffProvider = {
        provideOriginalResource: uri => {
          const file = uri.scheme === 'file' ? this.#log.getFile(uri.fsPath) : undefined;
          return file && isPending(file) ? toBaseUri(uri.fsPath) : undefined;
        },
      };
    }
  }
}

function newControl(): vscode.SourceControl {
  const control = vscode.scm.createSourceControl('accord', vscode.l10n.t('Agent Changes'));
  control.inputBox.visible = false;
  return control;
}

/** A file that several sessions have changed stands under the last one. */
function sessionOf({ origins, hunks }: ReviewedFile): string {
  const last = hunks.findLast(hunk => hunk.origins.length > 0)?.origins ?? origins;
  return last.at(-1)?.sessionId ?? '';
}

function groupedBy(
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

/** A file is drawn once for each of its states, however many others change beside it. */
const drawn = new WeakMap<ReviewedFile, vscode.SourceControlResourceState>();

function resourceState(file: ReviewedFile): vscode.SourceControlResourceState {
  const known = drawn.get(file) ?? newResourceState(file);
  drawn.set(file, known);
  return known;
}

function newResourceState(file: ReviewedFile): vscode.SourceControlResourceState {
  const uri = toReviewUri(file.current.path);
  const status = getFileStatus(file);
  return {
    resourceUri: uri,
    contextValue: status,
    command: { title: vscode.l10n.t('Open Changes'), command: COMMANDS.openDiff, arguments: [uri] },
    decorations: {
      strikeThrough: status === 'deleted',
      tooltip: [getStatusLabel(file), getPendingLabel([file]), getDamageLabel(file)]
        .filter(Boolean)
        .join(', '),
    },
  };
}
