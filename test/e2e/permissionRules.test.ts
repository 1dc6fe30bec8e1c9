import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

describe('a permission rule', () => {
  it('is shown before it is created from a request, and answers the next one', async () => {
    const agent = await scriptedAgent(folder, {
      on: [
        turn(
          ...step.permission(
            {
              toolCallId: 't',
              title: 'Run the tests',
              kind: 'execute',
              rawInput: { command: 'npm test' },
            },
            { allow: [step.note('answer', 'allow')], always: [step.note('answer', 'always')] },
          ),
          step.say('Finished'),
          step.stop('end_turn'),
        ),
      ],
    });
    const { window, chat } = await openChat(agent.launch);
    await sendPrompt(chat, 'first');
    await chat.getByRole('button', { name: 'Always allow...' }).click();
    const rows = window.page.locator('.quick-input-widget .monaco-list-row');
    const exact = rows.filter({ hasText: 'This exact command' });
    await exact.getByText('"command":"npm test"').waitFor();
    await exact.click();
    await expect.poll(() => agent.noted('answer')).toEqual(['allow']);
    await chat.getByText('Finished').waitFor();
    await sendPrompt(chat, 'second');
    await chat.getByText('Allowed by your rules').waitFor();
    await expect.poll(() => agent.noted('answer')).toEqual(['allow', 'allow']);
  });
});
