import * as vscode from 'vscode';
import { toNotificationText } from '../core/text/notificationText.ts';
import { toPickText } from '../core/text/pickText.ts';

/*
 * Everything that VS Code shows in notifications, dialogs, progress and input boxes goes through these functions: they
 * separate the brackets of links in texts that come from agents, files and servers, and show no icons that those name. The
 * linter forbids direct calls.
 */

export const showInformationMessage = (
  message: string,
  ...rest: MessageArguments
): Thenable<string | undefined> =>
  vscode.window.showInformationMessage(toNotificationText(message), ...toPlainArguments(rest));

export const showWarningMessage = (
  message: string,
  ...rest: MessageArguments
): Thenable<string | undefined> =>
  vscode.window.showWarningMessage(toNotificationText(message), ...toPlainArguments(rest));

export const showErrorMessage = (
  message: string,
  ...items: string[]
): Thenable<string | undefined> =>
  vscode.window.showErrorMessage(toNotificationText(message), ...items);

type ProgressStep = { message?: string; increment?: number };

export const withProgress = <R>(
  options: vscode.ProgressOptions,
  task: (progress: vscode.Progress<ProgressStep>, token: vscode.CancellationToken) => Thenable<R>,
): Thenable<R> =>
  vscode.window.withProgress(withPlainTexts(options, ['title']), (progress, token) =>
    task({ report: step => progress.report(withPlainTexts(step, ['message'])) }, token),
  );

export function showInputBox(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  const plain = withPlainTexts(options, ['title', 'prompt', 'placeHolder']);
  return vscode.window.showInputBox(
    options.validateInput
      ? {
          ...plain,
          validateInput: async text => toPlainProblem(await options.validateInput?.(text)),
        }
      : plain, // VS Code accepts what is entered at once if there is nothing to validate.
  );
}

export async function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options: vscode.QuickPickOptions,
): Promise<T | undefined> {
  const shown = 'then' in items ? items.then(toShown) : toShown(items);
  const plain = withPlainTexts(options, ['title', 'placeHolder']);
  return (await vscode.window.showQuickPick(shown, plain))?.original;
}

const toShown = <T extends vscode.QuickPickItem>(
  items: readonly T[],
): readonly (vscode.QuickPickItem & { readonly original: T })[] =>
  items.map(item => ({ ...toPlainItem(item), original: item }));

/** The same item with texts that VS Code shows as they are. For quick picks that are not shown by `showQuickPick`. */
export const toPlainItem = <T extends vscode.QuickPickItem>(item: T): T => ({
  ...item,
  label: toPickText(item.label),
  ...(item.description !== undefined && { description: toPickText(item.description) }),
  ...(item.detail !== undefined && { detail: toPickText(item.detail) }),
});

type MessageArguments =
  | readonly string[]
  | readonly [options: vscode.MessageOptions, ...items: readonly string[]];

function toPlainArguments([first, ...rest]: MessageArguments): [
  vscode.MessageOptions,
  ...string[],
] {
  const items = rest.filter(item => typeof item === 'string');
  return typeof first === 'object'
    ? [withPlainTexts(first, ['detail']), ...items]
    : [{}, ...(first === undefined ? [] : [first]), ...items];
}

/** The same options with plain texts under the given keys. */
const withPlainTexts = <T extends object>(options: T, keys: readonly (keyof T)[]): T => ({
  ...options,
  ...Object.fromEntries(
    keys.flatMap(key => {
      const text = options[key];
      return typeof text === 'string' ? [[key, toNotificationText(text)]] : [];
    }),
  ),
});

type InputProblem = string | vscode.InputBoxValidationMessage | undefined | null;

function toPlainProblem(problem: InputProblem): InputProblem {
  if (typeof problem === 'string') {
    return toNotificationText(problem);
  }
  return problem && withPlainTexts(problem, ['message']);
}
