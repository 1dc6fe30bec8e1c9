import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { browserLaunch } from '../harness/browser/browserLaunch.ts';
import { inProject } from '../harness/paths.ts';
import { openChatPage } from './chatPage.ts';
import { rareView, sampleEntries, sampleState, sampleView } from './sample.ts';
import { failedInstallation, runningInstallation, setupView } from './welcomeSamples.ts';
import type { ThemeName } from './themes.ts';

// Screenshots of the chat view in every theme and width: node test/page/screenshots.ts. They are in out/page; run `npm
// run build` first.

const folder = inProject('out', 'page');
const { shell } = sampleView;
const { queue: _, ...calm } = sampleState;

const idle: ChatViewState = {
  shell,
  session: {
    state: { ...calm, queue: [], status: { kind: 'idle' } },
    entries: sampleEntries.slice(0, 4),
    earlier: 0,
    terminals: [],
  },
};

const cart = '/home/me/project/src/cart.ts';
const lines = Array.from({ length: 20 }, (_none, at) => `const value${at} = ${at};\n`).join('');

const permissionView: ChatViewState = {
  shell,
  session: {
    state: { ...calm, queue: [] },
    entries: [
      ...sampleEntries.slice(4, 7),
      {
        id: 'p1',
        turn: 2,
        atMs: 0,
        kind: 'permission',
        callId: 'p1',
        title: `Edit ${cart}`,
        toolKind: 'edit',
        content: [
          { kind: 'diff', path: cart, oldText: lines, newText: lines.replace('= 3', '= 4') },
        ],
        locations: [{ path: cart }],
        choices: [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          {
            optionId: 'all',
            name: 'Yes, allow all edits during this session',
            kind: 'allow_always',
          },
          {
            optionId: 'no',
            name: 'No, and tell Claude what to do differently',
            kind: 'reject_once',
          },
        ],
        answer: { kind: 'open' },
      },
    ],
    earlier: 0,
    terminals: [],
  },
};

interface Shot {
  readonly name: string;
  readonly view: ChatViewState;
  readonly theme: ThemeName;
  readonly width: number;
  readonly height: number;
  readonly words?: Readonly<Record<string, string>>;
}

const translations = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(inProject(`l10n/bundle.l10n.${language}.json`), 'utf8')) as Record<
    string,
    string
  >;

const translated = ['de', 'es', 'fr', 'ja', 'zh-cn'].flatMap((language): readonly Shot[] => {
  const base = { theme: 'dark', words: translations(language) } as const;
  return [
    { ...base, name: language, view: sampleView, width: 300, height: 1500 },
    { ...base, name: `${language} setup`, view: setupView(), width: 300, height: 800 },
  ];
});

const themes: readonly ThemeName[] = ['light', 'dark', 'contrast'];

/** A request for a permission and the page of a new user, as narrow as a side bar can be and wide. */
const everywhere = themes.flatMap(theme =>
  [240, 300, 480, 800].flatMap((width): readonly Shot[] => [
    { name: `permission-${theme}-${width}`, view: permissionView, theme, width, height: 600 },
    { name: `setup-${theme}-${width}`, view: setupView(), theme, width, height: 800 },
  ]),
);

const shots: readonly Shot[] = [
  ...translated,
  ...everywhere,
  { name: 'dark', view: sampleView, theme: 'dark', width: 420, height: 1500 },
  { name: 'light', view: sampleView, theme: 'light', width: 420, height: 1500 },
  { name: 'contrast', view: sampleView, theme: 'contrast', width: 420, height: 1500 },
  { name: 'narrow', view: sampleView, theme: 'dark', width: 220, height: 1500 },
  { name: 'wide', view: sampleView, theme: 'light', width: 1400, height: 1100 },
  { name: 'rare', view: rareView, theme: 'dark', width: 420, height: 1900 },
  { name: 'rareLight', view: rareView, theme: 'light', width: 420, height: 1900 },
  { name: 'idle', view: idle, theme: 'dark', width: 420, height: 700 },
  {
    name: 'welcome',
    view: { shell: { ...shell, sessions: [] } },
    theme: 'dark',
    width: 420,
    height: 700,
  },
  { name: 'setup', view: setupView(), theme: 'dark', width: 400, height: 800 },
  { name: 'setupLight', view: setupView(), theme: 'light', width: 800, height: 800 },
  {
    name: 'setupContrast',
    view: setupView([failedInstallation]),
    theme: 'contrast',
    width: 400,
    height: 1000,
  },
  {
    name: 'setupNarrow',
    view: setupView([runningInstallation]),
    theme: 'dark',
    width: 240,
    height: 1000,
  },
  {
    name: 'untrusted',
    view: { shell: { ...shell, unavailableReason: { kind: 'untrusted' } } },
    theme: 'light',
    width: 420,
    height: 500,
  },
];

await mkdir(folder, { recursive: true });
const browser = await chromium.launch(await browserLaunch());
try {
  const wanted = process.argv.slice(2);
  for (const { name, ...options } of shots) {
    if (wanted.length > 0 && !wanted.includes(name)) {
      continue;
    }
    const { page, complaints } = await openChatPage(browser, options);
    await page.waitForTimeout(1_200);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    console.log(name, complaints.join('\n'));
    await page.close();
  }
} finally {
  await browser.close();
}
