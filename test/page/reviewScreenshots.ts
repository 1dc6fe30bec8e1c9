import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { browserLaunch } from '../harness/browser/browserLaunch.ts';
import { inProject } from '../harness/paths.ts';
import { openChatPage, type ChatPage } from './chatPage.ts';
import { idleSampleState, toolEntry } from './entries.ts';
import {
  changedFile,
  changedHunk,
  FakeReview,
  noReview,
  pendingFile,
  pendingReview,
} from './reviewSamples.ts';
import { sampleView } from './sample.ts';
import type { ThemeName } from './themes.ts';

// Screenshots of the review in the chat view, in every theme and width: node test/page/reviewScreenshots.ts [name]. They
// are in out/page; run `npm run build` first.

const folder = inProject('out', 'page');
const settle = 'src/settle.ts';

const diff = (file: string, oldText: string, newText: string) =>
  ({ kind: 'diff', path: `/w/${file}`, oldText, newText }) as const;

const prompt: Entry = {
  id: 'u',
  turn: 1,
  atMs: 0,
  kind: 'user',
  blocks: [{ type: 'text', text: 'Rename the rest, and format the project' }],
};

const answer: Entry = {
  id: 'a',
  turn: 1,
  atMs: 40_000,
  kind: 'agent',
  blocks: [{ type: 'text', text: 'The rest has its new name, and all files are formatted.' }],
};

const end: Entry = {
  id: 'end',
  turn: 1,
  atMs: 45_000,
  kind: 'turnEnd',
  reason: 'end_turn',
  startedMs: 0,
  toolCount: 3,
  fileCount: 3,
};

const calls: readonly Entry[] = [
  toolEntry({
    id: 'e1',
    callId: 'edit',
    title: 'Edit src/settle.ts',
    toolKind: 'edit',
    content: [
      diff(
        settle,
        '  const left = 1;\n  const left = 2;\n',
        '  const rest = 1;\n  const rest = 2;\n',
      ),
    ],
  }),
  toolEntry({
    id: 'e2',
    callId: 'claim',
    title: 'Edit src/money.ts',
    toolKind: 'edit',
    content: [diff('src/money.ts', 'left', 'rest')],
  }),
  toolEntry({
    id: 'e3',
    callId: 'command',
    title: 'npx prettier --write .',
    content: [{ kind: 'terminal', terminalId: 'none' }],
  }),
];

const view = (entries: readonly Entry[]): ChatViewState => ({
  shell: {
    ...sampleView.shell,
    sessions: [
      ...sampleView.shell.sessions,
      {
        id: 'other',
        title: 'Fix the rounding of cents',
        agentName: 'Demo',
        canFork: false,
        state: 'idle',
      },
    ],
  },
  session: { state: idleSampleState, entries, earlier: 0, terminals: [] },
});

const files = [
  pendingFile(settle, { added: 12, removed: 3 }),
  pendingFile('src/money.ts'),
  pendingFile('src/components/dialogs/aVeryLongNameOfAFileThatDoesNotFit.ts', {
    added: 120,
    removed: 0,
    status: 'created',
  }),
  pendingFile('src/summary.ts', { status: 'deleted', added: 0, removed: 40 }),
  pendingFile('assets/logo.png', { status: 'binary', added: 0, removed: 0 }),
  pendingFile('src/payment.ts', { status: 'renamed', added: 0, removed: 0 }),
  pendingFile('scripts/run.sh', { isModeChange: true, added: 0, removed: 0 }),
];

const wholeFile = changedHunk('', { rows: [] });

const turns = [{ turn: 1, pending: 4, accepted: 1, rejected: 1, fileCount: 6 }];

async function showCalls(review: FakeReview): Promise<void> {
  await review.show({
    review: pendingReview(files, { turns, reviewed: { accepted: 1, rejected: 1 }, canUndo: true }),
    calls: [
      {
        callId: 'edit',
        hidden: 0,
        files: [
          changedFile(settle, [
            changedHunk('1'),
            changedHunk('2', { state: 'accepted' }),
            changedHunk('3', { state: 'rejected' }),
            changedHunk('4', { state: 'merged', rows: [] }),
            changedHunk('5', { state: 'gone' }),
          ]),
        ],
      },
      { callId: 'claim', hidden: 0, files: [changedFile('src/money.ts', [changedHunk('6')])] },
      {
        callId: 'command',
        hidden: 2,
        files: [
          changedFile('src/summary.ts', [wholeFile], { status: 'deleted' }),
          changedFile('src/new.ts', [changedHunk('7', { hidden: 12 })], { status: 'created' }),
          changedFile('assets/logo.png', [wholeFile], { status: 'binary' }),
          changedFile('src/payment.ts', [wholeFile], { status: 'renamed' }),
          changedFile('scripts/run.sh', [wholeFile]),
        ],
      },
    ],
  });
}

interface Shot {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly height: number;
  readonly prepare: (review: FakeReview, chat: ChatPage) => Promise<void>;
}

const shots: readonly Shot[] = [
  {
    name: 'calls',
    entries: [prompt, ...calls],
    height: 2_000,
    prepare: async review => showCalls(review),
  },
  {
    name: 'list',
    entries: [prompt, ...calls, answer, end],
    height: 700,
    prepare: async (review, { page }) => {
      await showCalls(review);
      await review.show({
        review: pendingReview([...files, pendingFile('b.ts', { sessionId: 'other' })], { turns }),
        files: [changedFile('src/money.ts', [changedHunk('6')])],
      });
      await page.getByRole('button', { name: /8 files, 16 hunks/ }).click();
      await page.getByRole('button', { name: 'Hunks in src/money.ts' }).click();
    },
  },
  {
    name: 'bar',
    entries: [prompt, ...calls, answer, end],
    height: 420,
    prepare: async review => review.show({ review: pendingReview(files, { turns }) }),
  },
  {
    name: 'reviewed',
    entries: [prompt, ...calls, answer, end],
    height: 420,
    prepare: async review =>
      review.show({
        review: {
          ...noReview,
          reviewed: { accepted: 21, rejected: 1 },
          turns: [{ turn: 1, pending: 0, accepted: 21, rejected: 1, fileCount: 10 }],
          canUndo: true,
        },
      }),
  },
  {
    name: 'otherSession',
    entries: [prompt, answer],
    height: 420,
    prepare: async review =>
      review.show({ review: pendingReview(files.map(file => ({ ...file, sessionId: 'other' }))) }),
  },
];

const themes: readonly ThemeName[] = ['light', 'dark', 'contrast'];
const widths = [240, 300, 480, 800];

async function shoot(browser: Browser, shot: Shot, theme: ThemeName, width: number): Promise<void> {
  const { name, entries, height, prepare } = shot;
  const chat = await openChatPage(browser, { view: view(entries), theme, width, height });
  await prepare(new FakeReview(chat), chat);
  await chat.page.waitForTimeout(700);
  await chat.page.screenshot({ path: path.join(folder, `review-${name}-${theme}-${width}.png`) });
  console.log(name, theme, width, chat.complaints.join('\n'));
  await chat.page.close();
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch(await browserLaunch());
try {
  const wanted = process.argv.slice(2);
  for (const shot of shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const [theme, width] of themes.flatMap(name => widths.map(px => [name, px] as const))) {
      await shoot(browser, shot, theme, width);
    }
  }
} finally {
  await browser.close();
}
