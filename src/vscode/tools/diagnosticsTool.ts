import * as vscode from 'vscode';
import {
  formatProblems,
  isAtLeastSeverity,
  type Problem,
} from '../../core/prompt/mention/formatProblems.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import type { ProblemsByFile } from '../../core/tools/newProblems.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { isLanguageServed, openDocument } from './languageServer.ts';
import { withReportedProblems, type ReportedDiagnostics } from './reportedDiagnostics.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';
import { readProblems, type TurnProblems } from './turnProblems.ts';

export const getDiagnostics =
  (reported: ReportedDiagnostics, turnProblems: Pick<TurnProblems, 'findNew'>) =>
  async (
    call: ToolCall,
    { path, severity, onlyNew }: ToolInput<'get_diagnostics'>,
  ): Promise<string> => {
    const select = (now: ProblemsByFile): readonly Problem[] => {
      const all = onlyNew ? turnProblems.findNew(call.sessionId, now) : [...now.values()].flat();
      if (!all) {
        throw new ToolCallError('No turn is running, so it is not known which problems are new.');
      }
      return all.filter(problem => isAtLeastSeverity(problem.severity, severity));
    };
    if (path === undefined) {
      return describe(select(await getVisibleProblems(call)));
    }
    const document = await openDocument(call, path);
    const isServed = await isLanguageServed(call, document);
    const problems = await withReportedProblems(call, { document, reported }, async () =>
      select(new Map([[document.uri.toString(), readProblems(document.uri)]])),
    );
    if (problems.length > 0 || isServed) {
      return describe(problems);
    }
    return `No problems are reported, but no language server answers for this file either (language "${document.languageId}").`;
  };

/** All known problems of files that the session may read. */
async function getVisibleProblems(call: ToolCall): Promise<ProblemsByFile> {
  const all = await Promise.all(
    vscode.languages.getDiagnostics().map(async ([uri]) => {
      const isShown = uri.scheme === 'file' && (await call.getVisibility(uri)) === 'text';
      return isShown ? [[uri.toString(), readProblems(uri)] as const] : [];
    }),
  );
  return new Map(all.flat());
}

const describe = (problems: readonly Problem[]): string =>
  problems.length === 0
    ? 'No problems.'
    : limitLines(formatProblems(problems).trimEnd().split('\n'));
