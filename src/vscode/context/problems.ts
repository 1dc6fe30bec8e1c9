import * as vscode from 'vscode';
import type { ProblemsMention, Severity } from '../../core/prompt/mention.ts';
import { isAtLeast, type Problem } from '../../core/prompt/problemsText.ts';
import { uriText } from './documents.ts';

/** The problems a mention names, as they are now. */
export function problemsOf({ uri, severity }: ProblemsMention): readonly Problem[] {
  return vscode.languages
    .getDiagnostics()
    .filter(([place]) => uri === undefined || uriText(place) === uri)
    .flatMap(([place, found]) => found.map(diagnostic => problem(place, diagnostic)))
    .filter(found => isAtLeast(found.severity, severity));
}

function problem(place: vscode.Uri, diagnostic: vscode.Diagnostic): Problem {
  const { range, message, source, code } = diagnostic;
  const codeText = typeof code === 'object' ? String(code.value) : code?.toString();
  return {
    path: vscode.workspace.asRelativePath(place),
    line: range.start.line,
    character: range.start.character,
    severity: SEVERITIES[diagnostic.severity],
    message,
    ...(source === undefined ? {} : { source }),
    ...(codeText === undefined ? {} : { code: codeText }),
  };
}

const SEVERITIES: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};
