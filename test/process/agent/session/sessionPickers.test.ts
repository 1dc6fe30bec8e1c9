import { describe, expect, it } from 'vitest';
import { waitUntilIdle, outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { on, step } from '../../../fakes/step.ts';

const fixture = useSessionFixture();

const model = (currentValue: string) => ({
  id: 'model',
  name: 'Model',
  type: 'select',
  currentValue,
  options: [
    { value: 'small', name: 'Small' },
    { value: 'large', name: 'Large' },
  ],
});

const memory = (chosen: Record<string, string | boolean>) => ({
  get: () => chosen,
  set: (_agent: string, id: string, value: string | boolean) => {
    chosen[id] = value;
  },
});

describe('the last selected options', () => {
  it('are set in a new session before its first prompt, if they still exist', async () => {
    const { session, agent } = await fixture.play(
      { configOptions: [model('small')] },
      { pickerPreferences: memory({ model: 'large', gone: 'x', mode: 'fast' }) },
    );
    await session.send(textDraft('hi'));
    expect(session.conversation.state.pickers).toMatchObject([{ id: 'model', value: 'large' }]);
    const methods = (await agent.log()).flatMap(entry =>
      entry.kind === 'received' ? [entry.message.method] : [],
    );
    expect(methods).toEqual([
      'initialize',
      'session/new',
      'session/set_config_option',
      'session/prompt',
    ]);
  });

  it.each(['small', 'huge'])(
    'are not sent if they are set already or no longer exist: %s',
    async value => {
      const { session, agent } = await fixture.play(
        { configOptions: [model('small')] },
        { pickerPreferences: memory({ model: value }) },
      );
      await session.send(textDraft('hi'));
      expect(await agent.received('session/set_config_option')).toEqual([]);
    },
  );

  it('are stored when they are set, and not when the agent refuses them', async () => {
    const chosen: Record<string, string | boolean> = {};
    const { session } = await fixture.play(
      {
        configOptions: [model('small')],
        on: [
          on('session/set_config_option', step.replyAsUsual),
          on('session/set_config_option', step.fail({ code: -32602, message: 'Not that one' })),
        ],
      },
      { pickerPreferences: memory(chosen) },
    );
    await waitUntilIdle(session);
    await session.setPicker('model', 'large');
    expect(chosen).toEqual({ model: 'large' });
    await session.setPicker('model', 'small');
    expect(chosen).toEqual({ model: 'large' });
    expect(session.conversation.state.pickers).toMatchObject([{ value: 'large' }]);
    expect(outline(session).at(-1)).toContain('Not that one');
  });
});
