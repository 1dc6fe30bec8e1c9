import { describe, expect, it } from 'vitest';
import { parsePermissionRequest } from '../../../../src/agent/requests/permissionRequest.ts';

describe('an option that an agent offers', () => {
  it('is of no known kind if its kind is one that only we have', () => {
    const { choices } = parsePermissionRequest({
      sessionId: 's',
      toolCall: { toolCallId: 'c' },
      options: [{ optionId: 'a', name: 'Some', kind: 'allow_part' }],
    });
    expect(choices).toEqual([{ optionId: 'a', name: 'Some', kind: 'other' }]);
  });
});
