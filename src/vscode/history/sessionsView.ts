import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OtherWorkspaces } from '../../agent/journal/otherWorkspaces.ts';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { toSessionSummary } from '../../core/chat/sessionSummary.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import type { Event } from '../../core/event.ts';
import {
  createSessionList,
  getOpenRequest,
  type OpenSession,
  SESSION_GROUPS,
  type SessionGroup,
  type SessionListItem,
} from '../../core/history/sessionList.ts';
import { asRecord } from '../../core/json.ts';
import { truncate } from '../../core/text/truncate.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { openInItsFolder } from './openInItsFolder.ts';
import { deleteStoredSession, renameStoredSession } from './storedSessionActions.ts';
import { getStateLabel, getStateIcon } from './sessionStates.ts';

/** VS Code cuts off what follows a title: a longer one would hide what the session waits for. */
const TITLE_LIMIT_CHARS = 28;

/** Changes arrive with every chunk of a message; the list is updated at most this often. */
const UPDATE_MS = 250;

export interface SessionsViewOptions {
  readonly history: SessionHistory;
  readonly otherWorkspaces: OtherWorkspaces;
  readonly sessions: Sessions;
  readonly reporter: ErrorReporter;
  /** The files with pending changes of each session. */
  readonly pending: {
    readonly counts: () => ReadonlyMap<string, number>;
    readonly onDidChange: Event<unknown>;
  };
  open(id: string): Promise<void>;
}

/** A group or a session in the tree. */
export type SessionNode =
  | { readonly kind: 'group'; readonly group: SessionGroup; readonly count: number }
  | { readonly kind: 'session'; readonly item: SessionListItem };

/** The list of all sessions with their state, what they wait for and their pending changes. */
export class SessionsView implements vscode.TreeDataProvider<SessionNode>, vscode.Disposable {
  readonly #options: SessionsViewOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #store = new DisposableStore();
  readonly onDidChangeTreeData = this.#changed.event;
  #list: Promise<ReadonlyMap<SessionGroup, readonly SessionListItem[]>> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #showsAllWorkspaces = false;
  /** What was known about the open sessions when the list was loaded. */
  #liveState = '';

  constructor(options: SessionsViewOptions) {
    const { sessions, pending } = options;
    this.#options = options;
    this.#store.add(this.#changed);
    this.#store.add(sessions.onDidChange(() => this.#schedule()));
    this.#store.add(sessions.onDidChangeSessions(() => this.#schedule()));
    this.#store.add(pending.onDidChange(() => this.#schedule()));
    this.#registerCommands();
  }

  getTreeItem(node: SessionNode): vscode.TreeItem {
    return node.kind === 'group' ? groupItem(node.group) : sessionItem(node.item);
  }

  async getChildren(node?: SessionNode): Promise<SessionNode[]> {
    if (node?.kind === 'session') {
      return [];
    }
    const list = await (this.#list ??= this.#load());
    if (node) {
      return (list.get(node.group) ?? []).map(item => ({ kind: 'session', item }));
    }
    return SESSION_GROUPS.flatMap(group => {
      const count = list.get(group)?.length ?? 0;
      return count === 0 ? [] : [{ kind: 'group' as const, group, count }];
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#store.dispose();
  }

  async #load(): Promise<ReadonlyMap<SessionGroup, readonly SessionListItem[]>> {
    const { history, otherWorkspaces, pending } = this.#options;
    this.#liveState = this.#getLiveState();
    return createSessionList({
      open: this.#getOpenSessions(),
      history: await history.list(),
      elsewhere: this.#showsAllWorkspaces ? await otherWorkspaces.list() : [],
      pending: pending.counts(),
    });
  }

  #getOpenSessions(): readonly OpenSession[] {
    return this.#options.sessions.all.map(({ conversation: { state, transcript } }) => {
      const request = state.status.kind === 'signIn' ? signIn() : getOpenRequest(transcript);
      const summary = toSessionSummary(state, transcript);
      return request === undefined ? { summary } : { summary, request };
    });
  }

  /** Does nothing while nobody has asked for the list: it is loaded anew when it is shown. */
  #schedule(): void {
    if (this.#list) {
      this.#timer ??= setTimeout(() => this.#update(), UPDATE_MS);
    }
  }

  /** Refreshes only if something is different, since that hides the buttons of the row under the mouse. */
  #update(): void {
    this.#timer = undefined;
    if (this.#getLiveState() !== this.#liveState) {
      this.#refresh();
    }
  }

  #getLiveState(): string {
    return JSON.stringify([this.#getOpenSessions(), [...this.#options.pending.counts()]]);
  }

  #refresh(): void {
    this.#list = undefined;
    this.#changed.fire();
  }

  #registerCommands(): void {
    const { history, otherWorkspaces } = this.#options;
    this.#register(COMMANDS.openSession, ({ id, root }) =>
      root === undefined ? this.#options.open(id) : openInItsFolder(otherWorkspaces, { id, root }),
    );
    this.#register(COMMANDS.pinSession, ({ id }) => history.pin(id, true));
    this.#register(COMMANDS.unpinSession, ({ id }) => history.pin(id, false));
    this.#register(COMMANDS.archiveSession, ({ id }) => this.#archive(id, true));
    this.#register(COMMANDS.unarchiveSession, ({ id }) => this.#archive(id, false));
    this.#register(COMMANDS.renameStoredSession, ({ id, title }) =>
      renameStoredSession(history, { id, name: title }),
    );
    this.#register(COMMANDS.deleteSession, ({ id }) => this.#delete(id));
    this.#registerToggle(COMMANDS.showAllWorkspaces, true);
    this.#registerToggle(COMMANDS.showThisWorkspace, false);
  }

  /** The agent's own archive follows ours, where it has one. */
  async #archive(id: string, archived: boolean): Promise<void> {
    const { history, sessions } = this.#options;
    await history.archive(id, archived);
    const item = (await history.list()).find(one => one.id === id);
    if (item?.wireId !== undefined) {
      await sessions.archiveOnAgent(item.agentId, item.wireId, archived);
    }
  }

  async #delete(id: string): Promise<void> {
    const item = (await this.#options.history.list()).find(one => one.id === id);
    if (item) {
      await deleteStoredSession({ ...this.#options, onDidChange: () => this.#refresh() }, item);
    }
  }

  #register(command: string, run: (item: SessionListItem) => Promise<void>): void {
    this.#store.add(
      vscode.commands.registerCommand(command, (node: unknown) =>
        this.#options.reporter.run(command, async () => {
          if (isSessionNode(node)) {
            await run(node.item);
            this.#refresh();
          }
        }),
      ),
    );
  }

  #registerToggle(command: string, showsAll: boolean): void {
    this.#store.add(
      vscode.commands.registerCommand(command, async () => {
        this.#showsAllWorkspaces = showsAll;
        await vscode.commands.executeCommand('setContext', 'accord.allWorkspaces', showsAll);
        this.#refresh();
      }),
    );
  }
}

export const isSessionNode = (value: unknown): value is Extract<SessionNode, { kind: 'session' }> =>
  asRecord(value)?.['kind'] === 'session';

const signIn = (): string => vscode.l10n.t('Sign in');

const GROUP_TITLES: Readonly<Record<SessionGroup, () => string>> = {
  active: () => vscode.l10n.t('Active'),
  pinned: () => vscode.l10n.t('Pinned'),
  recent: () => vscode.l10n.t('Recent'),
  archived: () => vscode.l10n.t('Archived'),
  elsewhere: () => vscode.l10n.t('Other workspaces'),
};

function groupItem(group: SessionGroup): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(
    GROUP_TITLES[group](),
    group === 'archived' ? Collapsed : Expanded,
  );
  item.id = group;
  return item;
}

function sessionItem(item: SessionListItem): vscode.TreeItem {
  const { id, title, agentName, pinned, archived, root } = item;
  const label = title || vscode.l10n.t('New session');
  const state = [getStateLabel(item), getPendingLabel(item)].filter(part => part !== '');
  const node = new vscode.TreeItem(state.length > 0 ? truncate(label, TITLE_LIMIT_CHARS) : label);
  const details = [...state, agentName, root && basename(root)];
  node.id = root === undefined ? id : `${root} ${id}`;
  node.description = details.filter(Boolean).join(' · ');
  node.iconPath = getStateIcon(item);
  node.tooltip = [label, ...details].filter(Boolean).join('\n');
  node.contextValue = [
    root === undefined ? 'session' : 'elsewhere',
    pinned ? 'pinned' : 'unpinned',
    archived ? 'archived' : 'listed',
  ].join(' ');
  node.command = {
    command: COMMANDS.openSession,
    title: vscode.l10n.t('Open Session'),
    arguments: [{ kind: 'session', item } satisfies SessionNode],
  };
  return node;
}

function getPendingLabel({ pendingCount }: SessionListItem): string {
  if (pendingCount === 0) {
    return '';
  }
  return pendingCount === 1
    ? vscode.l10n.t('1 file to review')
    : vscode.l10n.t('{0} files to review', pendingCount);
}
