import { expect, it } from 'vitest';
import { parseAccount } from '../../../../../src/core/session/wire/parseAccount.ts';

it.each([
  [
    {
      authStatus: {
        kind: 'account',
        label: 'Claude Max',
        account: { plan: 'max', email: 'a@b.example', organization: 'Acme' },
      },
    },
    'Claude Max · a@b.example · Acme',
  ],
  [
    { authStatus: { kind: 'api_key', label: 'Anthropic API key', detail: 'env' } },
    'Anthropic API key · env',
  ],
  [{ authStatus: { kind: 'none', label: 'Not logged in' } }, 'Not logged in'],
  [
    {
      state: 'authenticated',
      accounts: [
        { label: 'OpenAI', active: true, email: 'c@d.example' },
        { label: 'Old', active: false },
        { label: 'Vertex AI' },
      ],
    },
    'OpenAI · c@d.example, Vertex AI',
  ],
  [{ authStatus: { label: 'a\u202Eb' } }, 'a<U+202E>b'],
])('reads who is signed in from %j', (params, label) => {
  expect(parseAccount(params)).toBe(label);
});

it.each([undefined, {}, { authStatus: 7 }, { state: 'unknown', accounts: [{}, 3] }])(
  'reads nothing from %j',
  params => {
    expect(parseAccount(params)).toBeUndefined();
  },
);
