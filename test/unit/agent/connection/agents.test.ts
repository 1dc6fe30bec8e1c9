import { describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../../../src/agent/connection/agent.ts';
import { Agents } from '../../../../src/agent/connection/agents.ts';

const agentOptions: AgentOptions = {
  clientRequests: {},
  logger: { info: () => {}, warn: () => {}, error: () => {} },
  clientVersion: '0.0.0',
  launch: () => Promise.reject(new Error('Nothing is started here.')),
};

describe('an agent that is requested by name', () => {
  it('is the agent with that id, and not started twice', () => {
    const agents = new Agents(called => ({
      id: called === 'Stone' ? 'stone' : called,
      name: 'Stone',
      options: agentOptions,
    }));
    expect(agents.get('Stone')).toBe(agents.get('stone'));
    expect(agents.get('Stone').id).toBe('stone');
  });

  it('stays the same when its id becomes known only later', () => {
    let isKnown = false;
    const agents = new Agents(called => ({
      id: isKnown ? 'stone' : called,
      name: 'Stone',
      options: agentOptions,
    }));
    const early = agents.get('Stone');
    isKnown = true;
    expect(agents.get('stone')).toBe(early);
    expect(agents.get('Stone')).toBe(early);
  });

  it('differs from an agent of the same name with another id', () => {
    const agents = new Agents(called => ({ id: called, name: 'Stone', options: agentOptions }));
    expect(agents.get('Stone')).not.toBe(agents.get('stone'));
  });
});
