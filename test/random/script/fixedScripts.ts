import type { Script, Step } from './script.ts';

const edit = { kind: 'agentEdit', agent: 0, at: 0.3, remove: 1, add: 2 } as const;
const begin = { kind: 'beginTurn', agent: 0 } as const;
const end = { kind: 'endTurn', agent: 0 } as const;

/** Scripts that together do most of what there is. In each of their steps the extension host is killed once. */
export const fixedScripts: readonly Script[] = [
  {
    files: ['plain', 'crlf'],
    autoSave: false,
    formatOnSave: false,
    steps: [
      { kind: 'type', file: 0, at: 0.9, remove: 0, add: 1 },
      begin,
      { ...edit, file: 0, how: 'direct' },
      { kind: 'document', file: 0, action: 'save' },
      { ...edit, file: 1, how: 'protocol' },
      { kind: 'type', file: 1, at: 0.9, remove: 0, add: 1 },
      end,
      { kind: 'decide', file: 0, pick: 0, action: 'acceptLines' },
      { kind: 'decide', file: 0, pick: 0, action: 'rejectHunk' },
      { kind: 'decide', file: 0, pick: 0, action: 'undoDecision' },
    ],
    end: 'rejectAll',
  },
  {
    files: ['nested', 'ignored', 'binary', 'executable'],
    autoSave: false,
    formatOnSave: false,
    steps: [
      begin,
      { kind: 'agentFile', file: 2, action: 'move' },
      { ...edit, file: 1, how: 'sed' },
      { kind: 'agentFile', file: 3, action: 'chmod' },
      { kind: 'agentCreate', agent: 0, how: 'direct', place: 'newFolder', lines: 2 },
      { ...edit, file: 0, how: 'rename' },
      { kind: 'agentFile', file: 4, action: 'delete' },
      end,
      { kind: 'userGit', action: 'stashAndPop' },
      { kind: 'document', file: 1, action: 'rename' },
    ],
    end: 'rejectAll',
  },
];

/** The script with a restart after each of its steps. A restart ends the running turns. */
export function scriptsWithRestart(script: Script, how: 'kill' | 'reload'): readonly Script[] {
  return script.steps.map((_, at) => ({
    ...script,
    steps: [
      ...script.steps.slice(0, at + 1),
      { kind: 'restart', how } as const,
      ...withoutEndedTurns(script.steps.slice(at + 1)),
    ],
  }));
}

/** Agents act again when their next turn begins. */
function withoutEndedTurns(steps: readonly Step[]): readonly Step[] {
  let isRunning = false;
  return steps.filter(step => {
    isRunning ||= step.kind === 'beginTurn';
    return isRunning || !(step.kind.startsWith('agent') || step.kind === 'endTurn');
  });
}
