import assert from 'node:assert/strict';
import { knownSecrets } from '../../../../src/vscode/history/knownSecrets.ts';

describe('the secrets that an export hides', () => {
  it('include the headers of the providers that the user chose', async () => {
    const config = { apiType: 'openai', baseUrl: 'https://a.b', headers: { id: 'plain-words-3' } };
    const hidden = await knownSecrets('one', {
      get: name =>
        Promise.resolve(
          name === 'accord.providers.one' ? JSON.stringify({ main: config }) : undefined,
        ),
    });
    assert.ok(hidden.includes('plain-words-3'));
  });

  it('include those that the user stored for the agent', async () => {
    const stored = { variables: { ANY_NAME: 'plain-words-1' }, byMethod: { key: 'plain-words-2' } };
    const hidden = await knownSecrets('one', {
      get: name => Promise.resolve(name.endsWith('.one') ? JSON.stringify(stored) : undefined),
    });
    assert.ok(hidden.includes('plain-words-1'));
    assert.ok(hidden.includes('plain-words-2'));
  });
});
