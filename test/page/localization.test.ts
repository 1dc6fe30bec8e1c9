import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChatShell, ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { SuggestMentions } from '../../src/core/chat/messages.ts';
import type { SessionStatus } from '../../src/core/session/state/sessionState.ts';
import type { ChatPage } from './chatPage.ts';
import { toGreek, untranslated } from './pseudoLocalization.ts';
import { toolEntry } from './entries.ts';
import {
  changedFile,
  changedHunk,
  FakeReview,
  pendingFile,
  pendingReview,
} from './reviewSamples.ts';
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

const review = pendingReview(
  (['modified', 'created', 'deleted', 'renamed', 'binary'] as const).map((status, at) =>
    pendingFile(`${at}.ts`, {
      status,
      ...(at === 0 ? { isProposed: true } : { sessionId: at > 2 ? 'closed' : sampleState.id }),
    }),
  ),
  {
    turns: [{ turn: 1, pending: 1, accepted: 2, rejected: 3, fileCount: 2 }],
    reviewed: { accepted: 2, rejected: 3 },
    canUndo: true,
    hasProposals: true,
    comments: [{ id: 'r', sessionId: 's1', location: 'a.ts:3', verdict: 'open', text: 'not so' }],
  },
);

const hunks = (['pending', 'accepted', 'rejected', 'merged', 'gone'] as const).map((state, at) =>
  changedHunk(`${at}`, { state, hidden: 3 }),
);

describe('the localized chat view', () => {
  const views: readonly (readonly [string, ChatViewState])[] = [
    ['a conversation', sampleView],
    ['the rarer things', rareView],
    ['the first page', alone()],
    ['no agent', alone({ agents: [] })],
    ['an untrusted folder', alone({ unavailableReason: { kind: 'untrusted' } })],
    ['no folder', alone({ unavailableReason: { kind: 'noFolder' } })],
    ['a folder that is not on a disk', alone({ unavailableReason: { kind: 'virtual' } })],
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
    const chat = await open({
      shell,
      session: {
        state: { ...sampleState, status: { kind: 'idle' } },
        entries: [toolEntry({ content: [{ kind: 'terminal', terminalId: 'none' }] })],
        earlier: 0,
        terminals: [],
      },
    });
    const fake = new FakeReview(chat);
    const bar = chat.page.getByRole('region', { name: '«Pending changes»' });
    const whole = changedHunk('', { rows: [] });
    await fake.show({
      review: toGreek(review),
      files: toGreek([changedFile('0.ts', hunks, { proposed: 'write', hidden: 2 })]),
      calls: toGreek([{ callId: 'c', hidden: 2, files: [changedFile('a.ts', [...hunks, whole])] }]),
    });
    await chat.page.getByText('«Merged into a later change»').nth(1).waitFor();
    await bar.getByRole('region').nth(4).waitFor();
    expect(await untranslated(chat.page)).toEqual([]);
    const { files: _files, ...rest } = review;
    const decided = { ...rest, fileCount: 0, sessions: [], hasProposals: false };
    await fake.show({ review: toGreek(decided) });
    await bar.getByText('reviewed').first().waitFor();
    expect(await untranslated(chat.page)).toEqual([]);
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
