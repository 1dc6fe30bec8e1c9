import * as vscode from 'vscode';
import type { PositionInput } from '../../core/tools/toolInputs.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { findWorkspaceSymbols, getDocumentSymbols } from '../context/editor/symbols.ts';
import { askLanguageServer, openDocument, openSymbol, withLimit } from './languageServer.ts';
import { describeLocations } from './locationTools.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';

export async function searchSymbols(
  call: ToolCall,
  { query }: ToolInput<'search_symbols'>,
): Promise<string> {
  const found = await withLimit(call, findWorkspaceSymbols(query));
  if (found.length === 0) {
    throw new ToolCallError(
      `No language server knows a symbol like "${query}". Most of them answer only after a file of their language was opened: use another tool on a file first, or a text search.`,
    );
  }
  return describeLocations(
    call,
    found.map(({ uri, range, name, kind, container }) => ({
      uri,
      range,
      note: [kindName(kind), container && `${container}.`, name].filter(Boolean).join(' '),
    })),
  );
}

export async function listSymbols(
  call: ToolCall,
  { path }: ToolInput<'list_symbols'>,
): Promise<string> {
  const document = await openDocument(call, path);
  const symbols = await askLanguageServer(call, document, () => getDocumentSymbols(document.uri));
  return limitLines(
    symbols.map(({ name, kind, container, range }) => {
      const lines = `${range.start.line + 1}-${range.end.line + 1}`;
      return `${lines}: ${kindName(kind)} ${container ? `${container}.` : ''}${name}`;
    }),
  );
}

export async function getHover(call: ToolCall, input: PositionInput): Promise<string> {
  const { document, position } = await openSymbol(call, input);
  const hovers = await askLanguageServer(call, document, () =>
    vscode.commands.executeCommand<readonly vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    ),
  );
  const texts = hovers.flatMap(({ contents }) => contents.map(content => toText(content).trim()));
  const lines = texts.filter(text => text !== '').flatMap(text => text.split('\n'));
  return lines.length > 0 ? limitLines(lines) : 'Nothing is known about this symbol.';
}

const toText = (content: vscode.MarkdownString | vscode.MarkedString): string =>
  typeof content === 'string' ? content : content.value;

const kindName = (kind: vscode.SymbolKind): string => vscode.SymbolKind[kind].toLowerCase();
