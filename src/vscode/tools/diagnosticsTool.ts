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
      return describe(select(await getVisibleProblems(call)), NO_KNOWN_PROBLEMS);
    }
    const document = await openDocument(call, path);
    const isServed = await isLanguageServed(call, document);
    const problems = await withReportedProblems(call, { document, reported }, async () =>
      select(new Map([[document.uri.toString(), readLabeledProblems(call, document.uri)]])),
    );
    if (problems.length > 0 || isServed) {
      return describe(problems);
    }
    return `No problems are reported, but no language server answers for this file either (language "${document.languageId}").`;
  };

/** All known problems of files that the session may read. */
async function getVisibleProblems(call: ToolCall): Promise<ProblemsByFile> {
  const uris = vscode.languages.getDiagnostics().map(([uri]) => uri);
  const visibilities = await call.getVisibilities(uris);
  const shown = uris.filter(uri => visibilities.get(uri.toString()) === 'text');
  return new Map(shown.map(uri => [uri.toString(), readLabeledProblems(call, uri)]));
}

const readLabeledProblems = (call: ToolCall, uri: vscode.Uri): readonly Problem[] =>
  readProblems(uri).map(problem => ({ ...problem, path: call.getLabel(uri) }));

/** Most language servers look only at files that are open, and without one there is nothing to know. */
const NO_KNOWN_PROBLEMS =
  'VS Code knows no problems. Most language servers report only those of open files, so check a file with its path.';

const describe = (problems: readonly Problem[], none = 'No problems.'): string =>
  problems.length === 0 ? none : limitLines(formatProblems(problems).trimEnd().split('\n'));
