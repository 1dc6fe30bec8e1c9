import assert from 'node:assert/strict';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import { createProposalPath } from '../../../../../src/vscode/review/documents/reviewUri.ts';
import { PendingFileDecorations } from '../../../../../src/vscode/review/editor/pendingFileDecorations.ts';
import { at, changed, eventually, ten, uri } from '../reviewDriver.ts';

const origin = { sessionId: 's', turnId: '1' };
const asText = (text: string) => ({ kind: 'text', text }) as const;

describe('PendingFileDecorations', () => {
  it('shows badges on files with hunks or proposals until they are decided', async () => {
    const model = new ReviewModel();
    const badges = new PendingFileDecorations(model);
    const redrawn = new Set<string>();
    badges.onDidChangeFileDecorations(uris => uris.forEach(one => redrawn.add(one.toString())));
    const shown = (name: string): string | undefined => {
      const { badge, tooltip } = badges.provideFileDecoration(uri(name)) ?? {};
      return badge && `${badge} ${tooltip}`;
    };
    try {
      model.recordAgentWrite(at('one.txt'), asText(changed), asText(ten), origin);
      model.propose({
        path: createProposalPath(at('other.txt'), '1'),
        target: at('other.txt'),
        before: asText(ten),
        after: changed,
        origin,
      });
      assert.equal(shown('one.txt'), '◆ 2 hunks to review');
      assert.equal(shown('other.txt'), '◆ 2 hunks to review');
      assert.equal(shown('third.txt'), undefined);
      await eventually(
        () => [...redrawn].toSorted(),
        [uri('one.txt').toString(), uri('other.txt').toString()],
      );
      model.recordAgentWrite(at('other.txt'), asText(`new\n${ten}`), asText(ten), origin);
      assert.equal(shown('other.txt'), '◆ 3 hunks to review');
      model.accept({ kind: 'all' });
      assert.deepEqual([shown('one.txt'), shown('other.txt')], [undefined, undefined]);
    } finally {
      badges.dispose();
    }
  });
});
