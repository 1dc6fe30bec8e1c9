import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
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
  type Transcript,
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

const rules = new PermissionRules('rules', RULES, {
  roots: ['/run/work'],
  style: LINUX_PATHS,
  shell: 'posix',
  homeFolder: '/home/u',
});

/** What the rules decide about each request for permission that an agent sent when its traffic was recorded. */
function decisionsOf(agent: string): readonly { text: string; decision: string }[] {
  let transcript = emptyTranscript;
  return readFileSync(`${FOLDER}${agent}.ndjson`, 'utf8')
    .split('\n')
    .flatMap(line => {
      const message = asRecord(asRecord(parseJson(line))?.['msg']);
      const params = asRecord(message?.['params']);
      const update =
        message?.['method'] === 'session/update' && parseSessionUpdate(params?.['update']);
      if (update) {
        transcript = applyPatches(transcript, patchesForUpdate(transcript, update, 0));
      }
      const call =
        message?.['method'] === 'session/request_permission' && parseToolCall(params?.['toolCall']);
      return call ? [{ text: JSON.stringify(call), decision: decide(transcript, call) }] : [];
    });
}

function decide(transcript: Transcript, call: ToolCallUpdate): string {
  const entry = createPermissionEntry(transcript, call, [], 0);
  return rules.decide({
    agentId: 'agent',
    agentName: 'Agent',
    kind: entry.toolKind,
    paths: getRequestPaths(entry, call.rawInput ?? parseJson(entry.input ?? '')),
    ...(entry.command !== undefined && { command: { kind: 'line', line: entry.command } }),
  }).decision;
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
