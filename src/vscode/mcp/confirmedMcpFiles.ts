import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { asRecord } from '../../core/json.ts';
import { describeServers, fitDialog, wrapLines } from '../../core/mcp/describeServers.ts';
import type { McpFile } from '../../core/mcp/mcpFile.ts';
import { ReadOnlyDocuments } from '../files/readOnlyDocuments.ts';
import { showWarningMessage } from '../notifications.ts';

const KEY = 'accord.mcpFiles';
/** Documents that show what does not fit into a dialog. */
const SCHEME = 'accord-mcp';

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

  /** Shows what the servers run and where they connect to, and asks. Only what was shown as a whole can be allowed. */
  async ask({ path, text, file }: WorkspaceMcpFile): Promise<boolean> {
    const lines = describeServers(file);
    const isAllowed = await askAbout(path, lines);
    if (isAllowed !== undefined) {
      const decided = { hash: hash(text), isAllowed };
      await this.#state.update(KEY, { ...this.#answers, [path]: decided });
    }
    return isAllowed ?? false;
  }

  get #answers(): Readonly<Record<string, unknown>> {
    return asRecord(this.#state.get(KEY)) ?? {};
  }
}

/** The user's answer; `undefined` if there is none. */
async function askAbout(path: string, lines: readonly string[]): Promise<boolean | undefined> {
  const { lines: fitting, isCut } = fitDialog(lines);
  const [allow, refuse] = [vscode.l10n.t('Allow'), vscode.l10n.t("Don't allow")];
  const [openFile, showAll] = [vscode.l10n.t('Open File'), vscode.l10n.t('Show all')];
  const answer = await showWarningMessage(
    getQuestion(),
    { modal: true, detail: [path, '', ...fitting].join('\n') },
    ...(isCut ? [showAll, refuse] : [allow, refuse, openFile]),
  );
  if (answer === showAll) {
    return askBeside(wrapLines([path, '', ...lines]));
  }
  if (answer === openFile) {
    await vscode.window.showTextDocument(vscode.Uri.file(path));
  }
  return answer === allow || answer === refuse ? answer === allow : undefined;
}

/** Asks next to a document with all lines. It is not the file itself, which may change meanwhile. */
async function askBeside(text: string): Promise<boolean | undefined> {
  const documents = new ReadOnlyDocuments(SCHEME);
  try {
    await vscode.window.showTextDocument(documents.add('mcp.txt', text), { preview: false });
    const [allow, refuse] = [vscode.l10n.t('Allow'), vscode.l10n.t("Don't allow")];
    const answer = await showWarningMessage(getQuestion(), allow, refuse);
    return answer === undefined ? undefined : answer === allow;
  } finally {
    documents.dispose();
  }
}

const getQuestion = (): string => vscode.l10n.t("Let agents use this workspace's MCP servers?");

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
