import { describe, expect, it } from 'vitest';
import { parsePermissionRequest } from '../../../../src/agent/requests/permissionRequest.ts';

describe('a permission option', () => {
  it('has no known kind if its kind is one that only the client defines', () => {
    const { choices } = parsePermissionRequest({
      sessionId: 's',
      toolCall: { toolCallId: 'c' },
      options: [{ optionId: 'a', name: 'Some', kind: 'allow_part' }],
    });
    expect(choices).toEqual([{ optionId: 'a', name: 'Some', kind: 'other' }]);
  });
});
