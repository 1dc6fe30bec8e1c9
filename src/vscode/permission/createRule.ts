import * as vscode from 'vscode';
import type { RulePolicy } from '../../agent/permission/rulePolicy.ts';
import { parseInput } from '../../agent/session/automaticPermissions.ts';
import type { Session } from '../../agent/session/session.ts';
import type { PermissionRule } from '../../core/permission/permissionRule.ts';
import { getRequestPaths } from '../../core/permission/requestSubject.ts';
import type { RuleSuggestion } from '../../core/permission/suggestRules.ts';
import { findOpenPermission } from '../../core/session/transcript/permissionEntry.ts';
import { showInvisible } from '../../core/text/visibleLine.ts';
import { showInformationMessage, showQuickPick } from '../notifications.ts';
import { getSetting, updateSetting } from '../settings.ts';

/** What fits into one line of the list. */
const LIST_LINE_CHARS = 80;

interface ScopeItem extends vscode.QuickPickItem {
  readonly rules: readonly PermissionRule[];
}

/** Offers rules for an open request, each with its text. The chosen one is added, and the request is allowed once. */
export async function createRule(
  session: Session,
  entryId: string,
  policy: RulePolicy,
): Promise<void> {
  const { conversation, agent, roots } = session;
  const entry = findOpenPermission(conversation.transcript, entryId);
  if (!entry || entry.source === 'client') {
    return;
  }
  const suggestions = await policy.suggest({
    agent: { id: agent.id, name: agent.name },
    sessionId: session.id,
    source: 'agent',
    roots,
    kind: entry.toolKind,
    paths: getRequestPaths(entry, parseInput(entry.input)),
    ...(entry.command !== undefined && { command: { kind: 'line', line: entry.command } }),
  });
  if (suggestions.length === 0) {
    void showInformationMessage(
      vscode.l10n.t("Can't create a rule because it isn't clear what this request does."),
    );
    return;
  }
  const chosen = await showQuickPick(suggestions.map(toItem), {
    title: vscode.l10n.t('Always Allow...'),
    placeHolder: vscode.l10n.t('Select a rule to add to your settings'),
  });
  if (chosen && (await confirmRules(chosen.rules))) {
    await addRules(chosen.rules);
    const once = entry.choices.find(({ kind }) => kind === 'allow_once');
    session.answerPermission(entryId, once?.optionId ?? '');
  }
}

function toItem({ scope, rules }: RuleSuggestion): ScopeItem {
  const all = [...modeRules(), ...rules];
  return {
    label: getScopeLabel(scope),
    detail: all.map(rule => JSON.stringify(rule)).join('  '),
    rules: all,
  };
}

/** The list shows one line per rule and cuts the rest, so a longer rule is shown as a whole before it is created. */
async function confirmRules(rules: readonly PermissionRule[]): Promise<boolean> {
  const texts = rules.map(rule => showInvisible(JSON.stringify(rule)));
  if (texts.join('  ').length <= LIST_LINE_CHARS) {
    return true;
  }
  const add = vscode.l10n.t('Add Rule');
  const question = vscode.l10n.t('Add this to accord.permissions.rules?');
  const detail = texts.join('\n\n');
  return (await showInformationMessage(question, { modal: true, detail }, add)) === add;
}

function getScopeLabel(scope: RuleSuggestion['scope']): string {
  switch (scope) {
    case 'exactCommand':
      return vscode.l10n.t('This exact command');
    case 'programWithArguments':
      return vscode.l10n.t('This program with any additional arguments');
    case 'kindInFolder':
      return vscode.l10n.t('This kind of action in this folder');
  }
}

/** Rules apply in their own mode only. Whoever leaves the mode for edits keeps what it allows. */
const modeRules = (): readonly PermissionRule[] =>
  getSetting('permissions.mode') === 'allowEdits'
    ? [{ decision: 'allow', kind: ['edit', 'delete', 'move'], path: '**' }]
    : [];

async function addRules(rules: readonly PermissionRule[]): Promise<void> {
  const existing = getSetting('permissions.rules');
  const before: readonly unknown[] = Array.isArray(existing) ? existing : [];
  const known = new Set(before.map(rule => JSON.stringify(rule)));
  const added = rules.filter(rule => !known.has(JSON.stringify(rule)));
  await updateSetting('permissions.rules', [...before, ...added]);
  await updateSetting('permissions.mode', 'rules');
}
