import * as vscode from 'vscode';
import type { Logger } from '../core/logger.ts';
import { CancellationError, getErrorMessage, UserError } from '../core/errors.ts';
import { showErrorMessage, showWarningMessage } from './notifications.ts';

/** Shows failures to the user and logs them. No other code shows failures. */
export class ErrorReporter {
  readonly #log: vscode.LogOutputChannel;
  readonly #commandTitles: ReadonlyMap<string, string>;

  /** `commandTitles` has the titles of our commands by their ids. */
  constructor(log: vscode.LogOutputChannel, commandTitles: ReadonlyMap<string, string>) {
    this.#log = log;
    this.#commandTitles = commandTitles;
  }

  /** Runs a task, which is named by a phrase or a command id. If it fails, reports the error and returns `undefined`. */
  async run<T>(what: string, task: () => Thenable<T> | T): Promise<T | undefined> {
    try {
      return await task();
    } catch (error) {
      this.report(what, error);
      return undefined;
    }
  }

  /** A `UserError` is shown as it is; a cancellation is silent; anything else is our bug. */
  report(what: string, error: unknown): void {
    if (error instanceof CancellationError || error instanceof vscode.CancellationError) {
      return;
    }
    if (error instanceof UserError) {
      this.#log.warn(what === '' ? error.message : `${what}: ${error.message}`);
      void showErrorMessage(error.message);
      return;
    }
    this.#log.error(what, error instanceof Error ? (error.stack ?? error.message) : error);
    const title = this.#commandTitles.get(what) ?? what;
    void this.#offerLog(vscode.l10n.t('{0} failed: {1}', title, getErrorMessage(error)));
  }

  /** A logger whose errors are also shown, for code whose error messages are written for the user. */
  withShownErrors(log: Logger): Logger {
    return {
      info: text => log.info(text),
      warn: text => log.warn(text),
      error: text => this.report('', new UserError(text)),
    };
  }

  reportSettingsProblem(problem: string, name: string): void {
    this.#log.warn(problem);
    void this.#offerSettings(problem, name);
  }

  async #offerSettings(message: string, name: string): Promise<void> {
    const openSettings = vscode.l10n.t('Open Settings');
    if ((await showWarningMessage(message, openSettings)) === openSettings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', name);
    }
  }

  async #offerLog(message: string): Promise<void> {
    const showLog = vscode.l10n.t('Show Log');
    if ((await showErrorMessage(message, showLog)) === showLog) {
      this.#log.show();
    }
  }
}
