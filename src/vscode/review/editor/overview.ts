import path from 'node:path';
import * as vscode from 'vscode';
import { Sequencer } from '../../../core/async/sequencer.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import {
  getFileStatus,
  isText,
  type ReviewedFile,
} from '../../../core/review/file/reviewedFile.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { showInformationMessage } from '../../notifications.ts';
import { toBaseUri, toReviewUri } from '../documents/reviewUri.ts';
import { openDiff } from './openDiff.ts';

/** How many names a message lists. */
const NAME_LIMIT = 3;

const getTitle = (): string => vscode.l10n.t('Agent Changes');

/** Whether a tab is the multi-diff editor with all pending files, to whose title VS Code adds their number. */
export const isOverview = (tab: vscode.Tab | undefined): boolean =>
  tab?.label.startsWith(`${getTitle()} (`) === true;

export const isOverviewActive = (): boolean =>
  isOverview(vscode.window.tabGroups.activeTabGroup.activeTab);

const getOverviews = (): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(isOverview);

/** The paths of the files that the overview lists. VS Code does not tell. */
let listedPaths: ReadonlySet<string> = new Set();

/** Opens files in one multi-diff editor, and names those that it cannot show. */
export async function openOverview(files: readonly ReviewedFile[]): Promise<void> {
  const others = files.filter(file => !isListable(file));
  const [first] = others;
  if (first && others.length === files.length) {
    await openDiff(first);
    return;
  }
  await showOverview(files.filter(isListable));
  if (first) {
    void offerToShow(first, others);
  }
}

async function showOverview(files: readonly ReviewedFile[]): Promise<void> {
  listedPaths = new Set(files.map(({ current }) => current.path));
  await vscode.commands.executeCommand('vscode.changes', getTitle(), files.map(toResources));
}

/** VS Code never changes the files of a multi-diff editor, so the overview is opened again without those that were decided. */
export class OverviewUpdater implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #disposable: vscode.Disposable;
  readonly #updates = new Sequencer();

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#disposable = vscode.Disposable.from(
      accumulateEvent(model.onDidChange, () => this.#updateSoon()),
      vscode.window.tabGroups.onDidChangeTabs(({ changed }) => {
        if (changed.some(isOverview)) {
          this.#updateSoon(); // It may have been in the background when files were decided.
        }
      }),
    );
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  /** One after the other, so that a decision during an update is not missed. */
  #updateSoon(): void {
    this.#updates.queue(() => this.#update()).catch(() => undefined); // The user may close the tab at that moment.
  }

  async #update(): Promise<void> {
    const left = this.#model.pending.filter(({ current }) => listedPaths.has(current.path));
    if (getOverviews().length === 0 || left.length === listedPaths.size) {
      return;
    }
    if (left.length === 0) {
      listedPaths = new Set();
      await vscode.window.tabGroups.close(getOverviews());
    } else if (isOverviewActive()) {
      await showOverview(left);
      // VS Code has replaced the tab already if it was a preview.
      await vscode.window.tabGroups.close(getOverviews().filter(({ isActive }) => !isActive));
    }
  }
}

/** Of a deleted file the editor shows at least that it is gone. */
const isListable = (file: ReviewedFile): boolean =>
  isText(file) || getFileStatus(file) === 'deleted';

/** What identifies a file, its base, and its current content. */
function toResources(file: ReviewedFile): readonly (vscode.Uri | undefined)[] {
  const uri = toReviewUri(file.current.path);
  const status = getFileStatus(file);
  return [
    uri,
    status === 'created' ? undefined : toBaseUri(file.current.path),
    status === 'deleted' ? undefined : uri,
  ];
}

/** Nothing is accepted unseen: "Accept All" in the overview accepts these files too. */
async function offerToShow(first: ReviewedFile, files: readonly ReviewedFile[]): Promise<void> {
  const names = files.slice(0, NAME_LIMIT).map(({ current }) => path.basename(current.path));
  const list = [...names, ...(files.length > NAME_LIMIT ? ['...'] : [])].join(', ');
  const show = vscode.l10n.t('Show');
  const answer = await showInformationMessage(
    vscode.l10n.t("The overview can't show these files: {0}", list),
    show,
  );
  if (answer === show) {
    await openDiff(first);
  }
}
