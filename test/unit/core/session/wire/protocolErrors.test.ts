import { RequestError } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../../src/core/errors.ts';
import { getAgentErrorMessage } from '../../../../../src/core/session/wire/protocolErrors.ts';

describe('the message of an error', () => {
  const served = '{"error":{"type":"api_error","message":"too many requests"}}';

  it.each([
    ['are its message', new RequestError(-32_603, 'Out of tokens'), 'Out of tokens'],
    ['are those of ours as they are', new UserError('Gone.\nStart it.'), 'Gone.\nStart it.'],
    [
      'are also those in its data',
      new RequestError(-32_603, 'Internal error', { details: 'asleep' }),
      'Internal error: asleep',
    ],
    [
      'are found in the JSON of a server',
      new RequestError(-32_603, 'Internal error', { message: served }),
      'Internal error: too many requests',
    ],
    ['are found when the message is such JSON', new RequestError(400, served), 'too many requests'],
    [
      'are found in JSON after other words',
      new RequestError(-32_603, `API Error: 429 ${served}`),
      'API Error: 429: too many requests',
    ],
    [
      'are found in JSON before a stack',
      new Error(`API Error: 429 ${served}\n    at run (/x.js:1:2)`),
      'API Error: 429: too many requests\n    at run (/x.js:1:2)',
    ],
    [
      'are found in JSON within JSON',
      new Error(JSON.stringify({ error: { message: `Upstream: ${served}` } })),
      'Upstream: too many requests',
    ],
    [
      'are found where the error is a text',
      new Error('{"error":"no credit left"}'),
      'no credit left',
    ],
    ['are not said twice', new RequestError(-32_603, 'Bad: key', 'key'), 'Bad: key'],
    ['are left alone when they only look like JSON', new Error('{oops'), '{oops'],
  ])('%s', (_what, error, words) => {
    expect(getAgentErrorMessage(error)).toBe(words);
  });

  it('are limited', () => {
    expect(getAgentErrorMessage(new Error('x'.repeat(100_000)))).toHaveLength(2_000);
  });
});
