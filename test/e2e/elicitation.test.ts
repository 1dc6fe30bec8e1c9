import { describe, expect, it } from 'vitest';
import { step, turn, turnFor } from '../fakes/step.ts';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChatWithScenario } from './sharedWindow.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

describe('an elicitation', () => {
  it('is answered with the values of the user once the form is complete', async () => {
    const { chat, agent } = await openChatWithScenario(folder, {
      on: [
        turn(
          step.elicit({
            mode: 'form',
            message: 'Before I begin',
            requestedSchema: {
              type: 'object',
              properties: { name: { type: 'string', title: 'Project name', minLength: 3 } },
              required: ['name'],
            },
          }),
          step.note('answer', '${answer.result}'),
          step.say('Thank you'),
          step.stop('end_turn'),
        ),
      ],
    });
    await sendPrompt(chat, 'begin');
    const field = chat.getByRole('textbox', { name: 'Project name' });
    await field.fill('ab');
    expect(await accessibilityViolations(chat)).toEqual([]);
    await chat.getByRole('button', { name: 'Submit' }).click();
    expect(await agent.noted('answer')).toEqual([]);
    await field.fill('accord');
    await chat.getByRole('button', { name: 'Submit' }).click();
    await chat.getByText('Thank you').waitFor();
    expect(await agent.noted('answer')).toEqual([
      { action: 'accept', content: { name: 'accord' } },
    ]);
  });
});

describe('an agent that crashes', () => {
  it('is restarted for the next prompt, and the conversation is kept', async () => {
    const { chat, agent } = await openChatWithScenario(folder, {
      on: [
        turnFor('crash', step.say('Half a sen'), step.signal('SIGKILL')),
        turn(step.say('Back again'), step.stop('end_turn')),
      ],
    });
    await sendPrompt(chat, 'crash');
    await chat.getByText(/Restarting/).waitFor();
    await sendPrompt(chat, 'still there?');
    await chat.getByText('Back again').waitFor();
    await chat.getByText('Half a sen').waitFor();
    expect(await agent.received('session/prompt')).toHaveLength(2);
  });
});
