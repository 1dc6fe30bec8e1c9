import * as vscode from 'vscode';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import type { PositionInput } from '../../core/tools/toolInputs.ts';
import { formatLocations, limitLines, type CodeLocation } from '../../core/tools/toolText.ts';
import { askLanguageServer, openSymbol } from './languageServer.ts';
import type { FileVisibility, ToolCall } from './toolCall.ts';

/** So many places are looked at. More are only counted. */
const PLACES_LIMIT = 1_000;

/** A place in a file, and what is to be said about it. */
export interface Place {
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
    return describePlaces(call, found.map(toPlace));
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
      input.direction === 'incoming' ? getIncomingCalls(item) : getOutgoingCalls(item),
    ),
  );
  return describePlaces(call, places.flat());
}

async function getIncomingCalls(item: vscode.CallHierarchyItem): Promise<readonly Place[]> {
  const calls = await vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[]>(
    'vscode.provideIncomingCalls',
    item,
  );
  return calls.flatMap(({ from, fromRanges }) =>
    fromRanges.map(range => ({ uri: from.uri, range, note: `in ${from.name}` })),
  );
}

async function getOutgoingCalls(item: vscode.CallHierarchyItem): Promise<readonly Place[]> {
  const calls = await vscode.commands.executeCommand<vscode.CallHierarchyOutgoingCall[]>(
    'vscode.provideOutgoingCalls',
    item,
  );
  return calls.map(({ to }) => ({ uri: to.uri, range: to.selectionRange, note: to.name }));
}

const toPlace = (found: vscode.Location | vscode.LocationLink): Place =>
  'targetUri' in found
    ? { uri: found.targetUri, range: found.targetSelectionRange ?? found.targetRange }
    : { uri: found.uri, range: found.range };

/** The places as lines for the model. Of files outside the workspace only the names are shown. */
export async function describePlaces(call: ToolCall, places: readonly Place[]): Promise<string> {
  if (places.length === 0) {
    return 'Nothing was found.';
  }
  const uris = new Map(places.slice(0, PLACES_LIMIT).map(({ uri }) => [uri.toString(), uri]));
  const visibilities = await call.getVisibilities([...uris.values()]);
  const files = new Map(
    await Promise.all(
      [...uris].map(
        async ([key, uri]) => [key, await readFile(uri, visibilities.get(key))] as const,
      ),
    ),
  );
  const locations = places.slice(0, PLACES_LIMIT).flatMap((place): readonly CodeLocation[] => {
    const file = files.get(place.uri.toString());
    const { line, character } = place.range.start;
    const text =
      file?.document && line < file.document.lineCount
        ? file.document.lineAt(line).text
        : undefined;
    return file
      ? [
          {
            path: call.getLabel(place.uri),
            line,
            character,
            ...(text === undefined ? {} : { text }),
            ...(place.note === undefined ? {} : { note: place.note }),
          },
        ]
      : [];
  });
  return locations.length > 0
    ? limitLines(formatLocations(locations))
    : 'Nothing was found in files that you may read.';
}

/** The document of a file that may be shown; no document if only its name may; `undefined` if it is hidden. */
async function readFile(
  uri: vscode.Uri,
  visibility: FileVisibility | undefined,
): Promise<{ readonly document?: vscode.TextDocument } | undefined> {
  if (visibility !== 'text') {
    return visibility === 'name' ? {} : undefined;
  }
  try {
    return { document: await vscode.workspace.openTextDocument(uri) };
  } catch {
    return {}; // The file is binary or was deleted.
  }
}
