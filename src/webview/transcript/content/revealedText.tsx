import type { ComponentChild, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import {
  elideMiddle,
  type RevealedPart,
  revealText,
  getSuspiciousCharacters,
} from '../../../core/permission/revealText.ts';
import { t } from '../../ui/strings.ts';

/** Of a longer text the beginning and the end are shown, with the number of characters in between. */
const HEAD_CHARS = 4_000;
const TAIL_CHARS = 2_000;
/** The most that is ever rendered, even on request. */
const MAX_CHARS = 200_000;
const MAX_NAMED = 6;

/** A text that the user is asked to approve, with invisible and misleading characters made visible. */
export function RevealedText({ text }: { text: string }): JSX.Element {
  const [whole, setWhole] = useState(false);
  const pieces = useMemo(() => revealText(text), [text]);
  const { head, hidden, tail } = useMemo(
    () => elideMiddle(pieces, whole ? MAX_CHARS : HEAD_CHARS, TAIL_CHARS),
    [pieces, whole],
  );
  const suspicious = getSuspiciousCharacters(pieces);
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
          {t('suspicious', suspicious.slice(0, MAX_NAMED).join(' '))}
        </div>
      ) : null}
    </>
  );
}

function pieceNode(piece: RevealedPart): ComponentChild {
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
