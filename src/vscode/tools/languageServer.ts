import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { asList, asRecord, asString } from '../../core/json.ts';
import { resolvePosition } from '../../core/tools/resolvePosition.ts';
import type { PositionInput } from '../../core/tools/toolInputs.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';

/** A language server that loads a large project takes this long at most, or the model is told so. */
const ANSWER_LIMIT_MS = 45_000;
/** How long the server of an extension for the language may take to start, and that of any other extension. */
const START_LIMIT_MS = 20_000;
const OTHER_START_LIMIT_MS = 2_000;
const POLL_MS = 250;
/** How long VS Code may take to notice that a file has changed on disk. */
const RELOAD_LIMIT_MS = 2_000;
const RELOAD_POLL_MS = 20;

/** Whether somebody has answered for a language, so that only the first call waits, and a file without symbols is no proof. */
const isServedByLanguage = new Map<string, boolean>();

/** A symbol in an open document. */
export interface OpenedSymbol {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
}

/** Opens a file for language servers, without showing it. */
export async function openDocument(call: ToolCall, path: string): Promise<vscode.TextDocument> {
  const uri = await call.admitPath(path);
  const notText = (): never => {
    throw new ToolCallError(`${path} does not exist or is not a text file.`);
  };
  const document = await vscode.workspace.openTextDocument(uri).then(undefined, notText);
  await whenReloaded(document, call.signal);
  return document;
}

/** The state of the file and of the document when both were last found to have the same text. */
const knownStates = new WeakMap<vscode.TextDocument, string>();

/** An agent that has written a file on disk asks before VS Code has noticed it. */
async function whenReloaded(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
  const { ino, size, mtimeMs } = await stat(document.uri.fsPath);
  const toState = (): string => [ino, size, mtimeMs, document.version].join(' ');
  if (knownStates.get(document) === toState()) {
    return;
  }
  const bytes = await vscode.workspace.fs.readFile(document.uri);
  const text = await vscode.workspace.decode(bytes, { uri: document.uri });
  const isReloaded = (): boolean =>
    document.isDirty || withoutCr(document.getText()) === withoutCr(text);
  for (const endMs = Date.now() + RELOAD_LIMIT_MS; !isReloaded() && Date.now() < endMs;) {
    await delay(RELOAD_POLL_MS, undefined, { signal });
  }
  if (isReloaded()) {
    knownStates.set(document, toState());
  }
}

/** A document has one kind of line ending, its file may have several. */
const withoutCr = (text: string): string => text.replaceAll('\r\n', '\n');

/** Opens the file and finds the symbol that the arguments name. */
export async function openSymbol(call: ToolCall, input: PositionInput): Promise<OpenedSymbol> {
  const document = await openDocument(call, input.path);
  const lines = document.getText().split(/\r?\n/);
  const found = resolvePosition(lines, input);
  if (found.kind === 'missing') {
    throw new ToolCallError(found.why);
  }
  return { document, position: new vscode.Position(found.line, found.character) };
}

/**
 * Asks the language servers. If they know nothing, it is asked again while the extension of the language may still be
 * starting. Throws if nobody answers for this language; `advice` says what the model can do then.
 */
export async function askLanguageServer<T>(
  call: ToolCall,
  document: vscode.TextDocument,
  ask: () => Thenable<readonly T[] | undefined>,
  advice = 'Use a text search.',
): Promise<readonly T[]> {
  const first = await withLimit(call, ask());
  if (first && first.length > 0) {
    isServedByLanguage.set(document.languageId, true);
    return first;
  }
  if (!(await isLanguageServed(call, document))) {
    throw new ToolCallError(
      `No language server answers for this file (language "${document.languageId}"), so VS Code knows nothing about it. ${advice}`,
    );
  }
  return (await withLimit(call, ask())) ?? [];
}

/** Whether a language server knows symbols in a file of this language, which all but the simplest do. */
export async function isLanguageServed(
  call: ToolCall,
  { uri, languageId }: vscode.TextDocument,
): Promise<boolean> {
  const known = isServedByLanguage.get(languageId);
  if (known) {
    return true;
  }
  const limitMs = (await activateExtensions(languageId)) ? START_LIMIT_MS : OTHER_START_LIMIT_MS;
  const endMs = Date.now() + (known === false ? 0 : limitMs);
  for (;;) {
    const symbols = await withLimit(
      call,
      vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', uri),
    );
    if (Array.isArray(symbols) && symbols.length > 0) {
      isServedByLanguage.set(languageId, true);
      return true;
    }
    if (Date.now() >= endMs) {
      isServedByLanguage.set(languageId, false);
      return false;
    }
    await delay(POLL_MS, undefined, { signal: call.signal });
  }
}

/** Waits for the extensions that VS Code starts for a language. False if there are none. */
async function activateExtensions(languageId: string): Promise<boolean> {
  const found = vscode.extensions.all.filter(({ packageJSON }) => {
    const events = asList(asRecord(packageJSON)?.['activationEvents'], asString) ?? [];
    return events.includes(`onLanguage:${languageId}`);
  });
  await Promise.allSettled(found.map(extension => extension.activate()));
  return found.length > 0;
}

/** An answer, or an error for the model if it takes too long or the call was canceled. */
export async function withLimit<T>(
  { signal }: ToolCall,
  answer: Thenable<T>,
  who = 'The language server',
): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const cancel = (): void => end(() => reject(signal.reason));
    const giveUp = (): void =>
      end(() =>
        reject(
          new ToolCallError(
            `${who} did not answer within ${ANSWER_LIMIT_MS / 1000} seconds. It may still be loading the project; try again later.`,
          ),
        ),
      );
    const timer = setTimeout(giveUp, ANSWER_LIMIT_MS);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      settle();
    };
    signal.addEventListener('abort', cancel);
    answer.then(
      value => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
