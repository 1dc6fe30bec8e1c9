import * as vscode from 'vscode';
import type { DecisionLog, LoggedDecision } from '../../agent/permission/decisionLog.ts';
import { asRecord, parseJson } from '../../core/json.ts';
import { visibleLine } from '../../core/text/visibleLine.ts';
import { showQuickPick } from '../notifications.ts';
import { getSetting, updateSetting } from '../settings.ts';

interface RuleItem extends vscode.QuickPickItem {
  readonly opensSettings?: boolean;
  /** The rule that is revoked. */
  readonly rule?: string;
}

const RECENT_LIMIT = 50;
const LINE_LIMIT_CHARS = 300;

/** Lists the rules and what was decided lately. A chosen rule can be revoked. */
export async function showPermissionRules(log: DecisionLog): Promise<void> {
  const rules = readRules();
  const decisions = await log.recent(RECENT_LIMIT);
  const chosen = await showQuickPick(
    [
      { label: vscode.l10n.t('Edit in Settings'), opensSettings: true },
      separator(vscode.l10n.t('Rules (select one to revoke it)')),
      ...rules.map(rule => toRuleItem(rule, decisions)),
      separator(vscode.l10n.t('Recent automatic decisions')),
      ...decisions.map(toDecisionItem),
    ],
    { title: vscode.l10n.t('Permission Rules'), matchOnDetail: true },
  );
  if (chosen?.opensSettings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'accord.permissions');
  } else if (chosen?.rule !== undefined) {
    await revoke(chosen.rule);
  }
}

/** The rules as JSON, also those that are invalid. */
function readRules(): readonly string[] {
  const rules = getSetting('permissions.rules');
  return Array.isArray(rules) ? rules.map(rule => JSON.stringify(rule)) : [];
}

const separator = (label: string): RuleItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

function toRuleItem(rule: string, decisions: readonly LoggedDecision[]): RuleItem {
  const count = decisions.filter(({ rules }) => rules.includes(rule)).length;
  return {
    label: plain(getSummary(rule)),
    ...(count > 0 && { description: vscode.l10n.t('recent decisions: {0}', count) }),
    detail: plain(rule),
    rule,
  };
}

/** The decision and what it is about, in the words of the settings. The whole rule may be too long for one line. */
function getSummary(rule: string): string {
  const { decision, kind, command, path } = asRecord(parseJson(rule)) ?? {};
  const words = [decision, kind, command, path].flat().filter(word => typeof word === 'string');
  return words.join(' ') || rule;
}

function toDecisionItem({ atMs, agent, kind, paths, command, decision }: LoggedDecision): RuleItem {
  return {
    label: plain(command ?? paths.join(', ')) || kind,
    description:
      decision === 'allow'
        ? vscode.l10n.t('allowed for {0}', agent)
        : vscode.l10n.t('denied for {0}', agent),
    detail: `${new Date(atMs).toLocaleString()} · ${kind}`,
  };
}

const plain = (text: string): string => visibleLine(text, LINE_LIMIT_CHARS);

async function revoke(rule: string): Promise<void> {
  const revokeIt = vscode.l10n.t('Revoke Rule');
  const confirmed = await showQuickPick(
    [{ label: revokeIt, detail: plain(rule) }, { label: vscode.l10n.t('Cancel') }],
    { title: vscode.l10n.t('Permission Rules') },
  );
  if (confirmed?.label === revokeIt) {
    const rules = getSetting('permissions.rules');
    const kept = (Array.isArray(rules) ? rules : []).filter(one => JSON.stringify(one) !== rule);
    await updateSetting('permissions.rules', kept);
  }
}
