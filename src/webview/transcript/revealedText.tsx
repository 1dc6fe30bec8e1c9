import type { ComponentChild, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Revealed, revealText, suspiciousIn } from '../../core/permission/revealText.ts';
import { t } from '../strings.ts';

/** Of a longer text the head and the tail are shown, and how much lies between. */
const HEAD_CHARS = 4_000;
const TAIL_CHARS = 2_000;
/** More than this is never drawn, not even when asked for. */
const MOST_CHARS = 200_000;
const MOST_NAMED = 6;

/** A text the user is asked to approve, in full, with everything visible that tries not to be. */
export function RevealedText({ text }: { text: string }): JSX.Element {
  const [whole, setWhole] = useState(false);
  const { head, hidden, tail } = useMemo(() => cut(text, whole), [text, whole]);
  const suspicious = suspiciousIn([...head, ...tail]);
  return (
    <>
      <pre class="revealed" tabIndex={0} dir="ltr">
        {head.map(pieceNode)}
        {hidden > 0 ? <span class="revealed-cut">{t('hiddenMiddle', hidden)}</span> : null}
        {tail.map(pieceNode)}
      </pre>
      {hidden > 0 && !whole ? (
        <button type="button" class="text-button" onClick={() => setWhole(true)}>
          {t('showAll')}
        </button>
      ) : null}
      {suspicious.length > 0 ? (
        <div class="revealed-warning">
          {t('suspicious', suspicious.slice(0, MOST_NAMED).join(' '))}
        </div>
      ) : null}
    </>
  );
}

function cut(
  text: string,
  whole: boolean,
): { head: readonly Revealed[]; hidden: number; tail: readonly Revealed[] } {
  const headChars = whole ? MOST_CHARS : HEAD_CHARS;
  if (text.length <= headChars + TAIL_CHARS) {
    return { head: revealText(text), hidden: 0, tail: [] };
  }
  return {
    head: revealText(text.slice(0, headChars)),
    hidden: text.length - headChars - TAIL_CHARS,
    tail: revealText(text.slice(-TAIL_CHARS)),
  };
}

function pieceNode(piece: Revealed): ComponentChild {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'run':
      return (
        <>
          <span class="revealed-run">{t(piece.of, piece.count)}</span>
          {piece.of === 'lineBreaks' ? '\n' : null}
        </>
      );
    case 'escaped':
      return <mark class="revealed-escaped">{piece.text}</mark>;
  }
}
