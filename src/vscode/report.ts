import * as vscode from 'vscode';
import type { Log } from '../agent/ports.ts';
import { Cancelled, messageOf, UserError } from '../core/errors.ts';

/** The only one that speaks to the user about failures. */
export class Report {
  readonly #log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  /** Does something; what goes wrong is shown or logged, and the answer is then `undefined`. */
  async around<T>(what: string, task: () => Thenable<T> | T): Promise<T | undefined> {
    try {
      return await task();
    } catch (error) {
      this.failure(what, error);
      return undefined;
    }
  }

  /** A `UserError` is shown as it is; a cancellation is silent; anything else is our bug. */
  failure(what: string, error: unknown): void {
    if (error instanceof Cancelled || error instanceof vscode.CancellationError) {
      return;
    }
    if (error instanceof UserError) {
      this.#log.warn(what === '' ? error.message : `${what}: ${error.message}`);
      void vscode.window.showErrorMessage(error.message);
      return;
    }
    this.#log.error(what, error instanceof Error ? (error.stack ?? error.message) : error);
    void this.#offerLog(vscode.l10n.t('{0} failed: {1}', what, messageOf(error)));
  }

  /** The same log, whose errors are shown to the user: they are written for them. */
  showing(log: Log): Log {
    return {
      info: text => log.info(text),
      warn: text => log.warn(text),
      error: text => this.failure('', new UserError(text)),
    };
  }

  /** Something in the user's settings is not as it was meant. */
  settingsProblem(problem: string, name: string): void {
    this.#log.warn(problem);
    void this.#offerSettings(problem, name);
  }

  async #offerSettings(message: string, name: string): Promise<void> {
    const openSettings = vscode.l10n.t('Open Settings');
    if ((await vscode.window.showWarningMessage(message, openSettings)) === openSettings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', name);
    }
  }

  async #offerLog(message: string): Promise<void> {
    const showLog = vscode.l10n.t('Show Log');
    if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) {
      this.#log.show();
    }
  }
}
