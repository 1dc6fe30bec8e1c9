import type { ToolKind } from '@agentclientprotocol/sdk';
import { globToRegExp } from '../files/glob.ts';
import { isInside, relativeSegments } from '../files/isInside.ts';
import type { PathStyle } from '../files/pathStyle.ts';
import { getSensitivity } from '../files/sensitivity.ts';
import type { CommandLine } from '../terminal/commandLine.ts';
import type { PermissionDecision, PermissionRule } from './permissionRule.ts';
import {
  parseCommandPattern,
  parseShellCommands,
  WILDCARD,
  type ShellCommand,
  type ShellSyntax,
} from './shellCommands.ts';

/** How requests are answered: always by the user, edits automatically, or by the user's rules. */
export type PermissionMode = 'ask' | 'allowEdits' | 'rules';

/** What an agent wants to do. */
export interface PermissionSubject {
  readonly agentId: string;
  readonly agentName: string;
  readonly kind: ToolKind;
  /** Absolute paths, with links resolved where we know them. */
  readonly paths: readonly string[];
  readonly command?: CommandLine | undefined;
}

/** Where the rules are applied. */
export interface PermissionEnvironment {
  /** The folders of the workspace, in every spelling in which a path may name them. */
  readonly roots: readonly string[];
  readonly style: PathStyle;
  readonly shell: ShellSyntax;
  readonly homeFolder: string;
}

/** A decision, and what made it: a rule, the mode, or the absence of both. */
export interface DecidedPermission {
  readonly decision: PermissionDecision;
  readonly reason:
    | { readonly kind: 'rule'; readonly rules: readonly PermissionRule[] }
    | { readonly kind: 'mode' }
    | { readonly kind: 'default' };
}

const ASK: DecidedPermission = { decision: 'ask', reason: { kind: 'default' } };

const REVIEWED_KINDS: readonly ToolKind[] = ['edit', 'delete', 'move'];

interface CompiledRule {
  readonly rule: PermissionRule;
  readonly agent: RegExp | undefined;
  readonly kinds: readonly ToolKind[] | undefined;
  readonly path: { readonly pattern: RegExp; readonly isAbsolute: boolean } | undefined;
  readonly command: readonly (string | RegExp)[] | undefined;
}

/**
 * Decides requests by the user's rules. Deny wins over ask, ask over allow. A rule allows only what it covers as a whole:
 * every path, and every command of a line. A rule denies, or asks for, what it covers in part.
 */
export class PermissionRules {
  readonly #mode: PermissionMode;
  readonly #environment: PermissionEnvironment;
  readonly #rules: Readonly<Record<PermissionDecision, readonly CompiledRule[]>>;

  constructor(
    mode: PermissionMode,
    rules: readonly PermissionRule[],
    environment: PermissionEnvironment,
  ) {
    this.#mode = mode;
    this.#environment = environment;
    const compiled = rules.map(rule => compile(rule, environment));
    const byDecision = (wanted: PermissionDecision): readonly CompiledRule[] =>
      compiled.filter(({ rule }) => rule.decision === wanted);
    this.#rules = { allow: byDecision('allow'), ask: byDecision('ask'), deny: byDecision('deny') };
  }

  decide(subject: PermissionSubject): DecidedPermission {
    const commands = this.#parseCommands(subject);
    const denied = this.#rules.deny.find(rule => this.#touches(rule, subject, commands));
    if (denied) {
      return { decision: 'deny', reason: { kind: 'rule', rules: [denied.rule] } };
    }
    if (this.#mode === 'allowEdits') {
      return this.#isReviewedEdit(subject) ? { decision: 'allow', reason: { kind: 'mode' } } : ASK;
    }
    return this.#mode === 'rules' ? this.#decideByRules(subject, commands) : ASK;
  }

  #decideByRules(
    subject: PermissionSubject,
    commands: readonly ShellCommand[] | undefined,
  ): DecidedPermission {
    const asked = this.#rules.ask.find(rule => this.#touches(rule, subject, commands));
    if (asked) {
      return { decision: 'ask', reason: { kind: 'rule', rules: [asked.rule] } };
    }
    const allowing =
      subject.command === undefined
        ? this.#allowing(subject)
        : this.#allowingCommands(subject, commands);
    return allowing.length > 0
      ? { decision: 'allow', reason: { kind: 'rule', rules: allowing.map(({ rule }) => rule) } }
      : ASK;
  }

  /** Whether a rule covers any part of what is wanted. A command that is not understood is covered by its program's name. */
  #touches(
    rule: CompiledRule,
    subject: PermissionSubject,
    commands: readonly ShellCommand[] | undefined,
  ): boolean {
    if (!matchesAgentAndKind(rule, subject, getKind(subject))) {
      return false;
    }
    if (rule.path && !subject.paths.some(path => this.#matchesPath(rule, path))) {
      return false;
    }
    if (!rule.command) {
      return true;
    }
    return commands
      ? commands.some(command => matchesCommand(rule, command))
      : subject.command !== undefined && mentionsProgram(rule, subject.command);
  }

  /** The rule that allows something other than a command: every path must be covered, and none may be sensitive. */
  #allowing(subject: PermissionSubject): readonly CompiledRule[] {
    if (subject.paths.some(path => this.#isSensitive(path))) {
      return [];
    }
    const candidates = this.#rules.allow.filter(
      rule => !rule.command && matchesAgentAndKind(rule, subject, subject.kind),
    );
    if (subject.paths.length === 0) {
      return candidates.filter(rule => !rule.path).slice(0, 1);
    }
    const covering = subject.paths.map(path =>
      candidates.find(rule =>
        rule.path ? this.#matchesPath(rule, path) : this.#isInWorkspace(path),
      ),
    );
    return coveringAll(covering);
  }

  /** The rules that allow every command of a line. Paths that the agent names beside it must be covered as well. */
  #allowingCommands(
    subject: PermissionSubject,
    commands: readonly ShellCommand[] | undefined,
  ): readonly CompiledRule[] {
    const candidates = this.#rules.allow.filter(
      rule => !rule.path && matchesAgentAndKind(rule, subject, 'execute'),
    );
    const general = candidates.find(rule => !rule.command && rule.kinds);
    if (general) {
      return [general];
    }
    return coveringAll(
      (commands ?? []).map(command =>
        candidates.find(rule => rule.command && matchesCommand(rule, command)),
      ),
    );
  }

  #isReviewedEdit({ kind, paths, command }: PermissionSubject): boolean {
    return (
      command === undefined &&
      REVIEWED_KINDS.includes(kind) &&
      paths.length > 0 &&
      paths.every(path => this.#isInWorkspace(path) && !this.#isSensitive(path))
    );
  }

  #parseCommands({ command }: PermissionSubject): readonly ShellCommand[] | undefined {
    if (command?.kind === 'program') {
      return [[command.program, ...command.args]];
    }
    return command && parseShellCommands(command.line, this.#environment.shell);
  }

  #isInWorkspace(path: string): boolean {
    const { roots, style } = this.#environment;
    return roots.some(root => isInside(root, path, style));
  }

  #isSensitive(path: string): boolean {
    return this.#relativeNames(path).some(names => getSensitivity(names) !== undefined);
  }

  #matchesPath({ path: condition }: CompiledRule, path: string): boolean {
    if (!condition) {
      return true;
    }
    return condition.isAbsolute
      ? condition.pattern.test(path.replaceAll('\\', '/'))
      : this.#relativeNames(path).some(names => condition.pattern.test(names.join('/'))) &&
          this.#isInWorkspace(path);
  }

  /** The names from each root down to the path; all of them if it lies outside. */
  #relativeNames(path: string): readonly (readonly string[])[] {
    const { roots, style } = this.#environment;
    const below = roots.flatMap(root => {
      const names = relativeSegments(root, path, style);
      return names ? [names] : [];
    });
    return below.length > 0 ? below : [path.split(/[\\/]/).filter(name => name !== '')];
  }
}

/** Whatever an agent calls it: what has a command runs it. */
const getKind = ({ kind, command }: PermissionSubject): ToolKind =>
  command === undefined ? kind : 'execute';

const coveringAll = (covering: readonly (CompiledRule | undefined)[]): readonly CompiledRule[] =>
  covering.every(rule => rule !== undefined) ? [...new Set(covering)] : [];

function matchesAgentAndKind(
  { agent, kinds }: CompiledRule,
  { agentId, agentName }: PermissionSubject,
  kind: ToolKind,
): boolean {
  return (
    (!kinds || kinds.includes(kind)) && (!agent || agent.test(agentName) || agent.test(agentId))
  );
}

function matchesCommand({ command: pattern = [] }: CompiledRule, command: ShellCommand): boolean {
  const takesRest = pattern.at(-1) === WILDCARD;
  const words = takesRest ? pattern.slice(0, -1) : pattern;
  return (
    (takesRest ? command.length >= words.length : command.length === words.length) &&
    words.every((word, index) => matchesWord(word, command[index] ?? ''))
  );
}

const matchesWord = (pattern: string | RegExp, word: string): boolean =>
  typeof pattern === 'string' ? pattern === word : pattern.test(word);

/** A line that is not understood may still run the program that a rule forbids. */
function mentionsProgram({ command: pattern = [] }: CompiledRule, command: CommandLine): boolean {
  const [program] = pattern;
  const words = command.kind === 'line' ? command.line.split(/[^\w@%+=:,./-]+/) : [command.program];
  return (
    program !== undefined &&
    words.some(word => matchesWord(program, word) || matchesWord(program, baseName(word)))
  );
}

const baseName = (path: string): string => /[^/\\]*$/.exec(path)?.[0] ?? path;

function compile(rule: PermissionRule, environment: PermissionEnvironment): CompiledRule {
  const flags = environment.style.ignoreCase ? 'i' : '';
  const path = rule.path?.replace(/^~(?=\/|$)/, environment.homeFolder).replaceAll('\\', '/');
  const pattern = path === undefined ? undefined : globToRegExp(path, flags);
  return {
    rule,
    agent: rule.agent === undefined ? undefined : globToRegExp(rule.agent, 'i'),
    kinds: rule.kind === undefined || Array.isArray(rule.kind) ? rule.kind : [rule.kind],
    path: pattern && { pattern, isAbsolute: /^(?:\/|[a-z]:)/i.test(path ?? '') },
    command: rule.command === undefined ? undefined : compileCommand(rule.command),
  };
}

function compileCommand(pattern: string): readonly (string | RegExp)[] {
  const words = parseCommandPattern(pattern) ?? [];
  return words.map((word, index) =>
    word.includes(WILDCARD) && !(word === WILDCARD && index === words.length - 1)
      ? new RegExp(`^${word.split(WILDCARD).map(escapeRegExp).join('.*')}$`, 's')
      : word,
  );
}

const escapeRegExp = (text: string): string =>
  text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
