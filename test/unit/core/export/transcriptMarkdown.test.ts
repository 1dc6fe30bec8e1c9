import { describe, expect, it } from 'vitest';
import { transcriptToMarkdown } from '../../../../src/core/export/transcriptMarkdown.ts';

describe('transcriptToMarkdown', () => {
  it('contains the messages and the titles of tool calls', () => {
    const common = { id: '1', turn: 1, atMs: 0 };
    const text = transcriptToMarkdown('Fix it', [
      { ...common, kind: 'user', blocks: [], draft: [{ kind: 'text', text: 'Please fix' }] },
      { ...common, kind: 'thought', blocks: [{ type: 'text', text: 'hm' }], untilMs: 1 },
      {
        ...common,
        kind: 'tool',
        callId: 'c',
        title: 'Edit a.ts',
        toolKind: 'edit',
        status: 'failed',
        content: [],
        locations: [],
      },
      { ...common, kind: 'agent', blocks: [{ type: 'text', text: 'Done.' }] },
    ]);
    expect(text).toBe(
      '# Fix it\n\n## You\n\nPlease fix\n\n- Edit a.ts (failed)\n\n## Agent\n\nDone.\n',
    );
  });
});
