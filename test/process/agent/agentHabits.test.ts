import { describe, expect, it } from 'vitest';
import { habitsOf, trueAbilities, understood } from '../../../src/agent/agentHabits.ts';
import { abilitiesOf } from '../../../src/core/session/abilities.ts';

const introduced = (agent: object): ReturnType<typeof trueAbilities> =>
  trueAbilities(
    abilitiesOf({
      protocolVersion: 1,
      agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true } },
      ...agent,
    }),
  );

const named = (name: string): object => ({ agentInfo: { name, version: '1' } });

describe('an agent that says more than it does', () => {
  it('is taken at its word as a rule', () => {
    const { prompt } = introduced(named('some-agent'));
    expect(prompt).toEqual({ image: true, audio: false, embeddedContext: true });
  });

  it('gets no embedded content if it keeps that from its model (Copilot 1.0.102, Grok 1.0.41)', () => {
    const expected = { image: true, audio: false, embeddedContext: false };
    expect(introduced(named('Copilot')).prompt).toEqual(expected);
    expect(introduced({ _meta: { grokShell: true } }).prompt).toEqual(expected);
  });

  it('gets nothing but text if it passes on nothing else (Cline 3.0.65)', () => {
    const { prompt, name } = introduced(named('cline'));
    expect(prompt).toEqual({ image: false, audio: false, embeddedContext: false });
    const link = { type: 'resource_link', uri: 'file:///w/a.ts#L2:3', name: 'a.ts:2-3' } as const;
    const text = { type: 'text', text: 'Look at ' } as const;
    expect(understood([text, link], name)).toEqual([
      text,
      { type: 'text', text: '[@a.ts:2-3](file:///w/a.ts#L2:3)' },
    ]);
    expect(understood([text, link], 'some-agent')).toEqual([text, link]);
  });
});

it('an agent is known by its title or name, however it is written', () => {
  expect(habitsOf('Gemini CLI').missingReadsAsEmpty).toBe(true);
  expect(habitsOf('gemini-cli').missingReadsAsEmpty).toBe(true);
  expect(habitsOf(undefined).missingReadsAsEmpty).toBe(false);
});
