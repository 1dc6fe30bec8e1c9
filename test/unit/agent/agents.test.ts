import { describe, expect, it } from 'vitest';
import type { AgentSurroundings } from '../../../src/agent/agent.ts';
import { Agents } from '../../../src/agent/agents.ts';

const around: AgentSurroundings = {
  hands: {},
  log: { info: () => {}, warn: () => {}, error: () => {} },
  clientVersion: '0.0.0',
  launch: () => Promise.reject(new Error('Nothing is started here.')),
};

describe('an agent that is called by its name', () => {
  it('is the one of that id, and not a second program', () => {
    const agents = new Agents(called => ({
      id: called === 'Stone' ? 'stone' : called,
      name: 'Stone',
      around,
    }));
    expect(agents.of('Stone')).toBe(agents.of('stone'));
    expect(agents.of('Stone').id).toBe('stone');
  });

  it('stays the same when its id becomes known only later', () => {
    let isKnown = false;
    const agents = new Agents(called => ({
      id: isKnown ? 'stone' : called,
      name: 'Stone',
      around,
    }));
    const early = agents.of('Stone');
    isKnown = true;
    expect(agents.of('stone')).toBe(early);
    expect(agents.of('Stone')).toBe(early);
  });

  it('is another one than an agent of the same name with an id of its own', () => {
    const agents = new Agents(called => ({ id: called, name: 'Stone', around }));
    expect(agents.of('Stone')).not.toBe(agents.of('stone'));
  });
});
