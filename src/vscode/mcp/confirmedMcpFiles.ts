import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { asRecord } from '../../core/json.ts';
import { describeServers } from '../../core/mcp/describeServers.ts';
import type { McpFile } from '../../core/mcp/mcpFile.ts';
import { showWarningMessage } from '../notifications.ts';

const KEY = 'accord.mcpFiles';

/** The content of an `mcp.json` of the workspace. */
export interface WorkspaceMcpFile {
  readonly path: string;
  readonly text: string;
  readonly file: McpFile;
}

/** Which `mcp.json` files of the workspace the user has allowed or refused. An answer is valid for that very content. */
export class ConfirmedMcpFiles {
  readonly #state: vscode.Memento;

  constructor(workspaceState: vscode.Memento) {
    this.#state = workspaceState;
  }

  /** The answer of the user; `undefined` if the content is new. */
  get({ path, text }: Pick<WorkspaceMcpFile, 'path' | 'text'>): boolean | undefined {
    const answers = this.#answers;
    const answer = Object.hasOwn(answers, path) ? asRecord(answers[path]) : undefined;
    return answer?.['hash'] === hash(text) ? answer['isAllowed'] === true : undefined;
  }

  /** Shows what the servers run and where they connect to, and asks. */
  async ask({ path, text, file }: WorkspaceMcpFile): Promise<boolean> {
    const [allow, refuse, openFile] = [
      vscode.l10n.t('Allow'),
      vscode.l10n.t("Don't allow"),
      vscode.l10n.t('Open File'),
    ];
    const answer = await showWarningMessage(
      vscode.l10n.t('Pass the MCP servers of this workspace to agents?'),
      { modal: true, detail: [path, '', ...describeServers(file)].join('\n') },
      allow,
      refuse,
      openFile,
    );
    if (answer === openFile) {
      await vscode.window.showTextDocument(vscode.Uri.file(path));
    } else if (answer !== undefined) {
      const decided = { hash: hash(text), isAllowed: answer === allow };
      await this.#state.update(KEY, { ...this.#answers, [path]: decided });
    }
    return answer === allow;
  }

  get #answers(): Readonly<Record<string, unknown>> {
    return asRecord(this.#state.get(KEY)) ?? {};
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
