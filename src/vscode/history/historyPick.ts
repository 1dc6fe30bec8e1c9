import * as vscode from 'vscode';
import type { Elsewhere } from '../../agent/journal/elsewhere.ts';
import type { History } from '../../agent/journal/history.ts';
import type { ListedOnAgent, Sessions } from '../../agent/sessions.ts';
import type { HistoryItem } from '../../core/history/historyItem.ts';
import { UserError } from '../../core/errors.ts';
import type { Report } from '../report.ts';
import {
  elsewhereRows,
  foundRows,
  historyRows,
  listedRows,
  type HistoryButton,
  type HistoryRow,
} from './historyItems.ts';

/** A search waits for the next keystroke this long. */
const PAUSE_MS = 60;

/** What the history works on. */
export interface HistoryPickParts {
  readonly history: History;
  readonly elsewhere: Elsewhere;
  readonly sessions: Sessions;
  readonly report: Report;
  /** Opens a session, at an entry if one was found. */
  open(id: string, entryId?: string): Promise<void>;
}

/** Shows all sessions in a quick pick. What is typed is looked for in everything that was said and done. */
export class HistoryPick {
  readonly #parts: HistoryPickParts;
  readonly #pick = vscode.window.createQuickPick<HistoryRow>();
  #search: AbortController | undefined;
  #listed: readonly ListedOnAgent[] = [];
  #isEverywhere = false;

  constructor(parts: HistoryPickParts) {
    this.#parts = parts;
    this.#pick.title = vscode.l10n.t('Session History');
    this.#pick.placeholder = vscode.l10n.t('Search everything said and done');
    this.#pick.matchOnDescription = true;
    this.#pick.matchOnDetail = true;
    this.#pick.onDidChangeValue(() => this.#fill(PAUSE_MS));
    this.#pick.buttons = [EVERYWHERE()];
    this.#pick.onDidTriggerButton(() => {
      this.#isEverywhere = !this.#isEverywhere;
      this.#fill(0);
    });
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
    void this.#parts.report.around('Asking agents for their sessions', async () => {
      this.#listed = await this.#parts.sessions.listOnRunningAgents();
      if (this.#listed.length > 0 && this.#pick.value === '') {
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
    void this.#parts.report.around('Searching the history', async () => {
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

  async #rows(query: string, signal: AbortSignal): Promise<readonly HistoryRow[]> {
    const here = await this.#rowsHere(query, signal);
    return this.#isEverywhere ? [...here, ...(await this.#rowsElsewhere(query, signal))] : here;
  }

  async #rowsElsewhere(query: string, signal: AbortSignal): Promise<readonly HistoryRow[]> {
    const { elsewhere } = this.#parts;
    const found =
      query === ''
        ? (await elsewhere.list()).map(item => ({ item }))
        : await elsewhere.search(query, signal);
    return elsewhereRows(found, Date.now());
  }

  async #rowsHere(query: string, signal: AbortSignal): Promise<readonly HistoryRow[]> {
    const nowMs = Date.now();
    if (query !== '') {
      return foundRows(await this.#parts.history.search(query, signal), nowMs);
    }
    const items = await this.#parts.history.list();
    const known = new Set(items.map(({ wireId }) => wireId));
    const others = this.#listed.filter(({ session }) => !known.has(session.wireId));
    return [...historyRows(items, nowMs), ...listedRows(others, nowMs)];
  }

  #accept(): void {
    const [row] = this.#pick.selectedItems;
    this.#pick.hide();
    const { item, listed, elsewhere } = row ?? {};
    void this.#parts.report.around('Opening a session', async () => {
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
      throw new UserError('It is not known which folder this session worked in.');
    }
    await this.#parts.elsewhere.putInFront(id);
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(root), {
      forceNewWindow: true,
    });
  }

  #press({ item }: HistoryRow, button: vscode.QuickInputButton): void {
    if (item && isHistoryButton(button)) {
      void this.#parts.report.around('Changing a session', () => this.#act(item, button));
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
    new HistoryPick(this.#parts).show();
  }

  /** No question before it, but a way back after it. */
  async #delete({ id, name, agentId, agentName, wireId }: HistoryItem): Promise<void> {
    const { history, sessions } = this.#parts;
    const open = sessions.find(id);
    if (open) {
      sessions.close(open);
    }
    await history.remove(id);
    this.#fill(0);
    const undo = vscode.l10n.t('Undo');
    const alsoThere = vscode.l10n.t('Delete at {0} Too', agentName);
    const canThere = wireId !== undefined && (await sessions.canRemove(agentId));
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Deleted the session "{0}".', name),
      undo,
      ...(canThere ? [alsoThere] : []),
    );
    if (answer === undo) {
      await history.bringBack(id);
    } else if (answer === alsoThere && wireId !== undefined) {
      await sessions.remove(agentId, wireId);
    }
  }
}

const EVERYWHERE = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('globe'),
  tooltip: vscode.l10n.t('Sessions of All Workspaces'),
});

const isHistoryButton = (button: vscode.QuickInputButton): button is HistoryButton =>
  'action' in button;

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms);
  });
