import * as vscode from 'vscode';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import type { PositionInput } from '../../core/tools/toolInputs.ts';
import {
  formatLocation,
  limitLines,
  RESULT_LIMIT_LINES,
  sortLocations,
  type CodeLocation,
} from '../../core/tools/toolText.ts';
import { askLanguageServer, openSymbol, withLimit } from './languageServer.ts';
import type { ToolCall } from './toolCall.ts';

/** A place in a file, and what is to be said about it. */
export interface NotedLocation {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly note?: string;
}

const LOCATION_COMMANDS = {
  find_definition: 'vscode.executeDefinitionProvider',
  find_type_definition: 'vscode.executeTypeDefinitionProvider',
  find_references: 'vscode.executeReferenceProvider',
  find_implementations: 'vscode.executeImplementationProvider',
} as const;

/** The tools that find places of a symbol. */
export const findLocations =
  (tool: keyof typeof LOCATION_COMMANDS) =>
  async (call: ToolCall, input: PositionInput): Promise<string> => {
    const { document, position } = await openSymbol(call, input);
    const found = await askLanguageServer(call, document, () =>
      vscode.commands.executeCommand<readonly (vscode.Location | vscode.LocationLink)[]>(
        LOCATION_COMMANDS[tool],
        document.uri,
        position,
      ),
    );
    return describeLocations(call, found.map(toLocation));
  };

export async function getCallHierarchy(
  call: ToolCall,
  input: ToolInput<'get_call_hierarchy'>,
): Promise<string> {
  const { document, position } = await openSymbol(call, input);
  const items = await askLanguageServer(call, document, () =>
    vscode.commands.executeCommand<readonly vscode.CallHierarchyItem[]>(
      'vscode.prepareCallHierarchy',
      document.uri,
      position,
    ),
  );
  const places = await Promise.all(
    items.map(item =>
      input.direction === 'incoming' ? getIncomingCalls(call, item) : getOutgoingCalls(call, item),
    ),
  );
  return describeLocations(call, places.flat());
}

async function getIncomingCalls(
  call: ToolCall,
  item: vscode.CallHierarchyItem,
): Promise<readonly NotedLocation[]> {
  const calls = await withLimit(
    call,
    vscode.commands.executeCommand<readonly vscode.CallHierarchyIncomingCall[]>(
      'vscode.provideIncomingCalls',
      item,
    ),
  );
  return calls.flatMap(({ from, fromRanges }) =>
    fromRanges.map(range => ({ uri: from.uri, range, note: `in ${from.name}` })),
  );
}

async function getOutgoingCalls(
  call: ToolCall,
  item: vscode.CallHierarchyItem,
): Promise<readonly NotedLocation[]> {
  const calls = await withLimit(
    call,
    vscode.commands.executeCommand<readonly vscode.CallHierarchyOutgoingCall[]>(
      'vscode.provideOutgoingCalls',
      item,
    ),
  );
  return calls.map(({ to }) => ({ uri: to.uri, range: to.selectionRange, note: to.name }));
}

const toLocation = (found: vscode.Location | vscode.LocationLink): NotedLocation =>
  'targetUri' in found
    ? { uri: found.targetUri, range: found.targetSelectionRange ?? found.targetRange }
    : { uri: found.uri, range: found.range };

/** A place that may be listed. */
interface VisiblePlace extends CodeLocation {
  readonly uri: vscode.Uri;
  /** Whether its text may be shown, too. */
  readonly hasText: boolean;
}

/** The places as lines for the model. Of files outside the workspace only the names are shown. */
export async function describeLocations(
  call: ToolCall,
  places: readonly NotedLocation[],
): Promise<string> {
  if (places.length === 0) {
    return 'Nothing was found.';
  }
  const visible = sortLocations(await selectVisible(call, places));
  const documents = new Map<string, Promise<vscode.TextDocument | undefined>>();
  const shown = visible.slice(0, RESULT_LIMIT_LINES).map(async place => {
    const key = place.uri.toString();
    const document = documents.get(key) ?? openIfReadable(place);
    documents.set(key, document);
    return formatLocation({ ...place, ...getLineText(await document, place.line) });
  });
  return visible.length > 0
    ? limitLines(await Promise.all(shown), visible.length)
    : 'Nothing was found in files that you may read.';
}

async function selectVisible(
  call: ToolCall,
  places: readonly NotedLocation[],
): Promise<readonly VisiblePlace[]> {
  const uris = new Map(places.map(({ uri }) => [uri.toString(), uri]));
  const visibilities = await call.getVisibilities([...uris.values()]);
  const labels = new Map([...uris].map(([key, uri]) => [key, call.getLabel(uri)]));
  return places.flatMap(({ uri, range: { start }, note }) => {
    const visibility = visibilities.get(uri.toString()) ?? 'hidden';
    const place = {
      uri,
      path: labels.get(uri.toString()) ?? '',
      line: start.line,
      character: start.character,
      hasText: visibility === 'text',
      ...(note === undefined ? {} : { note }),
    };
    return visibility === 'hidden' ? [] : [place];
  });
}

/** A file may be binary or deleted. */
const openIfReadable = async ({
  uri,
  hasText,
}: VisiblePlace): Promise<vscode.TextDocument | undefined> =>
  hasText ? vscode.workspace.openTextDocument(uri).then(undefined, () => undefined) : undefined;

const getLineText = (
  document: vscode.TextDocument | undefined,
  line: number,
): Pick<CodeLocation, 'text'> =>
  document && line < document.lineCount ? { text: document.lineAt(line).text } : {};
