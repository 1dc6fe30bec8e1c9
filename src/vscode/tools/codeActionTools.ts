import * as vscode from 'vscode';
import {
  chooseAction,
  formatActions,
  needsProblems,
  type AvailableAction,
} from '../../core/tools/codeAction.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { askLanguageServer, openDocument } from './languageServer.ts';
import { withReportedProblems, type ReportedDiagnostics } from './reportedDiagnostics.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';
import { isTextEdit, writeEdits } from './writeEdits.ts';

/** So many actions are computed. Language servers offer less in almost all cases. */
const ACTIONS_LIMIT = 50;

type CodeActionRange = Pick<ToolInput<'get_code_actions'>, 'path' | 'line' | 'endLine' | 'kind'>;

interface TextAction extends AvailableAction {
  readonly edit: vscode.WorkspaceEdit;
}

export const getCodeActions =
  (reported: ReportedDiagnostics) =>
  async (call: ToolCall, input: ToolInput<'get_code_actions'>): Promise<string> => {
    const actions = await findActions(call, reported, input);
    return actions.length > 0
      ? limitLines(formatActions(actions))
      : 'No action that changes files is offered here.';
  };

export const applyCodeAction =
  (reported: ReportedDiagnostics) =>
  async (call: ToolCall, { title, ...range }: ToolInput<'apply_code_action'>): Promise<string> => {
    const chosen = chooseAction(await findActions(call, reported, range), title);
    if (chosen.kind === 'missing') {
      throw new ToolCallError(chosen.why);
    }
    const written = await writeEdits(call, chosen.value.edit.entries());
    return written.length > 0
      ? limitLines([`${chosen.value.title}, changed:`, ...written.map(path => `  ${path}`)])
      : 'The action changes nothing.';
  };

/**
 * The actions that can be applied. Those that run a command of an extension are left out: it might do anything, and what it
 * changes would not be under review.
 */
async function findActions(
  call: ToolCall,
  reported: ReportedDiagnostics,
  { path, line, endLine = line, kind }: CodeActionRange,
): Promise<readonly TextAction[]> {
  const document = await openDocument(call, path);
  const whole = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  const range =
    line === undefined || endLine === undefined
      ? whole
      : document.validateRange(new vscode.Range(line - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER));
  const ask = (): Promise<readonly vscode.CodeAction[]> =>
    askLanguageServer(call, document, () =>
      vscode.commands.executeCommand<readonly vscode.CodeAction[] | undefined>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
        kind,
        ACTIONS_LIMIT,
      ),
    );
  const actions = await (needsProblems(kind)
    ? withReportedProblems(call, { document, reported }, ask)
    : ask());
  return actions.flatMap(action => {
    const { edit, title, isPreferred = false } = action;
    return edit && isTextEdit(edit)
      ? [{ title, kind: action.kind?.value ?? 'other', isPreferred, edit }]
      : [];
  });
}

/** Formats a file with the formatter that VS Code finds for it. */
export async function formatDocument(
  call: ToolCall,
  { path }: ToolInput<'format_document'>,
): Promise<string> {
  const document = await openDocument(call, path);
  const edits = await askLanguageServer(
    call,
    document,
    () =>
      vscode.commands.executeCommand<readonly vscode.TextEdit[] | undefined>(
        'vscode.executeFormatDocumentProvider',
        document.uri,
        getFormattingOptions(document),
      ),
    'Another formatter has nothing to change either, or there is none.',
  );
  const written = await writeEdits(call, [[document.uri, edits]]);
  const label = call.getLabel(document.uri);
  // VS Code gives the same answer in both cases.
  return written.length > 0
    ? `${label} was formatted.`
    : `${label} is formatted already, or VS Code has no formatter for it (language "${document.languageId}").`;
}

/** The indentation of an editor that shows the file, since VS Code detects it there; otherwise that of the settings. */
function getFormattingOptions(document: vscode.TextDocument): vscode.FormattingOptions {
  const editor = vscode.window.visibleTextEditors.find(shown => shown.document === document);
  const settings = vscode.workspace.getConfiguration('editor', document);
  const tabSize = editor?.options.tabSize ?? settings.get('tabSize');
  const insertSpaces = editor?.options.insertSpaces ?? settings.get('insertSpaces');
  return {
    tabSize: typeof tabSize === 'number' ? tabSize : 4,
    insertSpaces: typeof insertSpaces === 'boolean' ? insertSpaces : true,
  };
}
