import { describe, expect, it } from 'vitest';
import { parseAgentSettings } from '../../../../src/core/catalog/agentSettings.ts';

describe('parseAgentSettings', () => {
  it('accepts an entry as documented', () => {
    const setting = { Mine: { command: '/bin/agent', args: ['acp'], env: { A: 'b' }, cwd: '/x' } };
    expect(parseAgentSettings(setting)).toEqual({
      agents: [
        {
          kind: 'command',
          name: 'Mine',
          command: '/bin/agent',
          args: ['acp'],
          env: { A: 'b' },
          cwd: '/x',
        },
      ],
      problems: [],
    });
  });

  it('accepts entries of Zed of any version', () => {
    const pasted = {
      'Custom Agent': {
        type: 'custom',
        command: 'node',
        args: ['~/projects/agent/index.js', '--acp'],
        env: { DEBUG: '1' },
        default_mode: 'plan',
        favorite_models: ['a'],
      },
      'Older Agent': { command: 'agent', args: ['acp'], env: {} },
      'Oldest Agent': { command: { path: '/bin/old', args: ['x'], env: { A: 'b' } } },
      opencode: { type: 'registry', env: { OPENCODE_THEME: 'x' } },
      gemini: { ignore_system_version: false, env: { GEMINI_API_KEY: 'k' } },
      claude: { env: { CLAUDE_CODE_EXECUTABLE: '/bin/claude' } },
    };
    const { agents, problems } = parseAgentSettings(pasted);
    expect(problems).toEqual([]);
    expect(agents).toEqual([
      {
        kind: 'command',
        name: 'Custom Agent',
        command: 'node',
        args: ['~/projects/agent/index.js', '--acp'],
        env: { DEBUG: '1' },
      },
      { kind: 'command', name: 'Older Agent', command: 'agent', args: ['acp'], env: {} },
      { kind: 'command', name: 'Oldest Agent', command: '/bin/old', args: ['x'], env: { A: 'b' } },
      { kind: 'registry', name: 'opencode', id: 'opencode', env: { OPENCODE_THEME: 'x' } },
      { kind: 'registry', name: 'gemini', id: 'gemini', env: { GEMINI_API_KEY: 'k' } },
      {
        kind: 'registry',
        name: 'claude',
        id: 'claude-acp',
        env: { CLAUDE_CODE_EXECUTABLE: '/bin/claude' },
      },
    ]);
    expect(parseAgentSettings({ agent_servers: pasted })).toEqual({ agents, problems });
  });

  it('accepts a URL instead of a command', () => {
    const setting = { Far: { url: 'https://agents.example/acp', headers: { Authorization: 'x' } } };
    expect(parseAgentSettings(setting).agents).toEqual([
      {
        kind: 'remote',
        name: 'Far',
        url: 'https://agents.example/acp',
        headers: { Authorization: 'x' },
      },
    ]);
  });

  it('reads the permissions of a remote agent, and refuses values other than true and false', () => {
    const url = 'https://agents.example/acp';
    const allowed = { url, allowTerminal: true, allowWrite: false };
    expect(parseAgentSettings({ Far: allowed }).agents).toMatchObject([allowed]);
    const { agents, problems } = parseAgentSettings({ Far: { url, allowTerminal: 'yes' } });
    expect(agents).toEqual([]);
    expect(problems[0]).toContain('allowTerminal');
  });

  it('accepts numbers and booleans as values of variables', () => {
    const setting = { A: { command: 'a', env: { PORT: 80, ON: true } } };
    expect(parseAgentSettings(setting).agents).toMatchObject([{ env: { PORT: '80', ON: 'true' } }]);
  });

  const bad: Record<string, unknown> = {
    'no command': {},
    'an empty command': { command: '' },
    'a command that is a number': { command: 3 },
    'arguments that are a text': { command: 'a', args: '--acp' },
    'arguments that are numbers': { command: 'a', args: [1] },
    'an environment that is a list': { command: 'a', env: ['A=b'] },
    'a variable with an equals sign': { command: 'a', env: { 'A=B': 'c' } },
    'an address that is no address': { url: 'agents' },
    'an address of another kind': { url: 'file:///etc/passwd' },
    'a header with a line break': { url: 'https://a.example', headers: { 'A\nB': 'c' } },
    "an extension of Zed's": { type: 'extension', command: 'a' },
    'a text': 'agent',
    nothing: null,
  };

  for (const [what, entry] of Object.entries(bad)) {
    it(`reports ${what}, and accepts the others`, () => {
      const { agents, problems } = parseAgentSettings({ Bad: entry, Good: { command: 'good' } });
      expect(agents.map(agent => agent.name)).toEqual(['Good']);
      expect(problems).toEqual([expect.stringMatching(/^accord\.agents: "Bad" is invalid \(.+\)/)]);
    });
  }

  it('accepts any value of the setting', () => {
    for (const value of [undefined, null, 1, 'x', [], [{ command: 'a' }]]) {
      expect(parseAgentSettings(value).agents).toEqual([]);
    }
  });

  it('accepts at most 200 agents', () => {
    const many = Object.fromEntries(
      Array.from({ length: 201 }, (_, n) => [`a${n}`, { command: 'a' }]),
    );
    const { agents, problems } = parseAgentSettings(many);
    expect(agents).toHaveLength(200);
    expect(problems).toHaveLength(1);
  });
});
