import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { FileAccessEvent } from '../../agent/requests/workspaceRequests.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { Event } from '../../core/event.ts';
import { getDocumentSymbols } from '../context/editor/symbols.ts';
import { withLimit } from './languageServer.ts';
import type { ToolCall } from './toolCall.ts';
import { withTab } from './withTab.ts';

/** Language servers report problems on their own, some time after a change. A busy one takes longer, as its answers do. */
const REPORT_LIMIT_MS = 4_000;
const REPORT_LIMIT_ANSWERS = 10;
const REPORT_MAXIMUM_MS = 15_000;
/** Servers report syntax errors first and others a moment later. */
const QUIET_MS = 600;
const POLL_MS = 50;

/** When a report is expected. */
export interface ReportRequest {
  /** When the server got a reason to report, apart from changes. */
  readonly sinceMs: number;
  /** The time that the server has just taken for an answer. */
  readonly answerMs: number;
}

/** Knows when the problems of a file belong to its present text. Servers do not say so, hence the times of all changes. */
export class ReportedDiagnostics implements Disposable {
  #changedMs = 0;
  readonly #reportedMs = new Map<string, number>();
  readonly #listeners: Disposable;

  constructor(onDidAccessFile: Event<FileAccessEvent>) {
    this.#listeners = vscode.Disposable.from(
      onDidAccessFile(({ kind }) => this.#handleAccess(kind)),
      vscode.workspace.onDidOpenTextDocument(document => this.#handleChange(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#handleChange(document)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) =>
        uris.forEach(uri => this.#reportedMs.set(uri.toString(), Date.now())),
      ),
    );
  }

  /** Waits until the problems of a file have not changed for a moment. A file without any may cause no report at all. */
  async whenReported(
    uri: vscode.Uri,
    { sinceMs, answerMs }: ReportRequest,
    signal: AbortSignal,
  ): Promise<void> {
    const limitMs = Math.min(REPORT_MAXIMUM_MS, REPORT_LIMIT_MS + REPORT_LIMIT_ANSWERS * answerMs);
    while (Date.now() < this.#expectedMs(uri, sinceMs, limitMs)) {
      await delay(POLL_MS, undefined, { signal });
    }
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** A file that the agent has written may not be open. Others may import it. */
  #handleAccess(kind: FileAccessEvent['kind']): void {
    if (kind === 'write') {
      this.#changedMs = Date.now();
    }
  }

  /** A document may have changed through its file, its text, or a file that it imports. */
  #handleChange({ uri }: vscode.TextDocument): void {
    if (uri.scheme === 'file') {
      this.#changedMs = Date.now();
    }
  }

  #expectedMs(uri: vscode.Uri, sinceMs: number, limitMs: number): number {
    const changedMs = Math.max(this.#changedMs, sinceMs);
    const reportedMs = this.#reportedMs.get(uri.toString()) ?? 0;
    const latestMs = changedMs + limitMs;
    return reportedMs >= changedMs ? Math.min(latestMs, reportedMs + QUIET_MS) : latestMs;
  }
}

/** Runs a task when the problems of a document belong to its present text. */
export const withReportedProblems = <T>(
  call: ToolCall,
  {
    document,
    reported,
  }: { readonly document: vscode.TextDocument; readonly reported: ReportedDiagnostics },
  task: () => Promise<T>,
): Promise<T> =>
  withTab(document, async sinceMs => {
    const startMs = Date.now();
    await withLimit(call, getDocumentSymbols(document.uri));
    const answerMs = Date.now() - startMs; // How long the language server takes at the moment.
    await reported.whenReported(document.uri, { sinceMs, answerMs }, call.signal);
    return task();
  });
