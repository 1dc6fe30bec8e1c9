import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChatShell, ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { SuggestMentions, ReviewChanged } from '../../src/core/chat/messages.ts';
import type { PendingReview } from '../../src/core/chat/pendingReview.ts';
import type { SessionStatus } from '../../src/core/session/state/sessionState.ts';
import type { ChatPage } from './chatPage.ts';
import { toGreek, untranslated } from './pseudoLocalization.ts';
import { rareView, sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { stringsInSource } from '../harness/localizableStrings.ts';

// The chat view in a pseudo-language in which every text is enclosed in marks: text without marks was not translated.

const openPage = useChatPage();
let words: Readonly<Record<string, string>>;

beforeAll(async () => {
  words = Object.fromEntries((await stringsInSource()).map(text => [text, `«${text}»`]));
});

const open = (view: ChatViewState): Promise<ChatPage> => openPage({ view: toGreek(view), words });

/** Expands everything on the page. */
async function unfold(page: Page): Promise<void> {
  await page
    .locator('details')
    .evaluateAll(all => all.forEach(details => details.setAttribute('open', '')));
  const folded = page.locator('.turn [aria-expanded="false"], .entry [aria-expanded="false"]');
  for (let at = await folded.count(); at > 0; at = await folded.count()) {
    await folded.first().click();
  }
}

const { agentId: _chosen, ...shell } = sampleView.shell;
const alone = (more: Partial<ChatShell> = {}): ChatViewState => ({
  shell: { ...shell, sessions: [], ...more },
});
const inState = (status: SessionStatus): ChatViewState => ({
  shell,
  session: { state: { ...sampleState, status }, entries: [], earlier: 0, terminals: [] },
});

const review: PendingReview = {
  revision: 1,
  fileCount: 2,
  hunkCount: 3,
  files: (['modified', 'created', 'deleted', 'renamed', 'binary'] as const).map((status, at) => ({
    path: `/w/${at}.ts`,
    label: `${at}.ts`,
    status,
    sessionId: 's1',
    added: 1,
    removed: 1,
    hunkCount: 30,
    ...(status === 'modified' ? { proposed: 'write' as const } : {}),
    hunks: [],
  })),
  comments: [{ id: 'r', sessionId: 's1', location: 'a.ts:3', verdict: 'open', text: 'not so' }],
};

describe('the localized chat view', () => {
  const views: readonly (readonly [string, ChatViewState])[] = [
    ['a conversation', sampleView],
    ['the rarer things', rareView],
    ['the first page', alone()],
    ['no agent', alone({ agents: [] })],
    ['an untrusted folder', alone({ obstacle: { kind: 'untrusted' } })],
    ['no folder', alone({ obstacle: { kind: 'noFolder' } })],
    ['a folder that is not on a disk', alone({ obstacle: { kind: 'virtual' } })],
    ['an agent that starts', inState({ kind: 'starting', note: 'Unpacking' })],
    ['an agent that stops', inState({ kind: 'stopping', sinceMs: 0 })],
    ['an agent that has stopped', inState({ kind: 'stopped', reason: 'It ended.' })],
    [
      'signing in',
      inState({
        kind: 'signIn',
        methods: [{ id: 'm', name: 'Browser', description: 'Opens a page' }],
        message: 'Enter the code',
      }),
    ],
  ];

  it.each(views)('shows no untranslated text: %s', async (_, view) => {
    const { page } = await open(view);
    await page.getByRole('textbox', { name: '«Message»' }).or(page.locator('h2')).first().waitFor();
    await unfold(page);
    expect(await untranslated(page)).toEqual([]);
  });

  it('shows no untranslated text: pending changes', async () => {
    const { page, host } = await open(sampleView);
    await host.sendNotification(ReviewChanged, toGreek(review));
    await page.getByRole('region', { name: '«Pending changes»' }).waitFor();
    expect(await untranslated(page)).toEqual([]);
  });

  it('shows no untranslated text: menus, chips and forms', async () => {
    const { page, host } = await open(sampleView);
    host.onRequest(SuggestMentions, () => ({
      found: [
        {
          mention: { kind: 'gitDiff' as const, diff: { kind: 'workingTree' as const } },
          label: 'Δ',
          icon: 'file',
        },
      ],
      indexing: true,
    }));
    await page.getByRole('button', { name: '«Reject with reason»' }).first().click();
    await page.getByRole('combobox', { name: '«Model»' }).click();
    const option = page.getByRole('listbox').getByRole('option').first();
    await option.waitFor();
    expect(await untranslated(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: '«Message»' }).pressSequentially('@Δ');
    await option.waitFor();
    expect(await untranslated(page)).toEqual([]);
    await option.click();
    await page.getByRole('button', { name: '«Remove «Uncommitted changes»»' }).waitFor();
    expect(await untranslated(page)).toEqual([]);
  });
});
