import type { ToolKind } from '@agentclientprotocol/sdk';
import { asRecord } from '../json.ts';
import { globToRegExp } from '../files/glob.ts';
import { localizable, localizableMessage, type LocalizableMessage } from '../l10n.ts';
import { parseCommandPattern } from './shellCommands.ts';

/** What a rule decides. */
export type PermissionDecision = 'allow' | 'ask' | 'deny';

/** One rule of `accord.permissions.rules`. A condition that is left out is met by everything. */
export interface PermissionRule {
  readonly decision: PermissionDecision;
  /** A glob for the name or the id of an agent. */
  readonly agent?: string;
  readonly kind?: ToolKind | readonly ToolKind[];
  /** A glob: relative to a workspace folder, or absolute. */
  readonly path?: string;
  /** The words of a command. `*` matches within a word; as the last word it matches any further arguments. */
  readonly command?: string;
}

/** The rules of the settings, and what is wrong with those that cannot be used. */
export interface ParsedRules {
  readonly rules: readonly PermissionRule[];
  readonly problems: readonly LocalizableMessage[];
}

const DECISIONS: readonly PermissionDecision[] = ['allow', 'ask', 'deny'];

/** The protocol's kinds of tools. */
export const TOOL_KINDS: readonly ToolKind[] = [
  ...(['read', 'edit', 'delete', 'move', 'search', 'execute'] as const),
  ...(['think', 'fetch', 'switch_mode', 'other'] as const),
];

const CONDITIONS = ['agent', 'kind', 'path', 'command'] as const;

/** Reads the setting strictly: a rule with a misspelled condition would match more than the user wants. */
export function parsePermissionRules(value: unknown): ParsedRules {
  if (value === undefined || value === null) {
    return { rules: [], problems: [] };
  }
  if (!Array.isArray(value)) {
    return { rules: [], problems: [localizableMessage(localizable('The rules must be a list.'))] };
  }
  const problems: LocalizableMessage[] = [];
  const rules = value.flatMap((item: unknown, index) => {
    const problem = findProblem(item);
    if (isRule(item, problem)) {
      return [item];
    }
    if (problem) {
      problems.push(localizableMessage(localizable('Rule {0}: {1}'), index + 1, problem));
    }
    return [];
  });
  return { rules, problems };
}

/** `findProblem` has checked every property. */
const isRule = (item: unknown, problem: LocalizableMessage | undefined): item is PermissionRule =>
  problem === undefined && item !== undefined;

function findProblem(item: unknown): LocalizableMessage | undefined {
  const rule = asRecord(item);
  if (!rule) {
    return localizableMessage(localizable('It must be an object.'));
  }
  const unknownKey = Object.keys(rule).find(
    key => key !== 'decision' && !CONDITIONS.some(condition => condition === key),
  );
  if (unknownKey !== undefined) {
    return localizableMessage(localizable('"{0}" isn\'t a rule property.'), unknownKey);
  }
  if (!DECISIONS.some(decision => decision === rule['decision'])) {
    return localizableMessage(localizable('"decision" must be "allow", "ask", or "deny".'));
  }
  if (rule['decision'] === 'allow' && CONDITIONS.slice(1).every(key => rule[key] === undefined)) {
    return localizableMessage(localizable('An "allow" rule needs a "kind", "path", or "command".'));
  }
  return findConditionProblem(rule);
}

function findConditionProblem(
  rule: Readonly<Record<string, unknown>>,
): LocalizableMessage | undefined {
  const kinds: readonly unknown[] = Array.isArray(rule['kind']) ? rule['kind'] : [rule['kind']];
  if (
    rule['kind'] !== undefined &&
    !kinds.every(kind => TOOL_KINDS.some(known => known === kind))
  ) {
    return localizableMessage(localizable('"kind" must be one of: {0}'), TOOL_KINDS.join(', '));
  }
  for (const key of ['agent', 'path', 'command'] as const) {
    const text = rule[key];
    if (text !== undefined && !isUsable(key, text)) {
      return localizableMessage(localizable('"{0}" is invalid.'), key);
    }
  }
  return undefined;
}

function isUsable(key: 'agent' | 'path' | 'command', text: unknown): boolean {
  if (typeof text !== 'string' || text === '') {
    return false;
  }
  return key === 'command'
    ? parseCommandPattern(text) !== undefined
    : globToRegExp(text) !== undefined && !(key === 'path' && matchesNothing(text));
}

/** Paths are compared without `..`, and `.` is removed only where it is no part of a group. */
const matchesNothing = (path: string): boolean =>
  /(?:^|[/\\{,])\.\.(?:$|[/\\},])|[{,]\.[/\\]/.test(path);
