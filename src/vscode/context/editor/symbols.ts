import * as vscode from 'vscode';
import { fingerprint } from '../../../core/prompt/mention/fingerprint.ts';
import type { SymbolMention } from '../../../core/prompt/mention/mention.ts';
import { wholeLinesRange } from '../../../core/prompt/mention/textRange.ts';
import { getTextInRange } from '../../../core/prompt/mention/textInRange.ts';
import { toUriString } from './documentMentions.ts';

/** A symbol of some file, as the language tools know it. */
export interface FoundSymbol {
  readonly name: string;
  readonly container: string;
  readonly kind: vscode.SymbolKind;
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

const SYMBOLS_LIMIT = 2000;

/** The symbols of a document. */
export async function getDocumentSymbols(uri: vscode.Uri): Promise<readonly FoundSymbol[]> {
  const found = await vscode.commands.executeCommand<
    (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  return (found ?? []).flatMap(symbol => flattened(symbol, uri, '')).slice(0, SYMBOLS_LIMIT);
}

/** The symbols of the workspace that the language tools find for a query. */
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
 * The mention of a symbol with all its lines. A workspace search often knows only where the name stands, so the
 * document is asked for the smallest symbol of that name around it.
 */
export async function createSymbolMention(symbol: FoundSymbol): Promise<SymbolMention> {
  const document = await vscode.workspace.openTextDocument(symbol.uri);
  const around = (await getDocumentSymbols(symbol.uri))
    .filter(({ name, range }) => name === symbol.name && range.contains(symbol.range.start))
    .toSorted((one, other) => lineCount(one.range) - lineCount(other.range));
  const { range } = around[0] ?? symbol;
  const lines = { start: range.start.line, end: range.end.line + 1 };
  const seen = fingerprint(
    getTextInRange(document.getText(), wholeLinesRange(lines.start, lines.end)),
  );
  return { kind: 'symbol', uri: toUriString(symbol.uri), name: symbol.name, lines, seen };
}

const lineCount = (range: vscode.Range): number => range.end.line - range.start.line;

function flattened(
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
    ...children.flatMap(child => flattened(child, uri, name)),
  ];
}

/** The codicon of a kind of symbol. */
export const symbolIcon = (kind: vscode.SymbolKind): string =>
  `symbol-${vscode.SymbolKind[kind].replaceAll(/\B[A-Z]/g, '-$&').toLowerCase()}`;
