import * as vscode from 'vscode';
import { GROUPINGS, type HistoryGrouping } from './historyPickItems.ts';

export interface HistoryTitleButton extends vscode.QuickInputButton {
  readonly title: 'everywhere' | 'group' | 'import';
}

export const historyPickButtons = (by: HistoryGrouping): readonly HistoryTitleButton[] => [
  titleButton('group', 'list-tree', GROUP_BY[nextGrouping(by)]()),
  titleButton('everywhere', 'globe', vscode.l10n.t('Show Sessions in All Workspaces')),
  titleButton('import', 'cloud-download', vscode.l10n.t('Import Session...')),
];

export const nextGrouping = (by: HistoryGrouping): HistoryGrouping =>
  GROUPINGS[(GROUPINGS.indexOf(by) + 1) % GROUPINGS.length] ?? 'date';

export const isTitleButton = (button: vscode.QuickInputButton): button is HistoryTitleButton =>
  'title' in button;

const GROUP_BY: Readonly<Record<HistoryGrouping, () => string>> = {
  date: () => vscode.l10n.t('Group by Date'),
  agent: () => vscode.l10n.t('Group by Agent'),
  state: () => vscode.l10n.t('Group by State'),
};

const titleButton = (
  title: HistoryTitleButton['title'],
  icon: string,
  tooltip: string,
): HistoryTitleButton => ({
  title,
  iconPath: new vscode.ThemeIcon(icon),
  tooltip,
});
