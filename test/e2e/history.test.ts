import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { on, step, turn } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

/** The entries that the conversation shows. */
const shown = (chat: Frame): Promise<readonly string[]> =>
  chat.getByRole('log', { name: 'Conversation' }).getByRole('article').allInnerTexts();

describe('a session', () => {
  it('is restored after a window reload and continues', async () => {
    const agent = await scriptedAgent(folder, {
      capabilities: { sessionCapabilities: { resume: {} } },
      on: [
        on('session/resume', step.reply(null)),
        { ...turn(step.say('The answer is **42**.'), step.stop('end_turn')), when: 'answer' },
        turn(step.say('We spoke of it before.'), step.stop('end_turn')),
      ],
    });
    const { window, chat: before } = await openChat(agent.launch);
    await sendPrompt(before, 'What is the answer?');
    await before.getByText('The answer is').waitFor();
    await before.getByRole('button', { name: 'Send' }).waitFor();
    const entries = await shown(before);

    await window.page.reload();
    const chat = await window.chat();
    await chat.getByText('The answer is').waitFor();
    expect(await shown(chat)).toEqual(entries);
    expect(await agent.received('session/prompt')).toHaveLength(1);
    await window.screenshot('reloaded');
    await agent.waitForReceived('session/resume'); // The session reconnects without any action of the user.

    await sendPrompt(chat, 'And why?');
    await chat.getByText('We spoke of it before.').waitFor();
    expect(await agent.received('session/resume')).toMatchObject([
      { params: { sessionId: 'session-1' } },
    ]);
    expect(await agent.received('session/prompt')).toHaveLength(2);
  });
});

describe('a window', () => {
  it('that is killed during a turn loses neither transcript, queue, pending review nor draft', async () => {
    const agent = await scriptedAgent(folder, {
      capabilities: { sessionCapabilities: { resume: {} } },
      on: [
        on('session/resume', step.reply(null)),
        {
          ...turn(step.say('A quiet answer.'), step.stop('end_turn')),
          when: 'then',
        },
        turn(
          step.writeFile('${cwd}/made.ts', '// made\n'),
          step.say('I have begun, and this is the last you hear.'),
          step.ignore,
        ),
      ],
    });
    const { window, chat: before } = await openChat(agent.launch);
    await sendPrompt(before, 'Work for a long time');
    await before.getByText('the last you hear').waitFor();
    await before.getByRole('region', { name: 'Pending changes' }).getByText('1 file').waitFor();
    await sendPrompt(before, 'And then this');
    await before.getByText('And then this').waitFor();
    await before.getByRole('textbox', { name: 'Message' }).fill('Half a thought');
    await expect
      .poll(() => window.storedFile('sessions/*/drafts.jsonl'))
      .toContain('Half a thought');
    await window.killExtensionHost();
    await window.reopen();

    const chat = await window.chat();
    await chat.getByText('the last you hear').waitFor();
    await chat.getByText("Your message isn't sent again automatically.").waitFor();
    await chat.getByText('And then this').waitFor();
    await chat.getByRole('region', { name: 'Pending changes' }).getByText('1 file').waitFor();
    await chat.getByRole('textbox', { name: 'Message' }).getByText('Half a thought').waitFor();
    await window.screenshot('after a crash');
    expect(await agent.received('session/prompt')).toHaveLength(1);
  });
});

describe('the session history', () => {
  it('finds a closed session by its text, opens it at that entry, and exports it', async () => {
    const agent = await scriptedAgent(folder, {
      on: [
        {
          ...turn(
            step.think('Something about a walrus'),
            step.toolCall('call-1', {
              title: 'Count the tusks',
              kind: 'read',
              status: 'completed',
            }),
            step.say('The walrus has two tusks.'),
            step.stop('end_turn'),
          ),
          when: 'animal',
        },
        turn(step.say('Certainly.'), step.stop('end_turn')),
      ],
    });
    const { window, chat, name } = await openChat(agent.launch);
    const { page } = window;
    await sendPrompt(chat, 'Tell me about an animal');
    await chat.getByText('two tusks').waitFor();
    await sendPrompt(chat, 'Something else now');
    await chat.getByText('Certainly.').waitFor();
    await chat
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await chat.getByText('two tusks').waitFor({ state: 'detached' });
    await sendPrompt(chat, 'Another session');
    await chat.getByText('Certainly.').waitFor();

    await window.runCommand('Accord: Session History');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: 'Tell me about an animal' }).waitFor();
    await rows.filter({ hasText: 'Another session' }).waitFor();
    await window.screenshot('history');
    await page.locator('.quick-input-widget input').first().fill('TUSKS walrus');
    await rows.filter({ hasText: 'The walrus has two tusks.' }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await window.screenshot('history search');
    await page.keyboard.press('Enter');
    await chat.getByText('two tusks').waitFor();
    const found = chat.locator('.revealed-entry');
    await found.getByText('The walrus has two tusks.').waitFor();
    await window.screenshot('history found');

    await window.runCommand('Accord: Export Session');
    await rows.filter({ hasText: 'Markdown' }).click();
    await expect.poll(() => window.editorText()).toContain('The walrus has two tusks.');
    await page.getByRole('button', { name: 'Save As...' }).waitFor();
    await window.screenshot('export preview');

    await window.runCommand('Accord: Export Session');
    await rows.filter({ hasText: 'JSON' }).click();
    await expect.poll(() => window.editorText()).toContain('"header"');
    await window.runCommand('Accord: Session History');
    await rows.filter({ hasText: 'Another session' }).waitFor();
    await page.getByRole('button', { name: 'Group by Agent' }).click();
    await rows.getByText(name, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Group by State' }).waitFor();
    await window.screenshot('history by agent');
    await page.getByRole('button', { name: 'Import Session...' }).waitFor();
  });

  it('sends the transcript to an agent that has lost the session, if the user wants that', async () => {
    const agent = await scriptedAgent(folder, {
      on: [turn(step.say('The password of the day is heron.'), step.stop('end_turn'))],
    });
    const { window, chat: before } = await openChat(agent.launch);
    await sendPrompt(before, 'Say something');
    await before.getByText('heron').waitFor();
    await before.getByRole('button', { name: 'Send' }).waitFor();
    await window.page.reload();
    const chat = await window.chat();
    await chat.getByText('heron').waitFor();
    await sendPrompt(chat, 'Go on');
    await chat.getByRole('button', { name: 'Attach conversation' }).click();
    await chat.getByRole('button', { name: /^Remove / }).waitFor();
    await chat.getByRole('textbox', { name: 'Message' }).press('End');
    await chat.getByRole('textbox', { name: 'Message' }).pressSequentially('Now you know.');
    await chat.getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(async () => JSON.stringify((await agent.received('session/prompt'))[2]?.params))
      .toContain('heron');
    await window.screenshot('conversation as context');
  });

  it('pins sessions, and deletes sessions with undo', async () => {
    const agent = await scriptedAgent(folder, {
      capabilities: { sessionCapabilities: { list: {}, delete: {} } },
      on: [
        on(
          'session/list',
          step.reply({
            sessions: [
              { sessionId: 'session-1', cwd: '${cwd}', title: 'The one that is open' },
              { sessionId: 'older', cwd: '${cwd}', title: 'An older talk about herons' },
            ],
          }),
        ),
        on('session/delete', step.reply({})),
        turn(step.say('Yes.'), step.stop('end_turn')),
      ],
    });
    const { window, chat } = await openChat(agent.launch);
    const { page } = window;
    await sendPrompt(chat, 'A session to keep');
    await chat.getByText('Yes.').waitFor();
    await window.runCommand('Accord: Session History');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    // Other tests have created sessions too, and only the visible ones are in the page.
    const search = page.locator('.quick-input-widget input').first();
    await search.fill('herons');
    await rows.filter({ hasText: 'An older talk about herons' }).waitFor();
    await search.fill('The one that is open');
    await expect.poll(() => rows.filter({ hasText: 'herons' }).count()).toBe(0);
    expect(await rows.filter({ hasText: 'The one that is open' }).count()).toBe(0);
    await search.fill('herons');
    await rows.filter({ hasText: 'An older talk about herons' }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect
      .poll(async () => (await agent.received('session/delete')).map(({ params }) => params))
      .toMatchObject([{ sessionId: 'older' }]);
    await page.keyboard.press('Escape');
    await window.runCommand('Accord: Session History');
    const row = page
      .locator('.quick-input-widget .monaco-list-row')
      .filter({ hasText: 'A session to keep' });
    await row.getByRole('button', { name: 'Pin', exact: true }).click();
    await row.getByText('Pinned', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => {
        await window.runCommand('Accord: Session History');
        return row.waitFor({ timeout: 2000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    await window.screenshot('history pinned');
  });
});
