import { expect, it } from 'vitest';
import { joinLines } from '../../../../../src/core/text/lines.ts';
import { openTrackedWorkspace } from '../trackedWorkspace.ts';

const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const changed = ten.replace('line 8', 'agent');
const origin = { sessionId: 's1', turnId: '1' };

const content = (text: string) => ({ kind: 'text', text, mode: 0o100644 }) as const;

/** An agent has written beneath unsaved edits, and the extension host has died. */
async function afterCrash(disk: string): Promise<{ base: string; pending: readonly string[] }> {
  const { workspace, model, tracker, at, discards, pending } = await openTrackedWorkspace();
  const path = at('a.txt');
  model.dispatch({
    kind: 'changed',
    path,
    author: { kind: 'agent', origin },
    change: { kind: 'content', content: content(`mine\n${changed}`) },
    before: content(`mine\n${ten}`),
  });
  await workspace.write('a.txt', disk);
  discards.set(path, { kind: 'discarded', origin, original: ten, lastSeen: changed });
  await tracker.handleRevert(path);
  return { base: joinLines(model.getFile(path)?.base.lines ?? []), pending: pending() };
}

it('keeps what the user typed and saved while the extension was not running', async () => {
  const { base, pending } = await afterCrash(`mine2\nmine\n${changed}`);
  expect(base).toBe(`mine2\nmine\n${ten}`);
  expect(pending).toEqual(['modified a.txt 1']);
});

it('has only the agent’s lines if the user closed the document without saving', async () => {
  const { base, pending } = await afterCrash(changed);
  expect(base).toBe(ten);
  expect(pending).toEqual(['modified a.txt 1']);
});
