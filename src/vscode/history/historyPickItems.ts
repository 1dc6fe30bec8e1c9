import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { HistoryMatch } from '../../agent/journal/sessionHistory.ts';
import type { AgentSessionListing } from '../../agent/session/sessions.ts';
import type { HistoryItem, SessionOutcome } from '../../core/history/historyItem.ts';

/** What a button beside a session does. */
export type HistoryAction = 'rename' | 'pin' | 'unpin' | 'delete' | 'copy';

export const GROUPINGS = ['date', 'agent', 'state'] as const;
export type HistoryGrouping = (typeof GROUPINGS)[number];

export interface HistoryButton extends vscode.QuickInputButton {
  readonly action: HistoryAction;
}

export interface HistoryPickItem extends vscode.QuickPickItem {
  readonly item?: HistoryItem;
  readonly entryId?: string | undefined;
  readonly agentSession?: AgentSessionListing;
  /** A session of another workspace. */
  readonly otherWorkspace?: HistoryItem;
}

/** The sessions of this workspace, newest first, grouped under separators. A group is where its newest session is. */
export function historyPickItems(
  items: readonly HistoryItem[],
  by: HistoryGrouping,
  nowMs: number,
): readonly HistoryPickItem[] {
  const headed = items.map(item => ({ item, heading: HEADINGS[by](item, nowMs) }));
  const headings = [...new Set(headed.map(({ heading }) => heading))];
  return headings.flatMap(heading => [
    separator(heading),
    ...headed.filter(one => one.heading === heading).map(({ item }) => createItem(item, nowMs)),
  ]);
}

/** The matches of a search, without separators. */
export const searchResultItems = (
  found: readonly HistoryMatch[],
  nowMs: number,
): readonly HistoryPickItem[] =>
  found.map(({ item, entryId, snippet }) => ({
    ...createItem(item, nowMs),
    entryId,
    ...(snippet === undefined ? {} : { detail: snippet }),
  }));

/** Sessions of other workspaces, all or those that match a search. */
export function otherWorkspaceItems(
  found: readonly HistoryMatch[],
  nowMs: number,
): readonly HistoryPickItem[] {
  const rows = found.map(({ item, snippet }): HistoryPickItem => ({
    otherWorkspace: item,
    label: item.name || vscode.l10n.t('Untitled'),
    description: [basename(item.root ?? ''), item.agentName, formatAge(item.updatedMs, nowMs)]
      .filter(Boolean)
      .join(' · '),
    iconPath: new vscode.ThemeIcon('folder'),
    ...(snippet === undefined ? {} : { detail: snippet }),
    buttons: [button('copy', 'insert', vscode.l10n.t('Copy to This Workspace'))],
    alwaysShow: true,
  }));
  return rows.length === 0 ? [] : [separator(vscode.l10n.t('Other workspaces')), ...rows];
}

/** Sessions that agents have stored and the history does not have. */
export function agentSessionItems(
  listed: readonly AgentSessionListing[],
  nowMs: number,
): readonly HistoryPickItem[] {
  if (listed.length === 0) {
    return [];
  }
  const rows = listed.map((one): HistoryPickItem => ({
    agentSession: one,
    label: one.session.title || vscode.l10n.t('Untitled'),
    description: [one.agentName, formatAge(one.session.updatedMs, nowMs)]
      .filter(Boolean)
      .join(' · '),
    iconPath: new vscode.ThemeIcon('cloud'),
    buttons: one.canDelete ? [button('delete', 'trash', vscode.l10n.t('Delete'))] : [],
    alwaysShow: true,
  }));
  return [separator(vscode.l10n.t('Stored by the agent')), ...rows];
}

const separator = (label: string): HistoryPickItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

function createItem(item: HistoryItem, nowMs: number): HistoryPickItem {
  return {
    item,
    label: item.name || vscode.l10n.t('Untitled'),
    description: [item.agentName, formatAge(item.updatedMs, nowMs), OUTCOMES[item.outcome]()]
      .filter(Boolean)
      .join(' · '),
    iconPath: new vscode.ThemeIcon(item.pinned ? 'pinned' : 'comment'),
    buttons: [
      button('rename', 'edit', vscode.l10n.t('Rename')),
      item.pinned
        ? button('unpin', 'pinned', vscode.l10n.t('Unpin'))
        : button('pin', 'pin', vscode.l10n.t('Pin')),
      button('delete', 'trash', vscode.l10n.t('Delete')),
    ],
    alwaysShow: true, // The search covers the whole transcript, so the quick pick must not filter again.
  };
}

const button = (action: HistoryAction, icon: string, tooltip: string): HistoryButton => ({
  action,
  iconPath: new vscode.ThemeIcon(icon),
  tooltip,
});

const HEADINGS: Readonly<Record<HistoryGrouping, (item: HistoryItem, nowMs: number) => string>> = {
  date: (item, nowMs) => getDateHeading(item, nowMs),
  agent: ({ agentName }) => agentName,
  state: ({ outcome }) => OUTCOMES[outcome]() || vscode.l10n.t('done'),
};

const OUTCOMES: Readonly<Record<SessionOutcome, () => string>> = {
  done: () => '',
  stopped: () => vscode.l10n.t('stopped'),
  failed: () => vscode.l10n.t('failed'),
  unfinished: () => vscode.l10n.t('unfinished'),
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function getDateHeading({ pinned, updatedMs }: HistoryItem, nowMs: number): string {
  if (pinned) {
    return vscode.l10n.t('Pinned');
  }
  const midnightMs = new Date(nowMs).setHours(0, 0, 0, 0);
  if (updatedMs >= midnightMs) {
    return vscode.l10n.t('Today');
  }
  if (updatedMs >= midnightMs - DAY_MS) {
    return vscode.l10n.t('Yesterday');
  }
  return updatedMs >= midnightMs - 7 * DAY_MS
    ? vscode.l10n.t('Last 7 days')
    : vscode.l10n.t('Older');
}

function formatAge(ms: number | undefined, nowMs: number): string {
  if (ms === undefined) {
    return '';
  }
  const agoMs = nowMs - ms;
  if (agoMs < MINUTE_MS) {
    return vscode.l10n.t('now');
  }
  if (agoMs < HOUR_MS) {
    return vscode.l10n.t('{0} min', Math.floor(agoMs / MINUTE_MS));
  }
  return agoMs < DAY_MS
    ? vscode.l10n.t('{0} h', Math.floor(agoMs / HOUR_MS))
    : new Date(ms).toLocaleDateString();
}
