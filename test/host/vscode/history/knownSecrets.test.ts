import assert from 'node:assert/strict';
import { knownSecrets } from '../../../../src/vscode/history/knownSecrets.ts';

describe('the secrets that an export hides', () => {
  it('are those too that the user entrusted to us for the agent, whatever they look like', async () => {
    const kept = { variables: { ANY_NAME: 'plain-words-1' }, byMethod: { key: 'plain-words-2' } };
    const hidden = await knownSecrets('one', {
      get: name => Promise.resolve(name.endsWith('.one') ? JSON.stringify(kept) : undefined),
    });
    assert.ok(hidden.includes('plain-words-1'));
    assert.ok(hidden.includes('plain-words-2'));
  });
});
