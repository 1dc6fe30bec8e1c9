import * as vscode from 'vscode';
import {
  formatProblems,
  isAtLeastSeverity,
  type Problem,
} from '../../core/prompt/mention/formatProblems.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { toProblem } from '../context/editor/getProblems.ts';
import { isLanguageServed, openDocument } from './languageServer.ts';
import { withReportedProblems, type ReportedDiagnostics } from './reportedDiagnostics.ts';
import type { ToolCall } from './toolCall.ts';

export const getDiagnostics =
  (reported: ReportedDiagnostics) =>
  async (call: ToolCall, { path, severity }: ToolInput<'get_diagnostics'>): Promise<string> => {
    const isWanted = (problem: Problem): boolean => isAtLeastSeverity(problem.severity, severity);
    if (path === undefined) {
      return describe((await getVisibleProblems(call)).filter(isWanted));
    }
    const document = await openDocument(call, path);
    const isServed = await isLanguageServed(call, document);
    const problems = await withReportedProblems(call, { document, reported }, async () =>
      toProblems(document.uri).filter(isWanted),
    );
    if (problems.length > 0 || isServed) {
      return describe(problems);
    }
    return `No problems are reported, but no language server answers for this file either (language "${document.languageId}").`;
  };

/** All known problems of files that the session may read. */
async function getVisibleProblems(call: ToolCall): Promise<readonly Problem[]> {
  const all = await Promise.all(
    vscode.languages.getDiagnostics().map(async ([uri]) => {
      const isShown = uri.scheme === 'file' && (await call.getVisibility(uri)) === 'text';
      return isShown ? toProblems(uri) : [];
    }),
  );
  return all.flat();
}

const toProblems = (uri: vscode.Uri): readonly Problem[] =>
  vscode.languages.getDiagnostics(uri).map(diagnostic => toProblem(uri, diagnostic));

const describe = (problems: readonly Problem[]): string =>
  problems.length === 0
    ? 'No problems.'
    : limitLines(formatProblems(problems).trimEnd().split('\n'));
