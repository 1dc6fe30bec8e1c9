import * as vscode from 'vscode';
import { fingerprint } from '../../../core/prompt/mention/fingerprint.ts';
import type { SymbolMention } from '../../../core/prompt/mention/mention.ts';
import { wholeLinesRange } from '../../../core/prompt/mention/textRange.ts';
import { getTextInRange } from '../../../core/prompt/mention/textInRange.ts';
import { toUriString } from './documentMentions.ts';

/** A symbol of a file, as a language server reports it. */
export interface FoundSymbol {
  readonly name: string;
  readonly container: string;
  readonly kind: vscode.SymbolKind;
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

const SYMBOLS_LIMIT = 2000;

export async function getDocumentSymbols(uri: vscode.Uri): Promise<readonly FoundSymbol[]> {
  const found = await vscode.commands.executeCommand<
    (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  return (found ?? []).flatMap(symbol => flatten(symbol, uri, '')).slice(0, SYMBOLS_LIMIT);
}

export async function findWorkspaceSymbols(query: string): Promise<readonly FoundSymbol[]> {
  const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
  return (found ?? [])
    .filter(({ location }) => location.uri.scheme === 'file')
    .slice(0, SYMBOLS_LIMIT)
    .map(({ name, containerName, kind, location }) => ({
      name: name.replace(/\(\)$/, ''),
      container: containerName,
      kind,
      uri: location.uri,
      range: location.range,
    }));
}

/**
 * Mentions a symbol with all its lines. A workspace search often gives only the range of the name, so this looks for the
 * smallest document symbol of that name that contains it.
 */
export async function createSymbolMention(symbol: FoundSymbol): Promise<SymbolMention> {
  const document = await vscode.workspace.openTextDocument(symbol.uri);
  const enclosing = (await getDocumentSymbols(symbol.uri))
    .filter(({ name, range }) => name === symbol.name && range.contains(symbol.range.start))
    .toSorted((one, other) => lineCount(one.range) - lineCount(other.range));
  const { range } = enclosing[0] ?? symbol;
  const lines = { start: range.start.line, end: range.end.line + 1 };
  const seen = fingerprint(
    getTextInRange(document.getText(), wholeLinesRange(lines.start, lines.end)),
  );
  return { kind: 'symbol', uri: toUriString(symbol.uri), name: symbol.name, lines, seen };
}

const lineCount = (range: vscode.Range): number => range.end.line - range.start.line;

function flatten(
  symbol: vscode.DocumentSymbol | vscode.SymbolInformation,
  uri: vscode.Uri,
  container: string,
): readonly FoundSymbol[] {
  if ('location' in symbol) {
    const { name, containerName, kind, location } = symbol;
    return [{ name, container: containerName, kind, uri, range: location.range }];
  }
  const { name, kind, range, children } = symbol;
  return [
    { name, container, kind, uri, range },
    ...children.flatMap(child => flatten(child, uri, name)),
  ];
}

/** The name of the codicon of a symbol kind. */
export const symbolIcon = (kind: vscode.SymbolKind): string =>
  `symbol-${vscode.SymbolKind[kind].replaceAll(/\B[A-Z]/g, '-$&').toLowerCase()}`;
