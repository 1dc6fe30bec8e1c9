import * as vscode from 'vscode';
import type { OtherWorkspaces } from '../../agent/journal/otherWorkspaces.ts';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { AgentSessionListing, Sessions } from '../../agent/session/sessions.ts';
import { foldCase, queryTerms } from '../../core/history/snippet.ts';
import type { HistoryItem } from '../../core/history/historyItem.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import {
  otherWorkspaceItems,
  searchResultItems,
  historyPickItems,
  agentSessionItems,
  type HistoryGrouping,
  type HistoryButton,
  type HistoryPickItem,
} from './historyPickItems.ts';
import { copySession, importSession } from './importSession.ts';
import { openInItsFolder } from './openInItsFolder.ts';
import { isTitleButton, nextGrouping, historyPickButtons } from './historyPickButtons.ts';
import { deleteStoredSession, renameStoredSession } from './storedSessionActions.ts';
import { showWarningMessage, toPlainItem } from '../notifications.ts';

/** How long a search waits for the next keystroke. */
const DEBOUNCE_MS = 60;

export interface HistoryQuickPickOptions {
  readonly history: SessionHistory;
  readonly otherWorkspaces: OtherWorkspaces;
  readonly sessions: Sessions;
  readonly reporter: ErrorReporter;
  /** Opens a session and reveals the entry that the search found. */
  open(id: string, entryId?: string): Promise<void>;
}

/** Shows all sessions in a quick pick and searches their transcripts. */
export class HistoryQuickPick {
  readonly #options: HistoryQuickPickOptions;
  readonly #pick = vscode.window.createQuickPick<HistoryPickItem>();
  #search: AbortController | undefined;
  #agentSessions: readonly AgentSessionListing[] = [];
  #showsAllWorkspaces = false;
  #grouping: HistoryGrouping = 'date';

  constructor(options: HistoryQuickPickOptions) {
    this.#options = options;
    this.#pick.title = vscode.l10n.t('Session History');
    this.#pick.placeholder = vscode.l10n.t('Search all sessions');
    this.#pick.matchOnDescription = true;
    this.#pick.matchOnDetail = true;
    this.#pick.onDidChangeValue(() => this.#update(DEBOUNCE_MS));
    this.#pick.buttons = historyPickButtons(this.#grouping);
    this.#pick.onDidTriggerButton(pressed => this.#onTitleButton(pressed));
    this.#pick.onDidAccept(() => this.#accept());
    this.#pick.onDidTriggerItemButton(({ item, button }) => this.#onItemButton(item, button));
    this.#pick.onDidHide(() => {
      this.#search?.abort();
      this.#pick.dispose();
    });
  }

  show(): void {
    this.#update(0);
    this.#pick.show();
    void this.#options.reporter.run(vscode.l10n.t('Loading sessions from agents'), async () => {
      this.#agentSessions = await this.#options.sessions.listOnRunningAgents();
      if (this.#agentSessions.length > 0) {
        this.#update(0);
      }
    });
  }

  /** Updates the items and cancels an earlier update. */
  #update(pauseMs: number): void {
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    this.#pick.busy = true;
    void this.#options.reporter.run(vscode.l10n.t('Searching sessions'), async () => {
      await pause(pauseMs);
      if (search.signal.aborted) {
        return;
      }
      const rows = await this.#items(this.#pick.value.trim(), search.signal);
      if (!search.signal.aborted) {
        this.#pick.items = rows.map(toPlainItem);
        this.#pick.busy = false;
      }
    });
  }

  async #items(query: string, signal: AbortSignal): Promise<readonly HistoryPickItem[]> {
    const here = await this.#itemsOfWorkspace(query, signal);
    return this.#showsAllWorkspaces
      ? [...here, ...(await this.#itemsOfOtherWorkspaces(query, signal))]
      : here;
  }

  async #itemsOfOtherWorkspaces(
    query: string,
    signal: AbortSignal,
  ): Promise<readonly HistoryPickItem[]> {
    const { otherWorkspaces } = this.#options;
    const found =
      query === ''
        ? (await otherWorkspaces.list()).map(item => ({ item }))
        : await otherWorkspaces.search(query, signal);
    return otherWorkspaceItems(found, Date.now());
  }

  async #itemsOfWorkspace(query: string, signal: AbortSignal): Promise<readonly HistoryPickItem[]> {
    const nowMs = Date.now();
    const items = await this.#options.history.list();
    const rows =
      query === ''
        ? historyPickItems(items, this.#grouping, nowMs)
        : searchResultItems(await this.#options.history.search(query, signal), nowMs);
    const known = new Set(items.map(({ agentId, wireId }) => `${agentId} ${wireId ?? ''}`));
    const others = this.#agentSessions.filter(
      ({ agentId, agentName, session }) =>
        !known.has(`${agentId} ${session.wireId}`) && matches(query, session.title, agentName),
    );
    return [...rows, ...agentSessionItems(others, nowMs)];
  }

  #accept(): void {
    const [row] = this.#pick.selectedItems;
    this.#pick.hide();
    const { item, agentSession, otherWorkspace } = row ?? {};
    void this.#options.reporter.run(vscode.l10n.t('Opening a session'), async () => {
      if (item) {
        await this.#options.open(item.id, row?.entryId);
      } else if (agentSession) {
        this.#options.sessions.load(
          agentSession.agentId,
          agentSession.session.wireId,
          agentSession.session.title,
        );
        await vscode.commands.executeCommand('accord.chat.focus');
      } else if (otherWorkspace) {
        await openInItsFolder(this.#options.otherWorkspaces, otherWorkspace);
      }
    });
  }

  #onTitleButton(pressed: vscode.QuickInputButton): void {
    switch (isTitleButton(pressed) ? pressed.title : undefined) {
      case 'everywhere':
        this.#showsAllWorkspaces = !this.#showsAllWorkspaces;
        return this.#update(0);
      case 'group':
        this.#grouping = nextGrouping(this.#grouping);
        this.#pick.buttons = historyPickButtons(this.#grouping);
        return this.#update(0);
      case 'import':
        this.#pick.hide();
        void this.#options.reporter.run(vscode.l10n.t('Importing a session'), () =>
          importSession(this.#options),
        );
        return undefined;
      case undefined:
        return undefined;
    }
  }

  #onItemButton(
    { item, agentSession, otherWorkspace }: HistoryPickItem,
    button: vscode.QuickInputButton,
  ): void {
    if (agentSession) {
      void this.#options.reporter.run(vscode.l10n.t('Deleting a session'), () =>
        this.#deleteOnAgent(agentSession),
      );
    } else if (otherWorkspace) {
      this.#pick.hide();
      void this.#options.reporter.run(vscode.l10n.t('Copying a session'), () =>
        copySession(this.#options, otherWorkspace.id),
      );
    } else if (item && isHistoryButton(button)) {
      void this.#options.reporter.run(vscode.l10n.t('Updating a session'), () =>
        this.#runAction(item, button),
      );
    }
  }

  async #runAction(item: HistoryItem, { action }: HistoryButton): Promise<void> {
    const { history } = this.#options;
    switch (action) {
      case 'rename':
        return this.#rename(item);
      case 'pin':
      case 'unpin':
        await history.pin(item.id, action === 'pin');
        return this.#update(0);
      case 'copy':
        return; // Only sessions of other workspaces have this button.
      case 'delete':
        await deleteStoredSession({ ...this.#options, onDidChange: () => this.#update(0) }, item);
    }
  }

  /** The input box replaces the quick pick, which is shown again afterwards. */
  async #rename(item: HistoryItem): Promise<void> {
    await renameStoredSession(this.#options.history, item);
    new HistoryQuickPick(this.#options).show();
  }

  /** Asks first, since the agent cannot restore the session. */
  async #deleteOnAgent(agentSession: AgentSessionListing): Promise<void> {
    const { agentId, agentName, session } = agentSession;
    const confirm = vscode.l10n.t('Delete');
    const answer = await showWarningMessage(
      vscode.l10n.t('Delete session "{0}" from {1}?', session.title, agentName),
      { modal: true, detail: vscode.l10n.t("This can't be undone.") },
      confirm,
    );
    if (answer === confirm) {
      await this.#options.sessions.deleteOnAgent(agentId, session.wireId);
      new HistoryQuickPick(this.#options).show();
    }
  }
}

const matches = (query: string, ...texts: readonly string[]): boolean =>
  queryTerms(query).every(term => foldCase(texts.join('\n')).includes(term));

const isHistoryButton = (button: vscode.QuickInputButton): button is HistoryButton =>
  'action' in button;

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms);
  });
