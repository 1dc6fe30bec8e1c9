import * as vscode from 'vscode';
import type { ProblemsMention, ProblemSeverity } from '../../../core/prompt/mention/mention.ts';
import { isAtLeastSeverity, type Problem } from '../../../core/prompt/mention/formatProblems.ts';
import { toUriString } from './documentMentions.ts';

/** The current diagnostics that a mention refers to. */
export function getProblems({ uri, severity }: ProblemsMention): readonly Problem[] {
  return vscode.languages
    .getDiagnostics()
    .filter(([file]) => uri === undefined || toUriString(file) === uri)
    .flatMap(([file, diagnostics]) => diagnostics.map(diagnostic => toProblem(file, diagnostic)))
    .filter(found => isAtLeastSeverity(found.severity, severity));
}

export function toProblem(file: vscode.Uri, diagnostic: vscode.Diagnostic): Problem {
  const { range, message, source, code } = diagnostic;
  const codeText = typeof code === 'object' ? String(code.value) : code?.toString();
  return {
    path: vscode.workspace.asRelativePath(file),
    line: range.start.line,
    character: range.start.character,
    severity: SEVERITIES[diagnostic.severity],
    message,
    ...(source === undefined ? {} : { source }),
    ...(codeText === undefined ? {} : { code: codeText }),
  };
}

const SEVERITIES: Readonly<Record<vscode.DiagnosticSeverity, ProblemSeverity>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};
