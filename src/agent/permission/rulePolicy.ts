import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { getPathStyle } from '../../core/files/pathStyle.ts';
import { normalizePath } from '../../core/files/normalizePath.ts';
import type { ParsedRules } from '../../core/permission/permissionRule.ts';
import {
  PermissionRules,
  type DecidedPermission,
  type PermissionEnvironment,
  type PermissionMode,
  type PermissionSubject,
} from '../../core/permission/permissionRules.ts';
import type { ShellSyntax } from '../../core/permission/shellCommands.ts';
import { suggestRules, type RuleSuggestion } from '../../core/permission/suggestRules.ts';
import { nodeFileSystem } from '../disk/fileSystem.ts';
import { resolveRealPath } from '../files/resolveRealPath.ts';
import { expandHome } from '../process/resolveCommand.ts';
import type { PermissionPolicy, PolicyRequest } from '../requests/permissionPolicy.ts';
import type { DecisionLog } from './decisionLog.ts';

/** The settings of the user. */
export interface PermissionSettings extends ParsedRules {
  readonly mode: PermissionMode;
}

/** What the rules are applied with. */
export interface RulePolicyOptions {
  /** Returns the same object until the settings change. */
  readonly settings: () => PermissionSettings;
  readonly shell: () => ShellSyntax;
  readonly log: DecisionLog;
}

/** Paths with all links resolved. A path that cannot be resolved must not be allowed by a rule. */
interface ResolvedPaths {
  readonly paths: readonly string[];
  readonly isComplete: boolean;
}

const style = getPathStyle(process.platform);
const ASK: DecidedPermission = { decision: 'ask', reason: { kind: 'default' } };

/** Decides by the rules of the settings. While one of them is invalid, nothing is allowed. */
export class RulePolicy implements PermissionPolicy {
  readonly #options: RulePolicyOptions;
  #compiled:
    | {
        readonly key: string;
        readonly settings: PermissionSettings;
        readonly rules: PermissionRules;
      }
    | undefined;

  constructor(options: RulePolicyOptions) {
    this.#options = options;
  }

  async decide(request: PolicyRequest): Promise<DecidedPermission> {
    const { rules, mode } = this.#options.settings();
    if (rules.length === 0 && mode !== 'allowEdits') {
      return ASK; // Whatever the paths are, so that they need not be looked up on disk.
    }
    const { subject, environment, isComplete } = await this.#resolve(request);
    const decided = this.#rulesFor(environment).decide(subject);
    return decided.decision === 'allow' && !isComplete ? ASK : decided;
  }

  record(request: PolicyRequest, decided: DecidedPermission): void {
    this.#options.log.add(request, decided);
  }

  /** Rules that would allow the request. */
  async suggest(request: PolicyRequest): Promise<readonly RuleSuggestion[]> {
    const { subject, environment, isComplete } = await this.#resolve(request);
    return isComplete ? suggestRules(subject, environment) : [];
  }

  #rulesFor(environment: PermissionEnvironment): PermissionRules {
    const settings = this.#options.settings();
    const key = JSON.stringify(environment);
    if (this.#compiled?.key !== key || this.#compiled.settings !== settings) {
      const mode = settings.problems.length > 0 ? 'ask' : settings.mode;
      const rules = new PermissionRules(mode, settings.rules, environment);
      this.#compiled = { key, settings, rules };
    }
    return this.#compiled.rules;
  }

  async #resolve(request: PolicyRequest): Promise<{
    readonly subject: PermissionSubject;
    readonly environment: PermissionEnvironment;
    readonly isComplete: boolean;
  }> {
    const { agent, kind, command, roots } = request;
    const [{ paths, isComplete }, { paths: knownRoots }] = await Promise.all([
      resolvePaths(request.paths, roots[0]),
      resolvePaths(roots, undefined),
    ]);
    return {
      subject: { agentId: agent.id, agentName: agent.name, kind, paths, command },
      environment: {
        roots: knownRoots,
        style,
        shell: this.#options.shell(),
        homeFolder: homedir(),
      },
      isComplete,
    };
  }
}

/** Variables and addresses, which an agent may replace by a path that is not known here. */
const REPLACED = /^(?:[$%]|[a-z][\w+.-]+:|~[^/\\])/i;

/** Each path as it is written and with its links resolved: a rule must cover both. */
async function resolvePaths(
  written: readonly string[],
  base: string | undefined,
): Promise<ResolvedPaths> {
  // An agent may take `~` for the home folder or for a name.
  const meant = new Set(written.flatMap(path => [path, expandHome(path)]));
  const all = await Promise.all(
    [...meant].map(async path => {
      if (!isAbsolute(path) && REPLACED.test(path)) {
        return { paths: [path], isComplete: false };
      }
      const plain = normalizePath(base === undefined ? path : resolve(base, path), style);
      if (plain.kind === 'refused') {
        return { paths: [path], isComplete: false };
      }
      const real = await resolveRealPath(plain.path, style, nodeFileSystem);
      return real.kind === 'refused'
        ? { paths: [plain.path], isComplete: false }
        : { paths: [plain.path, real.path], isComplete: true };
    }),
  );
  return {
    paths: [...new Set(all.flatMap(({ paths }) => paths))],
    isComplete: all.every(({ isComplete }) => isComplete),
  };
}
