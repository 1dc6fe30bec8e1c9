import * as vscode from 'vscode';
import { sanitizeMessage } from '../../core/chat/attention.ts';
import type { SessionListItem } from '../../core/history/sessionList.ts';

/** The state of a session in words. A finished session needs none. */
export function getStateLabel({ state, request }: SessionListItem): string {
  switch (state) {
    case 'waiting':
      return request === undefined
        ? vscode.l10n.t('needs input')
        : vscode.l10n.t('needs input: {0}', sanitizeMessage(request));
    case 'working':
      return vscode.l10n.t('working');
    case 'starting':
      return vscode.l10n.t('starting');
    case 'failed':
      return vscode.l10n.t('failed');
    case 'stopped':
      return vscode.l10n.t('stopped');
    case 'unfinished':
      return vscode.l10n.t('unfinished');
    case 'done':
    case 'idle':
      return '';
  }
}

/** The state of a session as an icon. */
export function getStateIcon({ state, pendingCount }: SessionListItem): vscode.ThemeIcon {
  switch (state) {
    case 'waiting':
      return new vscode.ThemeIcon('bell-dot', new vscode.ThemeColor('list.warningForeground'));
    case 'working':
    case 'starting':
      return new vscode.ThemeIcon('loading~spin');
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    case 'stopped':
    case 'unfinished':
      return new vscode.ThemeIcon('circle-slash');
    case 'done':
    case 'idle':
      return new vscode.ThemeIcon(pendingCount > 0 ? 'diff' : 'comment');
  }
}
