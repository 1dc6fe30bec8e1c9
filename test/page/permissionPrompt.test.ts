import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { AnswerPermission, OpenRequestedDiff } from '../../src/core/chat/messages.ts';
import type { PermissionEntry } from '../../src/core/session/transcript/entry.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import { permissionEntry } from './entries.ts';
import { FakeReview, pendingFile, pendingReview } from './reviewSamples.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// How a permission request is laid out and worded.

const open = useChatPage();

const lines = Array.from({ length: 200 }, (_, at) => `const value${at} = ${at};`);
const FILE = '/home/me/project/src/cart.ts';

const editing: PermissionEntry = {
  ...permissionEntry('', 'p1'),
  title: `Edit ${FILE}`,
  toolKind: 'edit',
  content: [{ kind: 'diff', path: FILE, oldText: '', newText: `${lines.join('\n')}\n` }],
  locations: [{ path: FILE }],
  choices: [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'all', name: 'Yes, allow all edits during this session', kind: 'allow_always' },
    { optionId: 'no', name: 'No, and tell Claude what to do differently', kind: 'reject_once' },
  ],
};
const { command: _, ...edit } = editing;

const view = {
  shell: sampleView.shell,
  session: {
    state: { ...sampleState, queue: [] },
    entries: [
      {
        id: 'e0',
        turn: 1,
        atMs: 0,
        kind: 'plan',
        items: [{ text: 'Apply the discount', priority: 'medium', status: 'in_progress' }],
      },
      edit,
    ],
    earlier: 0,
    terminals: [],
  },
} as const;

const isInside = async (inner: Locator, outer: Locator): Promise<boolean> => {
  const [part, whole] = [await inner.boundingBox(), await outer.boundingBox()];
  return (
    part !== null &&
    whole !== null &&
    part.y >= whole.y - 1 &&
    part.y + part.height <= whole.y + whole.height + 1
  );
};

describe('a permission request', () => {
  it("has the agent's wording once on each button, and the kind in its name", async () => {
    const { page } = await open({ view });
    const card = page.getByRole('group', { name: /^Permission/ });
    const buttons = card.locator('.choice');
    await buttons.first().waitFor();
    expect(await buttons.allTextContents()).toEqual([
      'Yes',
      'Yes, allow all edits during this session',
      'No, and tell Claude what to do differently',
    ]);
    const names = await buttons.evaluateAll(all => all.map(one => one.getAttribute('aria-label')));
    expect(names).toEqual([
      'Yes (Allow once)',
      'Yes, allow all edits during this session (Allow always)',
      'No, and tell Claude what to do differently (Reject once)',
    ]);
    expect(await buttons.locator('.icon').count()).toBe(3);
    expect(await card.getByText('Allow once').count()).toBe(0);
    expect(await card.getByRole('button', { name: 'Always allow...' }).count()).toBe(1);
  });

  it("has no rejection with a reason of its own beside the agent's, after which the reason can be typed", async () => {
    const { page, host } = await open({ view });
    const answers: unknown[] = [];
    host.onNotification(AnswerPermission, answer => void answers.push(answer));
    const card = page.getByRole('group', { name: /^Permission/ });
    await card.getByRole('button', { name: /^No, and tell Claude/ }).click();
    await expect.poll(() => answers).toMatchObject([{ entryId: 'p1', optionId: 'no' }]);
    expect(await card.getByRole('button', { name: 'Reject with reason' }).count()).toBe(0);
    await page.keyboard.type('use ninja');
    await page.getByRole('textbox', { name: 'Message' }).getByText('use ninja').waitFor();
  });

  it('says what and where on one line, and the path not again', async () => {
    const { page } = await open({ view, width: 600 });
    const card = page.getByRole('group', { name: /^Permission/ });
    const head = card.locator('.request-head');
    await expect
      .poll(() => head.textContent())
      .toBe(`The agent wants to edit files \u201cEdit ${FILE}\u201d`);
    expect(await card.getByText(FILE).count()).toBe(1);
  });

  it('shows the whole path of a change that its title does not name', async () => {
    const entry = { ...edit, title: 'Edit src/cart.ts', locations: [] };
    const { page } = await open({
      view: { ...view, session: { ...view.session, entries: [entry] } },
    });
    const where = page.locator('.request-where');
    await expect.poll(() => where.allTextContents()).toEqual([FILE]);
  });

  it('opens its diff in an editor', async () => {
    const { page, host } = await open({ view });
    const opened: unknown[] = [];
    host.onNotification(OpenRequestedDiff, params => void opened.push(params));
    await page.getByRole('button', { name: 'Open diff' }).click();
    await expect.poll(() => opened).toEqual([{ sessionId: 's1', entryId: 'p1', index: 0 }]);
  });

  it.each([
    { width: 240, height: 900 },
    { width: 240, height: 520 },
    { width: 300, height: 600 },
    { width: 800, height: 420 },
  ])('keeps heading and buttons visible at $width x $height', async ({ width, height }) => {
    const { page } = await open({ view, width, height });
    const card = page.getByRole('group', { name: /^Permission/ });
    const transcript = page.getByRole('log', { name: 'Conversation' });
    await card.locator('.choice').first().click({ trial: true });
    const isVisible = async (part: string): Promise<boolean> =>
      isInside(card.locator(part), transcript);
    await expect.poll(() => isVisible('.request-head')).toBe(true);
    await expect.poll(() => isVisible('.request-answer')).toBe(true);
    await card.locator('.request-subject').hover();
    await page.mouse.wheel(0, 400);
    await expect
      .poll(() => card.locator('.request-subject').evaluate(box => box.scrollTop))
      .toBeGreaterThan(0);
    expect(await isVisible('.request-head')).toBe(true);
    expect(await isVisible('.request-answer')).toBe(true);
  });

  it.each([240, 300, 480])(
    'has room beside the expanded list of pending files at %i pixels',
    async width => {
      const chat = await open({ view, width, height: 760 });
      const { page } = chat;
      const files = Array.from({ length: 12 }, (_none, at) => pendingFile(`file${at}.ts`));
      await new FakeReview(chat).show({ review: pendingReview(files) });
      await page.getByRole('button', { name: /12 files/ }).click();
      await page.getByRole('region', { name: 'Changes in file3.ts' }).waitFor();
      const card = page.getByRole('group', { name: /^Permission/ });
      const transcript = page.getByRole('log', { name: 'Conversation' });
      for (const part of ['.request-head', '.request-answer']) {
        await expect.poll(() => isInside(card.locator(part), transcript)).toBe(true);
        expect(await isInside(card.locator(part), card)).toBe(true);
      }
      const [subject, answer] = await Promise.all(
        ['.request-subject', '.request-answer'].map(part => card.locator(part).boundingBox()),
      );
      expect(subject?.height).toBeGreaterThan(100);
      expect((subject?.y ?? 0) + (subject?.height ?? 0)).toBeLessThanOrEqual(answer?.y ?? 0);
    },
  );

  it('leaves most of a page of usual height to the change', async () => {
    const { page } = await open({ view, width: 300, height: 900 });
    const subject = page.locator('.request-subject');
    await expect.poll(async () => (await subject.boundingBox())?.height ?? 0).toBeGreaterThan(300);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
