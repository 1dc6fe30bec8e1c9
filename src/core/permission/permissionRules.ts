import type { ToolKind } from '@agentclientprotocol/sdk';
import { globToRegExp } from '../files/glob.ts';
import type { PathStyle } from '../files/pathStyle.ts';
import type { CommandLine } from '../terminal/commandLine.ts';
import type { PermissionDecision, PermissionRule } from './permissionRule.ts';
import {
  compileCommandPattern,
  indexCommands,
  matchesAny,
  matchesCommand,
  mentionsProgram,
  type CommandIndex,
  type CommandPattern,
} from './commandPattern.ts';
import {
  getLineNames,
  getCommandMentions,
  mentionsPattern,
  type Mentions,
} from './commandMentions.ts';
import {
  compilePath,
  isAbove,
  matchesPath,
  resolvePath,
  type PathCondition,
  type ResolvedPath,
} from './rulePaths.ts';
import { createBudget, flatten, getCommandSpellings, unwrapShell } from './commandSpellings.ts';
import { hidesCommand } from './hiddenCommands.ts';
import {
  isTooLong,
  parseShellCommands,
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
  readonly path: PathCondition | undefined;
  readonly command: CommandPattern | undefined;
}

/**
 * Decides requests by the user's rules. Deny wins over ask, ask over allow. A rule allows only what it covers as a whole:
 * every path, and every command of a line. A rule denies, or asks for, what it covers in part, in every mode.
 */
export class PermissionRules {
  readonly #mode: PermissionMode;
  readonly #environment: PermissionEnvironment;
  readonly #hasCommandRules: boolean;
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
    this.#hasCommandRules = compiled.some(rule => rule.command && rule.rule.decision !== 'allow');
    this.#rules = { allow: byDecision('allow'), ask: byDecision('ask'), deny: byDecision('deny') };
  }

  decide(subject: PermissionSubject): DecidedPermission {
    const request = this.#resolve(subject);
    for (const decision of ['deny', 'ask'] as const) {
      const rule = this.#rules[decision].find(candidate => touches(candidate, request));
      if (rule) {
        return { decision, reason: { kind: 'rule', rules: [rule.rule] } };
      }
    }
    const evaded = this.#findEvadedRule(request);
    if (evaded) {
      return { decision: 'ask', reason: { kind: 'rule', rules: [evaded.rule] } };
    }
    switch (this.#mode) {
      case 'ask':
        return ASK;
      case 'allowEdits':
        return isReviewedEdit(request) ? { decision: 'allow', reason: { kind: 'mode' } } : ASK;
      case 'rules':
        return this.#allow(request);
    }
  }

  /** A rule about commands that may apply to a command that is not understood, not known, or mentions its program. */
  #findEvadedRule({ subject, kind, command }: ResolvedRequest): CompiledRule | undefined {
    if (kind !== 'execute' || !this.#hasCommandRules) {
      return undefined;
    }
    const mentions = command?.mentions;
    return [...this.#rules.deny, ...this.#rules.ask].find(
      rule =>
        rule.command &&
        matchesAgentAndKind(rule, subject, 'execute') &&
        (!mentions || mentionsPattern(rule.command, mentions)),
    );
  }

  #allow(request: ResolvedRequest): DecidedPermission {
    const allowing =
      request.subject.command === undefined
        ? this.#allowing(request)
        : this.#allowingCommands(request);
    return allowing.length > 0
      ? { decision: 'allow', reason: { kind: 'rule', rules: allowing.map(({ rule }) => rule) } }
      : ASK;
  }

  /** The rules that allow something other than a command: every path must be covered, and none may be sensitive. */
  #allowing({ subject, kind, paths }: ResolvedRequest): readonly CompiledRule[] {
    if (paths.some(({ isSensitive }) => isSensitive)) {
      return [];
    }
    const candidates = this.#rules.allow.filter(
      rule => !rule.command && matchesAgentAndKind(rule, subject, kind),
    );
    if (paths.length === 0) {
      // An agent that names no file might mean any.
      return FILE_KINDS.includes(kind) ? [] : candidates.filter(rule => !rule.path).slice(0, 1);
    }
    return coveringAll(
      paths.map(path =>
        candidates.find(rule => (rule.path ? matchesPath(rule.path, path) : path.isInWorkspace)),
      ),
    );
  }

  /** The rules that allow every command of a line. */
  #allowingCommands({ subject, command }: ResolvedRequest): readonly CompiledRule[] {
    const candidates = this.#rules.allow.filter(
      rule => !rule.path && matchesAgentAndKind(rule, subject, 'execute'),
    );
    const general = candidates.find(rule => !rule.command && rule.kinds);
    if (general) {
      return [general];
    }
    return coveringAll(
      (command?.commands ?? []).map(one =>
        candidates.find(rule => rule.command && matchesCommand(rule.command, one)),
      ),
    );
  }

  #resolveCommand(command: CommandLine, shell: ShellSyntax): ResolvedCommand {
    const parsed = toCommands(command, shell);
    const commands = parsed && flatten(parsed.map(one => unwrapShell(one, shell)));
    if (!this.#hasCommandRules) {
      return { commands, spellings: undefined, names: new Set(), mentions: undefined };
    }
    const budget = createBudget();
    const spellings = parsed && flatten(parsed.map(one => getCommandSpellings(one, shell, budget)));
    const isComplete = commands && spellings && !parsed?.some(one => hidesCommand(one, shell));
    return {
      commands,
      spellings: spellings && indexCommands(spellings),
      names: spellings ? new Set() : getLineNames(command),
      mentions: isComplete ? getCommandMentions(commands, shell) : undefined,
    };
  }

  #resolve(subject: PermissionSubject): ResolvedRequest {
    const { roots, style, shell } = this.#environment;
    return {
      subject,
      kind: getKind(subject),
      command: subject.command && this.#resolveCommand(subject.command, shell),
      paths: subject.paths.map(path => resolvePath(path, roots, style)),
    };
  }
}

/** A command with everything that rules ask about it. */
interface ResolvedCommand {
  /** Every command that runs; `undefined` if the line is not understood. */
  readonly commands: readonly ShellCommand[] | undefined;
  /** The same in every way a rule may name them, which decides about denying and asking only; or the names in the line. */
  readonly spellings: CommandIndex | undefined;
  readonly names: ReadonlySet<string>;
  /** `undefined` if something else can run. */
  readonly mentions: Mentions | undefined;
}

/** A subject with everything that the rules are compared with, computed once for all of them. */
interface ResolvedRequest {
  readonly subject: PermissionSubject;
  readonly kind: ToolKind;
  readonly command: ResolvedCommand | undefined;
  readonly paths: readonly ResolvedPath[];
}

const FILE_KINDS: readonly ToolKind[] = ['read', 'edit', 'delete', 'move'];

/** Whether a rule covers any part of what is wanted. A command that is not understood is covered by its program's name. */
function touches(rule: CompiledRule, { subject, kind, command, paths }: ResolvedRequest): boolean {
  if (!matchesAgentAndKind(rule, subject, kind)) {
    return false;
  }
  const { path: condition } = rule;
  const isWhole = kind === 'delete' || kind === 'move';
  const isMatch = (path: ResolvedPath): boolean =>
    condition !== undefined &&
    (matchesPath(condition, path) || (isWhole && isAbove(condition, path)));
  if (condition && !paths.some(isMatch)) {
    return false;
  }
  if (!rule.command) {
    return true;
  }
  return (
    command !== undefined &&
    (command.spellings
      ? matchesAny(rule.command, command.spellings)
      : mentionsProgram(rule.command, command.names))
  );
}

const isReviewedEdit = ({ subject, kind, paths }: ResolvedRequest): boolean =>
  subject.command === undefined &&
  REVIEWED_KINDS.includes(kind) &&
  paths.length > 0 &&
  paths.every(({ isInWorkspace, isSensitive }) => isInWorkspace && !isSensitive);

const toCommands = (
  command: CommandLine,
  shell: ShellSyntax,
): readonly ShellCommand[] | undefined =>
  command.kind === 'line'
    ? parseShellCommands(command.line, shell)
    : isTooLong([command.program, ...command.args].join(' '))
      ? undefined
      : [[command.program, ...command.args]];

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

function compile(rule: PermissionRule, environment: PermissionEnvironment): CompiledRule {
  return {
    rule,
    agent: rule.agent === undefined ? undefined : globToRegExp(rule.agent, 'i'),
    kinds: rule.kind === undefined || Array.isArray(rule.kind) ? rule.kind : [rule.kind],
    path: rule.path === undefined ? undefined : compilePath(rule.path, environment),
    command: rule.command === undefined ? undefined : compileCommandPattern(rule.command),
  };
}
