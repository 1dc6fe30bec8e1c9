import path from 'node:path';
import * as vscode from 'vscode';
import type { ToolContent } from '../../core/session/transcript/entry.ts';
import { ReadOnlyDocuments } from './readOnlyDocuments.ts';

const SCHEME = 'accord-preview';

/** Shows texts of the conversation in editors, without writing them to a file. */
export class TextPreviews implements vscode.Disposable {
  readonly #documents = new ReadOnlyDocuments(SCHEME);

  /** Opens a diff that an agent has sent. Both sides are the agent's words, not what the file contains. */
  async openDiff(diff: Extract<ToolContent, { kind: 'diff' }>): Promise<void> {
    const name = path.basename(diff.path.replaceAll('\\', '/')) || 'diff';
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#documents.add(name, diff.oldText ?? ''),
      this.#documents.add(name, diff.newText),
      vscode.l10n.t('{0} (described by agent)', name),
      { preview: true },
    );
  }

  /** Shows Markdown in VS Code's own preview. */
  async openMarkdown(text: string): Promise<void> {
    const name = `${vscode.l10n.t('Preview')}.md`;
    await vscode.commands.executeCommand('markdown.showPreview', this.#documents.add(name, text));
  }

  dispose(): void {
    this.#documents.dispose();
  }
}
