import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LINUX_PATHS } from '../../../../src/core/files/pathStyle.ts';
import { asRecord, parseJson } from '../../../../src/core/json.ts';
import type { PermissionRule } from '../../../../src/core/permission/permissionRule.ts';
import { PermissionRules } from '../../../../src/core/permission/permissionRules.ts';
import { getRequestPaths } from '../../../../src/core/permission/requestSubject.ts';
import { createPermissionEntry } from '../../../../src/core/session/transcript/permissionEntry.ts';
import { patchesForUpdate } from '../../../../src/core/session/transcript/patchesForUpdate.ts';
import {
  applyPatches,
  emptyTranscript,
} from '../../../../src/core/session/transcript/transcript.ts';
import {
  parseSessionUpdate,
  parseToolCall,
} from '../../../../src/core/session/wire/parseSessionUpdate.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/agents/', import.meta.url));
const AGENTS = readdirSync(FOLDER)
  .filter(name => name.endsWith('.ndjson') && !name.includes('version2'))
  .map(name => name.replace('.ndjson', ''));

const RULES: readonly PermissionRule[] = [
  { decision: 'allow', kind: ['execute', 'other', 'edit'], path: '**' },
  { decision: 'allow', kind: ['execute', 'other', 'edit'] },
  { decision: 'deny', command: 'printf *' },
  { decision: 'deny', kind: ['edit', 'other'], path: '**/*.txt' },
];

/** What the rules decide about each request for permission that an agent sent when its traffic was recorded. */
function decisionsOf(agent: string) {
  const rules = new PermissionRules('rules', RULES, {
    roots: ['/run/work'],
    style: LINUX_PATHS,
    shell: 'posix',
    homeFolder: '/home/u',
  });
  let transcript = emptyTranscript;
  const decisions: { readonly text: string; readonly decision: string }[] = [];
  for (const line of readFileSync(`${FOLDER}${agent}.ndjson`, 'utf8').split('\n')) {
    const message = asRecord(asRecord(parseJson(line))?.['msg']);
    const params = asRecord(message?.['params']);
    const update =
      message?.['method'] === 'session/update' && parseSessionUpdate(params?.['update']);
    if (update) {
      transcript = applyPatches(transcript, patchesForUpdate(transcript, update, 0));
    }
    const call = parseToolCall(params?.['toolCall']);
    if (message?.['method'] === 'session/request_permission' && call) {
      const entry = createPermissionEntry(transcript, call, [], 0);
      const input: unknown = call.rawInput ?? parseJson(entry.input ?? '');
      const { decision } = rules.decide({
        agentId: agent,
        agentName: agent,
        kind: entry.toolKind,
        paths: getRequestPaths(entry, input),
        ...(entry.command !== undefined && { command: { kind: 'line', line: entry.command } }),
      });
      decisions.push({ text: JSON.stringify(call), decision });
    }
  }
  return decisions;
}

describe('rules that deny a command and files, with the requests of real agents', () => {
  it.each(AGENTS)('allow none of these of %s', agent => {
    const denied = decisionsOf(agent).filter(
      ({ text, decision }) =>
        decision === 'allow' && /printf|(?:Update|Add) File|newText|new_str/.test(text),
    );
    expect(denied).toEqual([]);
  });

  it('ask where an agent does not say what it runs, and deny elsewhere', () => {
    const asking = AGENTS.filter(agent =>
      decisionsOf(agent).some(
        ({ text, decision }) => text.includes('printf') && decision !== 'deny',
      ),
    );
    expect(asking).toEqual(['gemini', 'kimi']);
  });
});
