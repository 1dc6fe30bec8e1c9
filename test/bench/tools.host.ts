import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { McpServerHttp } from '@agentclientprotocol/sdk';
import { DecisionLog } from '../../src/agent/permission/decisionLog.ts';
import { RulePolicy } from '../../src/agent/permission/rulePolicy.ts';
import { inFolder, ToolFixture } from '../host/vscode/tools/toolFixture.ts';

const logger = { info: () => {}, warn: () => {}, error: () => {} };
const settings = { mode: 'ask' as const, rules: [], problems: [] };
const POLL_MS = 20;
/** So many in a row are on time. */
const QUIET_POLLS = 50;
const QUIET_LIMIT_MS = 20_000;
let fixture: ToolFixture | undefined;

/** Waits until the extensions that VS Code starts with a window let others run, as they do when a user begins a session. */
export async function whenQuiet(): Promise<void> {
  const endMs = Date.now() + QUIET_LIMIT_MS;
  for (let quiet = 0; quiet < QUIET_POLLS && Date.now() < endMs;) {
    const startMs = performance.now();
    await delay(POLL_MS);
    quiet = performance.now() - startMs < 2 * POLL_MS ? quiet + 1 : 0;
  }
}

/** Gives a session its tools, the first one of this process. Returns how long that took. */
export async function open(): Promise<{ readonly tookMs: number; readonly server: McpServerHttp }> {
  const log = new DecisionLog(join(inFolder(''), 'decisions.jsonl'), logger);
  const policy = new RulePolicy({ settings: () => settings, shell: () => 'posix', log });
  fixture = new ToolFixture({}, policy);
  const startMs = performance.now();
  const { server } = await fixture.open();
  return { tookMs: performance.now() - startMs, server };
}

/** How long VS Code itself takes to find the references of a symbol, and to give the text of each file. */
export async function findReferences(
  path: string,
  place: { readonly line: number; readonly character: number },
  rounds: number,
): Promise<readonly number[]> {
  const uri = vscode.Uri.file(inFolder(path));
  const position = new vscode.Position(place.line, place.character);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    await vscode.workspace.openTextDocument(uri);
    const found = await vscode.commands.executeCommand<readonly vscode.Location[]>(
      'vscode.executeReferenceProvider',
      uri,
      position,
    );
    const files = new Map(found.map(location => [location.uri.toString(), location.uri]));
    await Promise.all([...files.values()].map(file => vscode.workspace.openTextDocument(file)));
    times.push(performance.now() - startMs);
  }
  return times;
}

export function close(): void {
  fixture?.dispose();
}
