import * as vscode from 'vscode';
import type { OtherWorkspaces } from '../../agent/journal/otherWorkspaces.ts';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { AgentSessionListing, Sessions } from '../../agent/session/sessions.ts';
import { foldCase, queryTerms } from '../../core/history/snippet.ts';
import type { HistoryItem } from '../../core/history/historyItem.ts';
import { UserError } from '../../core/errors.ts';
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
import { isTitleButton, nextGrouping, historyPickButtons } from './historyPickButtons.ts';

/** A search waits for the next keystroke this long. */
const PAUSE_MS = 60;

/** What the history works on. */
export interface HistoryQuickPickOptions {
  readonly history: SessionHistory;
  readonly elsewhere: OtherWorkspaces;
  readonly sessions: Sessions;
  readonly reporter: ErrorReporter;
  /** Opens a session, at an entry if one was found. */
  open(id: string, entryId?: string): Promise<void>;
}

/** Shows all sessions in a quick pick. What is typed is looked for in everything that was said and done. */
export class HistoryQuickPick {
  readonly #parts: HistoryQuickPickOptions;
  readonly #pick = vscode.window.createQuickPick<HistoryPickItem>();
  #search: AbortController | undefined;
  #listed: readonly AgentSessionListing[] = [];
  #isEverywhere = false;
  #by: HistoryGrouping = 'date';

  constructor(parts: HistoryQuickPickOptions) {
    this.#parts = parts;
    this.#pick.title = vscode.l10n.t('Session History');
    this.#pick.placeholder = vscode.l10n.t('Search everything said and done');
    this.#pick.matchOnDescription = true;
    this.#pick.matchOnDetail = true;
    this.#pick.onDidChangeValue(() => this.#fill(PAUSE_MS));
    this.#pick.buttons = historyPickButtons(this.#by);
    this.#pick.onDidTriggerButton(pressed => this.#pressTitle(pressed));
    this.#pick.onDidAccept(() => this.#accept());
    this.#pick.onDidTriggerItemButton(({ item, button }) => this.#press(item, button));
    this.#pick.onDidHide(() => {
      this.#search?.abort();
      this.#pick.dispose();
    });
  }

  show(): void {
    this.#fill(0);
    this.#pick.show();
    void this.#parts.reporter.run(vscode.l10n.t('Asking agents for their sessions'), async () => {
      this.#listed = await this.#parts.sessions.listOnRunningAgents();
      if (this.#listed.length > 0) {
        this.#fill(0);
      }
    });
  }

  /** Looks again; a newer look makes an older one void. */
  #fill(pauseMs: number): void {
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    this.#pick.busy = true;
    void this.#parts.reporter.run(vscode.l10n.t('Searching the history'), async () => {
      await pause(pauseMs);
      if (search.signal.aborted) {
        return;
      }
      const rows = await this.#rows(this.#pick.value.trim(), search.signal);
      if (!search.signal.aborted) {
        this.#pick.items = rows;
        this.#pick.busy = false;
      }
    });
  }

  async #rows(query: string, signal: AbortSignal): Promise<readonly HistoryPickItem[]> {
    const here = await this.#rowsHere(query, signal);
    return this.#isEverywhere ? [...here, ...(await this.#rowsElsewhere(query, signal))] : here;
  }

  async #rowsElsewhere(query: string, signal: AbortSignal): Promise<readonly HistoryPickItem[]> {
    const { elsewhere } = this.#parts;
    const found =
      query === ''
        ? (await elsewhere.list()).map(item => ({ item }))
        : await elsewhere.search(query, signal);
    return otherWorkspaceItems(found, Date.now());
  }

  async #rowsHere(query: string, signal: AbortSignal): Promise<readonly HistoryPickItem[]> {
    const nowMs = Date.now();
    const items = await this.#parts.history.list();
    const rows =
      query === ''
        ? historyPickItems(items, this.#by, nowMs)
        : searchResultItems(await this.#parts.history.search(query, signal), nowMs);
    const known = new Set(items.map(({ agentId, wireId }) => `${agentId} ${wireId ?? ''}`));
    const others = this.#listed.filter(
      ({ agentId, agentName, session }) =>
        !known.has(`${agentId} ${session.wireId}`) && fits(query, session.title, agentName),
    );
    return [...rows, ...agentSessionItems(others, nowMs)];
  }

  #accept(): void {
    const [row] = this.#pick.selectedItems;
    this.#pick.hide();
    const { item, agentSession: listed, otherWorkspace: elsewhere } = row ?? {};
    void this.#parts.reporter.run(vscode.l10n.t('Opening a session'), async () => {
      if (item) {
        await this.#parts.open(item.id, row?.entryId);
      } else if (listed) {
        this.#parts.sessions.load(listed.agentId, listed.session.wireId, listed.session.title);
        await vscode.commands.executeCommand('accord.chat.focus');
      } else if (elsewhere) {
        await this.#openThere(elsewhere);
      }
    });
  }

  /** A session goes on in the folder it worked in, so that folder is opened. */
  async #openThere({ id, root }: HistoryItem): Promise<void> {
    if (root === undefined) {
      throw new UserError(vscode.l10n.t('It is not known which folder this session worked in.'));
    }
    await this.#parts.elsewhere.setActiveSession(id);
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(root), {
      forceNewWindow: true,
    });
  }

  #pressTitle(pressed: vscode.QuickInputButton): void {
    switch (isTitleButton(pressed) ? pressed.title : undefined) {
      case 'everywhere':
        this.#isEverywhere = !this.#isEverywhere;
        return this.#fill(0);
      case 'group':
        this.#by = nextGrouping(this.#by);
        this.#pick.buttons = historyPickButtons(this.#by);
        return this.#fill(0);
      case 'import':
        this.#pick.hide();
        void this.#parts.reporter.run(vscode.l10n.t('Importing a session'), () =>
          importSession(this.#parts),
        );
        return undefined;
      case undefined:
        return undefined;
    }
  }

  #press(
    { item, agentSession: listed, otherWorkspace: elsewhere }: HistoryPickItem,
    button: vscode.QuickInputButton,
  ): void {
    if (listed) {
      void this.#parts.reporter.run(vscode.l10n.t('Deleting a session'), () =>
        this.#deleteThere(listed),
      );
    } else if (elsewhere) {
      this.#pick.hide();
      void this.#parts.reporter.run(vscode.l10n.t('Copying a session'), () =>
        copySession(this.#parts, elsewhere.id),
      );
    } else if (item && isHistoryButton(button)) {
      void this.#parts.reporter.run(vscode.l10n.t('Changing a session'), () =>
        this.#act(item, button),
      );
    }
  }

  async #act(item: HistoryItem, { action }: HistoryButton): Promise<void> {
    const { history } = this.#parts;
    switch (action) {
      case 'rename':
        return this.#rename(item);
      case 'pin':
      case 'unpin':
        await history.pin(item.id, action === 'pin');
        return this.#fill(0);
      case 'copy':
        return; // Only what is elsewhere can be copied.
      case 'delete':
        await this.#delete(item);
    }
  }

  /** The input box takes the place of the pick, which comes back afterwards. */
  async #rename({ id, name }: HistoryItem): Promise<void> {
    const { history } = this.#parts;
    const words = await vscode.window.showInputBox({
      title: vscode.l10n.t('Rename Session'),
      prompt: vscode.l10n.t('Leave it empty to take the name from the conversation.'),
      value: name,
    });
    if (words !== undefined) {
      await history.rename(id, words.trim());
    }
    new HistoryQuickPick(this.#parts).show();
  }

  /** There is no way back from it, so it asks first. */
  async #deleteThere(listed: AgentSessionListing): Promise<void> {
    const { agentId, agentName, session } = listed;
    const yes = vscode.l10n.t('Delete');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Delete the session "{0}" at {1}?', session.title, agentName),
      { modal: true, detail: vscode.l10n.t('It cannot be brought back.') },
      yes,
    );
    if (answer === yes) {
      await this.#parts.sessions.deleteOnAgent(agentId, session.wireId);
      new HistoryQuickPick(this.#parts).show();
    }
  }

  /** No question before it, but a way back after it. */
  async #delete({ id, name, agentId, agentName, wireId }: HistoryItem): Promise<void> {
    const { history, sessions } = this.#parts;
    const open = sessions.find(id);
    if (open) {
      sessions.close(open);
    }
    await history.delete(id);
    this.#fill(0);
    const undo = vscode.l10n.t('Undo');
    const alsoThere = vscode.l10n.t('Delete at {0} Too', agentName);
    const canThere = wireId !== undefined && (await sessions.canDelete(agentId));
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Deleted the session "{0}".', name),
      undo,
      ...(canThere ? [alsoThere] : []),
    );
    if (answer === undo) {
      await history.restore(id);
    } else if (answer === alsoThere && wireId !== undefined) {
      await sessions.deleteOnAgent(agentId, wireId);
    }
  }
}

const fits = (query: string, ...texts: readonly string[]): boolean =>
  queryTerms(query).every(term => foldCase(texts.join('\n')).includes(term));

const isHistoryButton = (button: vscode.QuickInputButton): button is HistoryButton =>
  'action' in button;

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms);
  });
