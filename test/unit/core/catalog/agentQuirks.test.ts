import { describe, expect, it } from 'vitest';
import {
  getAgentQuirks,
  effectiveCapabilities,
  adaptPrompt,
} from '../../../../src/core/catalog/agentQuirks.ts';
import { parseAgentCapabilities } from '../../../../src/core/session/wire/agentCapabilities.ts';

const introduced = (agent: object): ReturnType<typeof effectiveCapabilities> =>
  effectiveCapabilities(
    parseAgentCapabilities({
      protocolVersion: 1,
      agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true } },
      ...agent,
    }),
  );

const named = (name: string): object => ({ agentInfo: { name, version: '1' } });

describe('the declared capabilities of an agent', () => {
  it('are used as a rule', () => {
    const { prompt } = introduced(named('some-agent'));
    expect(prompt).toEqual({ image: true, audio: false, embeddedContext: true });
  });

  it('lack embedded content if the agent does not pass it to its model (Copilot 1.0.102, Grok 1.0.41)', () => {
    const expected = { image: true, audio: false, embeddedContext: false };
    expect(introduced(named('Copilot')).prompt).toEqual(expected);
    expect(introduced({ _meta: { grokShell: true } }).prompt).toEqual(expected);
  });

  it('lack everything but text if the agent passes on nothing else (Cline 3.0.65)', () => {
    const { prompt, name } = introduced(named('cline'));
    expect(prompt).toEqual({ image: false, audio: false, embeddedContext: false });
    const link = { type: 'resource_link', uri: 'file:///w/a.ts#L2:3', name: 'a.ts:2-3' } as const;
    const text = { type: 'text', text: 'Look at ' } as const;
    expect(adaptPrompt([text, link], name)).toEqual([
      text,
      { type: 'text', text: '[@a.ts:2-3](file:///w/a.ts#L2:3)' },
    ]);
    expect(adaptPrompt([text, link], 'some-agent')).toEqual([text, link]);
  });
});

it('getAgentQuirks finds an agent by its title or name, in any case', () => {
  expect(getAgentQuirks('Gemini CLI').missingReadsAsEmpty).toBe(true);
  expect(getAgentQuirks('gemini-cli').missingReadsAsEmpty).toBe(true);
  expect(getAgentQuirks(undefined).missingReadsAsEmpty).toBe(false);
});
