import * as vscode from 'vscode';
import { asList, asString, type JsonObject } from '../../core/json.ts';
import { getRequestPaths } from '../../core/permission/requestSubject.ts';
import { TOOL_NAMES } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { getSetting } from '../settings.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';

/** The names that agents accept. */
const VALID_NAME = /^[\w-]{1,64}$/;
const TOOL_LIMIT = 100;

/** The tools of VS Code and its extensions that the user passes on. An editor without this API has none. */
export function getLanguageModelTools(): readonly vscode.LanguageModelToolInformation[] {
  const wanted = new Set(asList(getSetting('vscodeTools'), asString) ?? []);
  if (wanted.size === 0) {
    return [];
  }
  const { lm }: { readonly lm?: Partial<typeof vscode.lm> } = vscode;
  const own = new Set<string>(TOOL_NAMES);
  return (lm?.tools ?? [])
    .filter(({ name }) => wanted.has(name) && !own.has(name) && VALID_NAME.test(name))
    .slice(0, TOOL_LIMIT);
}

/** Calls a tool of another extension. It may do anything, so the user allows each call unless a rule does. */
export async function invokeLanguageModelTool(
  { access, signal }: ToolCall,
  name: string,
  input: JsonObject,
): Promise<string> {
  const paths = getRequestPaths({ locations: [], content: [] }, input);
  const end = await access.gate.admitTool({ name, input: JSON.stringify(input), paths }, signal);
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const options = { input, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool(name, options, cancellation.token);
    return limitLines(toText(content).split('\n'));
  } catch (error) {
    throw new ToolCallError(error instanceof Error ? error.message : String(error));
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
    end();
  }
}

/** The texts of a result. Other parts, such as images, are only counted. */
function toText(content: readonly unknown[]): string {
  const texts = content.flatMap(part =>
    part instanceof vscode.LanguageModelTextPart ? [part.value] : [],
  );
  const others = content.length - texts.length;
  return [
    ...texts,
    ...(others > 0 ? [`(${others} parts that are not text were left out)`] : []),
  ].join('\n');
}
