import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWriteApprover } from '../../../../src/agent/requests/createWriteApprover.ts';
import type { PendingWrite, WriteApproval } from '../../../../src/agent/requests/writeApproval.ts';
import type { RequestSession } from '../../../../src/agent/requests/clientRequests.ts';
import { createAgentFiles } from '../files/createAgentFiles.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

type Choice = 'all' | 'chosen' | 'none' | undefined;

/** An approval with a fixed choice, and a user with fixed answers. */
class FakeApproval implements WriteApproval {
  readonly opened: PendingWrite[] = [];
  readonly closed: Choice[] = [];
  readonly asked: Parameters<RequestSession['ask']>[0][] = [];
  isHeld = true;
  inParts = true;
  chosen: string | undefined;
  answer: (signal: AbortSignal | undefined) => Promise<string | undefined> = () =>
    Promise.resolve('chosen');

  readonly session: RequestSession = {
    id: 's1',
    wireId: 'w1',
    agent: { id: 'a', name: 'A' },
    agentName: undefined,
    roots: [],
    isRemote: false,
    turnPhase: () => 'running',
    beginBackgroundWork: () => Promise.resolve(() => {}),
    ask: (request, signal) => {
      this.asked.push(request);
      return this.answer(signal);
    },
    addNotice: () => {},
    addFailure: () => {},
    applyPatch: () => {},
  };

  isRequired(): boolean {
    return this.isHeld;
  }

  async begin(write: PendingWrite): Promise<boolean> {
    this.opened.push(write);
    return this.inParts;
  }

  async finish(_callId: string, choice: Choice): Promise<string | undefined> {
    this.closed.push(choice);
    const [write] = this.opened;
    if (choice !== undefined && this.chosen !== undefined && write) {
      await writeFile(write.path, this.chosen);
    }
    return choice === undefined ? undefined : this.chosen;
  }
}

let approval: FakeApproval;
let folder = '';
let path = '';

beforeEach(async () => {
  approval = new FakeApproval();
  folder = await temporaryFolder();
  path = join(folder, 'file.txt');
  await writeFile(path, 'one\ntwo\n');
});

const files = () =>
  createAgentFiles(folder, { approver: createWriteApprover(approval.session, approval) });
const textOf = (file: string): Promise<string> => readFile(file, 'utf8');
const wanted = { content: 'ONE\nTWO\n' };

describe('a write that waits for approval', () => {
  it('contains only what the user accepted', async () => {
    approval.chosen = 'ONE\ntwo\n';
    const write = await (await files()).write({ path, ...wanted });
    expect(write).toMatchObject({ text: 'ONE\ntwo\n', before: 'one\ntwo\n', isApproved: true });
    expect(approval.opened).toMatchObject([
      { sessionId: 's1', path, before: 'one\ntwo\n', after: 'ONE\nTWO\n' },
    ]);
    expect(approval.asked[0]?.choices.map(({ kind }) => kind)).toEqual([
      'allow_once',
      'allow_part',
      'reject_once',
    ]);
    expect(approval.asked[0]?.toolCall.content).toEqual([
      { type: 'diff', path, oldText: 'one\ntwo\n', newText: 'ONE\nTWO\n' },
    ]);
    expect(await textOf(path)).toBe('ONE\ntwo\n');
  });

  it('is refused with an explanation for the agent if nothing is accepted', async () => {
    approval.answer = () => Promise.resolve('none');
    const writing = (await files()).write({ path, ...wanted });
    await expect(writing).rejects.toThrow(/took nothing of it. The file is as it was/);
    expect(await textOf(path)).toBe('one\ntwo\n');
  });

  it('is answered and removed when the request is cancelled', async () => {
    const stop = new AbortController();
    approval.answer = signal =>
      new Promise(resolve => {
        signal?.addEventListener('abort', () => resolve(undefined));
        stop.abort();
      });
    const writing = (await files()).write({ path, ...wanted }, stop.signal);
    await expect(writing).rejects.toMatchObject({ code: -32_800 });
    expect(approval.closed).toEqual([undefined]);
    expect(await textOf(path)).toBe('one\ntwo\n');
  });

  it('is approved as a whole if it has no hunks', async () => {
    approval.inParts = false;
    approval.answer = () => Promise.resolve('all');
    const write = await (await files()).write({ path, ...wanted });
    expect(write.isApproved).toBe(false);
    expect(approval.asked[0]?.choices.map(({ optionId }) => optionId)).toEqual(['all', 'none']);
    expect(await textOf(path)).toBe('ONE\nTWO\n');
    approval.answer = () => Promise.resolve(undefined);
    await expect((await files()).write({ path, content: 'x' })).rejects.toThrow();
    expect(await textOf(path)).toBe('ONE\nTWO\n');
  });

  it('does not wait if approval is disabled or nothing changes', async () => {
    await (await files()).write({ path, content: 'one\ntwo\n' });
    approval.isHeld = false;
    await (await files()).write({ path, ...wanted });
    expect(approval.asked).toEqual([]);
    expect(await textOf(path)).toBe('ONE\nTWO\n');
  });

  it('shows the agent’s lines even if the user has changed the same lines since', async () => {
    const own = await files();
    await own.read({ path });
    await writeFile(path, 'one\nmine\n');
    approval.chosen = 'one\nmine\n';
    await own.write({ path, content: 'one\nTWO\n' });
    expect(approval.opened).toMatchObject([{ before: 'one\nmine\n', after: 'one\nTWO\n' }]);
  });
});
