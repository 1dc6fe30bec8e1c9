import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { asList, asRecord, asString } from '../../../../src/core/json.ts';
import { documentPrompts } from '../../../agents/documentPrompts.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import { outline, textDraft, waitUntilIdle } from '../../../fakes/sessionFixture.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';

// What agents do that are in no other test. Each was seen in a real one.

const fixture = useSessionFixture();

const modes = {
  currentModeId: 'yolo',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'yolo', name: 'Accept everything' },
  ],
};

const option = (id: string, currentValue: string) => ({
  id,
  name: id,
  type: 'select',
  currentValue,
  options: [{ value: 'low', name: 'Low' }],
});

const user = (text: string) =>
  step.update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } });

describe('an unfamiliar agent', () => {
  it('can be moved out of a mode that accepts everything, although it has other options', async () => {
    const { agent, session } = await fixture.play({
      modes,
      configOptions: [option('effort', 'low')],
      on: [turn(step.stop('end_turn'))],
    });
    await session.open();
    await waitUntilIdle(session);
    expect(session.conversation.state.pickers.map(({ id }) => id)).toEqual(['mode', 'effort']);
    await session.setPicker('mode', 'ask');
    expect((await agent.waitForReceived('session/set_mode')).params).toMatchObject({
      modeId: 'ask',
    });
  });

  it('keeps a current value that is not in the list of its picker, which shows it', async () => {
    const { session } = await fixture.play({ configOptions: [option('effort', 'secret')] });
    await session.open();
    await waitUntilIdle(session);
    const [picker] = session.conversation.state.pickers;
    expect(picker).toMatchObject({ id: 'effort', value: 'secret', choices: [{ value: 'low' }] });
  });

  it('may repeat the prompt after a thought, which starts no second turn', async () => {
    const { session } = await fixture.play({
      on: [turn(step.think('Hm'), user('hi'), step.say('Hello'), step.stop('end_turn'))],
    });
    await session.send(textDraft('hi'));
    expect(outline(session)).toEqual(['user: hi', 'thought: Hm', 'agent: Hello', 'end: end_turn']);
  });

  it('may replay messages of the user that it did not answer, which stay apart', async () => {
    const { sessions } = await fixture.play({
      capabilities: { loadSession: true },
      on: [
        on(
          'session/load',
          user('Talk forever.'),
          user('Sleep.'),
          step.say('I slept.'),
          step.reply(null),
        ),
      ],
    });
    const loaded = sessions.load('scripted', 'old-1');
    await waitUntilIdle(loaded);
    expect(outline(loaded)).toEqual(['user: Talk forever.', 'user: Sleep.', 'agent: I slept.']);
  });

  it('knows the name and lines of a selection from the text of the message alone', async () => {
    const { folder } = fixture;
    const { agent, session } = await fixture.play(
      {
        capabilities: { promptCapabilities: { embeddedContext: true } },
        on: [turn(step.stop('end_turn'))],
      },
      { promptBuilder: documentPrompts(folder, new MemoryDocuments()) },
    );
    await fixture.write('notes.txt', 'one\ntwo\nthree\n');
    const uri = pathToFileURL(path.join(folder, 'notes.txt')).href;
    const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };
    await session.send([
      { kind: 'text', text: 'Explain ' },
      { kind: 'mention', mention: { kind: 'selection', uri, range } },
    ]);
    const { params } = await agent.waitForReceived('session/prompt');
    const texts = (asList(asRecord(params)?.['prompt'], asRecord) ?? []).map(
      block => asString(asRecord(block['resource'])?.['text'] ?? block['text']) ?? '',
    );
    const [, mention = '', selected] = texts; // What an agent has that forwards only texts.
    expect(mention).toMatch(/^\[@notes\.txt:2\]\(/);
    expect(selected).toContain('two');
    expect(texts.join('')).not.toContain('three');
  });
});
