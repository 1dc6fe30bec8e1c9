// @ts-check
import * as vscode from 'vscode';

/** @param {vscode.ExtensionContext} context */
export function activate(context) {
  context.subscriptions.push(
    vscode.lm.registerTool('accord_test_repeat', {
      /** @param {vscode.LanguageModelToolInvocationOptions<{ text: string, times?: number }>} options */
      invoke: ({ input: { text, times = 1 } }) => {
        if (text === '') {
          throw new Error('There is no text.');
        }
        const part = new vscode.LanguageModelTextPart(`${text}\n`.repeat(times));
        return new vscode.LanguageModelToolResult([part]);
      },
    }),
  );
}
