import type { ComponentChild } from 'preact';
import type { Piece } from './highlighter.ts';

/** A piece of code in its colour. */
export function pieceNode(piece: Piece): ComponentChild {
  if (typeof piece === 'string') {
    return piece;
  }
  const scope = piece.scope?.split('.')[0];
  return <span class={scope ? `hl-${scope}` : undefined}>{piece.children.map(pieceNode)}</span>;
}
