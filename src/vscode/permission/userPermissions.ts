import * as vscode from 'vscode';
import { DecisionLog } from '../../agent/permission/decisionLog.ts';
import { RulePolicy, type PermissionSettings } from '../../agent/permission/rulePolicy.ts';
import type { Session } from '../../agent/session/session.ts';
import { toLocalized } from '../../core/l10n.ts';
import type { Logger } from '../../core/logger.ts';
import { parsePermissionRules } from '../../core/permission/permissionRule.ts';
import { isPosixShell } from '../../core/terminal/commandLine.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getSetting, onDidChangeSettings } from '../settings.ts';
import { getCommandShell } from '../terminal/getCommandShell.ts';
import { createRule } from './createRule.ts';
import { showPermissionRules } from './showPermissionRules.ts';

/** The user's permission rules: from the settings to the answers, and what was decided by them. */
export class UserPermissions {
  readonly policy: RulePolicy;
  readonly #log: DecisionLog;
  readonly #reporter: ErrorReporter;
  #settings: PermissionSettings | undefined;

  constructor(
    { globalStorageUri }: vscode.ExtensionContext,
    reporter: ErrorReporter,
    logger: Logger,
  ) {
    this.#reporter = reporter;
    const file = vscode.Uri.joinPath(globalStorageUri, 'permissions', 'decisions.jsonl').fsPath;
    this.#log = new DecisionLog(file, logger);
    this.policy = new RulePolicy({
      settings: () => (this.#settings ??= this.#readSettings()),
      shell: () => (isPosixShell(getCommandShell()) ? 'posix' : 'other'),
      log: this.#log,
    });
  }

  register(): readonly vscode.Disposable[] {
    return [
      onDidChangeSettings(['permissions.mode', 'permissions.rules'], () => {
        this.#settings = this.#readSettings();
      }),
      vscode.commands.registerCommand(COMMANDS.permissionRules, () =>
        this.#reporter.run(vscode.l10n.t('Showing permission rules'), () =>
          showPermissionRules(this.#log),
        ),
      ),
    ];
  }

  /** Lets the user create a rule that allows what an agent asks for, and allows it now. */
  async alwaysAllow(session: Session, entryId: string): Promise<void> {
    await createRule(session, entryId, this.policy);
  }

  #readSettings(): PermissionSettings {
    const parsed = parsePermissionRules(getSetting('permissions.rules'));
    const [problem] = parsed.problems;
    if (problem) {
      this.#reporter.reportSettingsProblem(
        vscode.l10n.t(
          'accord.permissions.rules: {0} Nothing is allowed automatically until you fix this.',
          toLocalized(problem),
        ),
        'accord.permissions.rules',
      );
    }
    return { mode: getSetting('permissions.mode'), ...parsed };
  }
}
