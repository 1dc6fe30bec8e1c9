import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { SessionChanged, StopEntry } from '../../src/core/chat/messages.ts';
import type { AgentEntry, Entry, SubagentEntry } from '../../src/core/session/transcript/entry.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import { permissionEntry, toolEntry } from './entries.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

const open = useChatPage();

const subagent = (id: string, facts: Partial<SubagentEntry> = {}): SubagentEntry => ({
  id,
  turn: 1,
  atMs: 0,
  kind: 'subagent',
  subagentId: id,
  name: 'Explore',
  description: 'Find all callers of total()',
  status: 'completed',
  canStop: false,
  endedMs: 83_000,
  ...facts,
});

const { endedMs: _, ...running } = subagent('s2', {
  name: 'Plan',
  description: 'Plan the change of the discount, step by step, with tests',
  status: 'in_progress',
  canStop: true,
});

const said = (id: string, text: string, facts: Partial<AgentEntry> = {}): AgentEntry => ({
  id,
  turn: 1,
  atMs: 0,
  kind: 'agent',
  blocks: [{ type: 'text', text }],
  ...facts,
});

const entries: readonly Entry[] = [
  subagent('s1'),
  running,
  said('t1', 'Find the callers.', { parentId: 's1', isTask: true }),
  toolEntry({ id: 'c1', callId: 's1/c1', title: 'Read cart.ts', toolKind: 'read', parentId: 's1' }),
  said('a1', 'There are two.', { parentId: 's1' }),
  toolEntry({ id: 'c3', callId: 'c3', title: 'Search', status: 'in_progress', canStop: true }),
  toolEntry({ id: 'c2', callId: 's2/c2', title: 'Edit cart.ts', toolKind: 'edit', parentId: 's2' }),
  subagent('s3', { name: 'Check', status: 'failed', error: 'The model is overloaded.' }),
  { ...permissionEntry('npm test'), asker: 'Plan' },
  said('own', 'Two sub-agents are at work.'),
];

const view: ChatViewState = {
  shell: sampleView.shell,
  session: { state: { ...sampleState, queue: [] }, entries, earlier: 0, terminals: [] },
};

describe('sub-agents', () => {
  it('are one collapsed block each, with name, task, tools and time, and their own transcript inside', async () => {
    const { page } = await open({ view });
    const block = page.getByRole('article', { name: 'Sub-agent: Explore' });
    await block.waitFor();
    expect(await block.innerText()).toMatch(/Explore[^]*Find all callers[^]*1 tool[^]*1 min 23 s/);
    expect(await page.getByText('There are two.').count()).toBe(0);
    await block.getByRole('button', { name: /^Explore/ }).click();
    await block.getByRole('article', { name: 'Agent' }).getByText('There are two.').waitFor();
    await block.getByRole('article', { name: 'Task' }).getByText('Find the callers.').waitFor();
    await block.getByRole('article', { name: 'Tool: Read cart.ts' }).waitFor();
    const failed = page.getByRole('article', { name: 'Sub-agent: Check' });
    expect(await failed.innerText()).toContain('The model is overloaded.');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('can be stopped while they work, if the agent allows it', async () => {
    const { page, host } = await open({ view });
    const stopped: unknown[] = [];
    host.onNotification(StopEntry, params => void stopped.push(params));
    await page.getByRole('button', { name: 'Stop Plan' }).click();
    await expect.poll(() => stopped).toEqual([{ sessionId: sampleState.id, entryId: 's2' }]);
    expect(await page.getByRole('button', { name: 'Stop Explore' }).count()).toBe(0);
  });

  it('go on when a tool call is stopped, which the agent allows', async () => {
    const { page, host } = await open({ view });
    const stopped: unknown[] = [];
    host.onNotification(StopEntry, params => void stopped.push(params));
    await page.getByRole('button', { name: 'Stop Search' }).click();
    await expect.poll(() => stopped).toEqual([{ sessionId: sampleState.id, entryId: 'c3' }]);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('are named by what they ask', async () => {
    const { page } = await open({ view });
    const request = page.getByRole('group', { name: 'Permission: Run it' });
    await expect.poll(() => request.innerText()).toContain('Plan (sub-agent) asks:');
  });

  it('show text that streams in while they are expanded', async () => {
    const { page, host } = await open({ view });
    const block = page.getByRole('article', { name: 'Sub-agent: Explore' });
    await block.getByRole('button', { name: /^Explore/ }).click();
    const patches = [{ kind: 'grew', id: 'a1', text: ' And a third.', atMs: 1 }] as const;
    await host.sendNotification(SessionChanged, { sessionId: sampleState.id, patches });
    await expect.poll(() => block.innerText()).toContain('There are two. And a third.');
  });

  it.each([240, 500])('fit into %i pixels', async width => {
    const { page } = await open({ view, width });
    await page.getByRole('article', { name: 'Sub-agent: Plan' }).waitFor();
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
    const stop = await page.getByRole('button', { name: 'Stop Plan' }).boundingBox();
    expect((stop?.x ?? 0) + (stop?.width ?? 0)).toBeLessThanOrEqual(width);
  });
});
