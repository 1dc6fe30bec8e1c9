import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../src/core/prompt/draft.ts';
import {
  MentionTokens,
  toEditorText,
} from '../../../../../src/webview/composer/editor/mentionTokens.ts';

const mention = { kind: 'url', url: 'https://example.com' } as const;

describe('a draft in the editor', () => {
  it('round-trips through the editor', () => {
    const part = fc.oneof(
      fc.string({ minLength: 1 }).map(text => ({ kind: 'text' as const, text })),
      fc.constant({ kind: 'mention' as const, mention }),
    );
    fc.assert(
      fc.property(fc.array(part), draft => {
        const tokens = new MentionTokens();
        const joined = draft.reduce<Draft>((parts, next) => {
          const last = parts.at(-1);
          return last?.kind === 'text' && next.kind === 'text'
            ? [...parts.slice(0, -1), { kind: 'text', text: last.text + next.text }]
            : [...parts, next];
        }, []);
        expect(tokens.toDraft(tokens.toText(draft))).toEqual(joined);
      }),
    );
  });

  it('gets no mention from pasted text', () => {
    const tokens = new MentionTokens();
    const token = tokens.add(mention);
    expect(tokens.toDraft(toEditorText(`a${token}b`))).toEqual([{ kind: 'text', text: 'a0b' }]);
    expect(tokens.toDraft(tokens.toText([{ kind: 'text', text: token }]))).toEqual([
      { kind: 'text', text: '0' },
    ]);
  });

  it('may contain private use characters, as in terminal fonts', () => {
    const prompt = [{ kind: 'text', text: '\uE0A0 main \uE0B0' }] as const;
    const tokens = new MentionTokens();
    expect(tokens.toDraft(tokens.toText(prompt))).toEqual(prompt);
  });

  it('has normalized line endings', () => {
    expect(new MentionTokens().toText([{ kind: 'text', text: 'a\r\nb\rc\n' }])).toBe('a\nb\nc\n');
  });

  it('drops unknown tokens', () => {
    const token = new MentionTokens().add(mention);
    expect(new MentionTokens().toDraft(`a${token}b`)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b' },
    ]);
  });
});
