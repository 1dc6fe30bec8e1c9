import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { CaptureStore } from '../../src/agent/context/captureStore.ts';
import type { Attachment } from '../../src/core/prompt/attachment.ts';
import { createPromptLimits } from '../../src/core/prompt/promptLimits.ts';
import type { Mention } from '../../src/core/prompt/mention/mention.ts';
import { GitAccess } from '../../src/vscode/context/git/gitAccess.ts';
import { MentionReader } from '../../src/vscode/context/prompt/mentionReader.ts';
import { createTemporaryFolder } from '../harness/createTemporaryFolder.ts';

const limits = createPromptLimits(128);

/** Reads mentions in the open workspace, as prompts do. */
export class MentionFixture {
  readonly git = new GitAccess();
  readonly folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  readonly captures: CaptureStore;
  readonly #reader: MentionReader;
  readonly #storageFolder: string;

  private constructor(storageFolder: string, session: (id: string) => string | undefined) {
    this.#storageFolder = storageFolder;
    this.captures = new CaptureStore(storageFolder);
    this.#reader = new MentionReader({
      git: this.git,
      captures: this.captures,
      session: id => Promise.resolve(session(id)),
      scaleImage: () => Promise.resolve(undefined),
    });
  }

  /** `session` returns the text of earlier sessions. */
  static async open(
    session: (id: string) => string | undefined = () => undefined,
  ): Promise<MentionFixture> {
    return new MentionFixture(await createTemporaryFolder('captures'), session);
  }

  inFolder(name: string): vscode.Uri {
    return vscode.Uri.file(path.join(this.folder, name));
  }

  read(mention: Mention): Promise<Attachment> {
    return this.#reader.read(mention, limits);
  }

  close(): Promise<void> {
    return rm(this.#storageFolder, { recursive: true, force: true });
  }
}

/** Closes all editors and discards unsaved text. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
