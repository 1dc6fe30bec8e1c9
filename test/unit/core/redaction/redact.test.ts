import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTimeMs } from '../../cpuTime.ts';
import {
  redact,
  redactArgs,
  redactJson,
  getSecretValues,
} from '../../../../src/core/redaction/redact.ts';

const CANARY = 'cAnArY0123456789abcdefXYZ';

describe('redact', () => {
  const shapes = [
    `ANTHROPIC_API_KEY=${CANARY}`,
    `export GITHUB_TOKEN="${CANARY}"`,
    `{"apiKey":"${CANARY}"}`,
    `{"client_secret": "${CANARY}"}`,
    `password: ${CANARY}`,
    `Authorization: Bearer ${CANARY}`,
    `{"authorization":"Bearer ${CANARY}"}`,
    `authorization=Basic ${CANARY}==`,
    `https://user:${CANARY}@example.com/path`,
    `sk-ant-${CANARY}`,
    `key sk-proj-${CANARY} refused`,
    `ghp_${CANARY}`,
    `github_pat_${CANARY}`,
    `xoxb-${CANARY}`,
    `AIza${CANARY}0123456789`,
    `hf_${CANARY}`,
    `sk_live_${CANARY}`,
    `rk_test_${CANARY}`,
    `SG.${CANARY}.${CANARY}`,
    `eyJhbGciOiJIUzI1NiJ9.${CANARY}.${CANARY}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${CANARY}\n-----END RSA PRIVATE KEY-----`,
    `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${CANARY}\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\\n${CANARY}\\n-----END OPENSSH PRIVATE KEY-----`,
    `-----BEGIN PRIVATE KEY-----\n${CANARY}\n${'x'.repeat(12_000)}`,
    `MY_CREDENTIALS = ${CANARY}`,
  ];

  for (const shape of shapes) {
    it(`hides the secret in ${shape.slice(0, 120).replaceAll('\n', ' ').replaceAll(CANARY, '…')}`, () => {
      expect(redact(`before ${shape} after`)).not.toContain(CANARY);
    });
  }

  it('hides a known secret in every encoding', () => {
    const secret = 'pa"ss wörd/1';
    const written = [secret, JSON.stringify(secret), encodeURIComponent(secret)];
    for (const text of written) {
      expect(redact(`x${text}x`, [secret])).not.toContain(text);
    }
  });

  it('keeps ordinary words', () => {
    const text = 'Error: keyboard not found at /home/me/monkey.ts:12:3 (token expected: ";")';
    expect(redact(text, ['a', ''])).toBe(text);
  });

  it.each([
    'Missing API key: set UX_API_KEY',
    'Missing API key: please set the variable OPENAI_API_KEY first',
    'No token: ANTHROPIC_AUTH_TOKEN is not defined',
    'secret=${MY_SECRET}',
  ])('keeps the names of variables and words about them: %s', text => {
    expect(redact(text)).toBe(text);
  });

  it.each([
    ['password: set', 'password: [hidden]'],
    ['API_KEY=UX_API_KEY=4711', 'API_KEY=[hidden]'],
    ['token: my_secret_key', 'token: [hidden]'],
    ['Token: settle-4711', 'Token: [hidden]'],
    ['PASSWORD = swordfish', 'PASSWORD = [hidden]'],
  ])('hides what only resembles them: %s', (text, hidden) => {
    expect(redact(text)).toBe(hidden);
  });

  it('never keeps a known secret in any text', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 6 }),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          expect(redact(before + secret + after, [secret]).includes(secret)).toBe(false);
        },
      ),
    );
  });

  it('handles a long text quickly', () => {
    expect(redact('key'.repeat(100_000)).length).toBe(300_000);
    const startMs = cpuTimeMs();
    redact('-----BEGIN PRIVATE KEY-----'.repeat(100_000));
    redact(`-----BEGIN PRIVATE KEY-----${'x '.repeat(1_000_000)}`);
    expect(cpuTimeMs() - startMs).toBeLessThan(5_000);
  });

  it('finds the secret values by the names of their variables', () => {
    expect(getSecretValues({ API_KEY: 'one', HOME: '/root', GITHUB_TOKEN: 'two' })).toEqual([
      'one',
      'two',
    ]);
  });
});

describe('redactArgs', () => {
  it('hides only the values of options with a secret name', () => {
    const args = ['--acp', '--api-key', CANARY, '-t', 'x', '--token', CANARY, `--key=${CANARY}`];
    expect(redactArgs(args)).toEqual([
      '--acp',
      '--api-key',
      '[hidden]',
      '-t',
      'x',
      '--token',
      '[hidden]',
      '--key=[hidden]',
    ]);
    expect(redactArgs(['--token', '--verbose'])).toEqual(['--token', '--verbose']);
  });
});

describe('redactJson', () => {
  it('hides all variables and headers of MCP servers', () => {
    const text = redactJson({
      method: 'session/new',
      params: {
        cwd: '/work',
        mcpServers: [
          {
            name: 'github',
            command: '/usr/bin/docker',
            args: ['run', '--pat-token', CANARY],
            env: [{ name: 'GITHUB_PAT', value: CANARY }],
          },
          {
            type: 'http',
            name: 'x',
            url: 'https://x.y',
            headers: [{ name: 'X-Id', value: CANARY }],
          },
        ],
      },
    });
    expect(text).not.toContain(CANARY);
    expect(text).toContain('GITHUB_PAT');
    expect(JSON.parse(text)).toMatchObject({ params: { cwd: '/work' } });
  });

  it('hides all headers of a provider', () => {
    const params = { providerId: 'main', baseUrl: 'https://x.y', headers: { 'X-Id': CANARY } };
    expect(JSON.parse(redactJson({ method: 'providers/set', params }))).toEqual({
      method: 'providers/set',
      params: { ...params, headers: { 'X-Id': '[hidden]' } },
    });
  });

  it('keeps the values of ordinary options', () => {
    expect(redactJson({ mcpServers: 'none', options: [{ name: 'Fast', value: 'gpt' }] })).toContain(
      'gpt',
    );
  });
});
