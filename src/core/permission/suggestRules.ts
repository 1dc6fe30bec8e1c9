import { relativeSegments } from '../files/isInside.ts';
import { globToRegExp } from '../files/glob.ts';
import { unwrapShell } from './commandSpellings.ts';
import { canRunAnyProgram, isSubcommand } from './programs.ts';
import type { PermissionRule } from './permissionRule.ts';
import {
  PermissionRules,
  type PermissionEnvironment,
  type PermissionSubject,
} from './permissionRules.ts';
import { parseShellCommands, quoteWord, type ShellCommand } from './shellCommands.ts';

/** Rules that would allow what an agent wants now, and similar things later. The smallest scope comes first. */
export interface RuleSuggestion {
  readonly scope: 'exactCommand' | 'programWithArguments' | 'kindInFolder';
  readonly rules: readonly PermissionRule[];
}

/** What the user can choose from under "Always allow". Nothing is suggested that would not allow the subject itself. */
export function suggestRules(
  subject: PermissionSubject,
  environment: PermissionEnvironment,
): readonly RuleSuggestion[] {
  const suggestions =
    subject.command === undefined
      ? suggestFolder(subject, environment)
      : suggestCommands(subject, environment);
  return suggestions.filter(
    ({ rules }) =>
      new PermissionRules('rules', rules, environment).decide(subject).decision === 'allow',
  );
}

function suggestCommands(
  subject: PermissionSubject,
  environment: PermissionEnvironment,
): readonly RuleSuggestion[] {
  const { command } = subject;
  const outer =
    command?.kind === 'line'
      ? parseShellCommands(command.line, environment.shell)
      : command && [[command.program, ...command.args]];
  const commands = outer?.flatMap(words => unwrapShell(words, environment.shell) ?? []);
  if (!commands) {
    return [];
  }
  const toRules = (pattern: (words: ShellCommand) => string): readonly PermissionRule[] =>
    [...new Set(commands.map(pattern))].map(text => ({
      decision: 'allow',
      agent: escapeGlob(subject.agentName),
      kind: 'execute',
      command: text,
    }));
  return [
    { scope: 'exactCommand', rules: toRules(words => words.map(quoteWord).join(' ')) },
    // A rule for any arguments of such a program would allow every program.
    ...(commands.some(([program = '', first = '']) => canRunAnyProgram(program, first))
      ? []
      : [{ scope: 'programWithArguments', rules: toRules(toPrefixPattern) } as const]),
  ];
}

/** `npm run build --quiet` becomes `npm run *`: the program, and its subcommand if it has one. */
function toPrefixPattern(words: ShellCommand): string {
  const [program = '', first] = words;
  const prefix = first !== undefined && isSubcommand(first) ? [program, first] : [program];
  return [...prefix.map(quoteWord), '*'].join(' ');
}

function suggestFolder(
  { agentName, kind, paths }: PermissionSubject,
  { roots, style }: PermissionEnvironment,
): readonly RuleSuggestion[] {
  const folders = paths.flatMap(path => {
    const names = roots.flatMap(root => {
      const below = relativeSegments(root, path, style);
      return below ? [below.slice(0, -1)] : [];
    });
    return names.slice(0, 1);
  });
  if (folders.length === 0 || folders.length < paths.length) {
    return [];
  }
  const shared = folders.reduce((one, other) => one.slice(0, countEqual(one, other)));
  const path = [...shared.map(escapeGlob), '**'].join('/');
  return globToRegExp(path) === undefined
    ? []
    : [
        {
          scope: 'kindInFolder',
          rules: [{ decision: 'allow', agent: escapeGlob(agentName), kind, path }],
        },
      ];
}

function countEqual(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((name, index) => name !== other[index]);
  return different === -1 ? one.length : different;
}

/** A name in which nothing is a wildcard. */
const escapeGlob = (name: string): string => name.replaceAll(/[*?[{]/g, '[$&]');
