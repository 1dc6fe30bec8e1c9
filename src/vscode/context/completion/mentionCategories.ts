import * as vscode from 'vscode';
import type { MentionCompletionItem } from './mentionCompletionItem.ts';

/** A kind of context that the menu lists on demand. The user can also type the prefix. */
export interface MentionCategory {
  readonly prefix: string;
  readonly label: string;
  readonly icon: string;
}

const getCategories = (): readonly MentionCategory[] => [
  { prefix: 'file:', label: vscode.l10n.t('Files'), icon: 'file' },
  { prefix: '#', label: vscode.l10n.t('Symbols'), icon: 'symbol-method' },
  { prefix: 'git:', label: vscode.l10n.t('Git'), icon: 'git-branch' },
  { prefix: 'problem:', label: vscode.l10n.t('Problems'), icon: 'warning' },
  { prefix: 'terminal:', label: vscode.l10n.t('Terminal'), icon: 'terminal' },
  { prefix: 'session:', label: vscode.l10n.t('Sessions'), icon: 'history' },
];

/** The category that the typed text names, and the rest of the text. */
export function parseCategory(
  typed: string,
): { readonly category: MentionCategory; readonly rest: string } | undefined {
  const category = getCategories().find(({ prefix }) => typed.startsWith(prefix));
  return category && { category, rest: typed.slice(category.prefix.length) };
}

/** One row for each category that has items, and the rows that need no category. */
export function categoryItems(
  items: readonly MentionCompletionItem[],
): readonly MentionCompletionItem[] {
  const group = vscode.l10n.t('Add Context');
  const always = ['file:', '#'];
  const categories = getCategories().filter(
    ({ prefix, label }) => always.includes(prefix) || items.some(item => item.group === label),
  );
  return [
    ...categories.map(({ prefix, label, icon }) => ({
      label,
      icon,
      group,
      query: prefix,
      detail: prefix,
    })),
    ...items.filter(item => item.group === vscode.l10n.t('More')).map(item => ({ ...item, group })),
  ];
}
