import type { ComponentChild } from 'preact';
import type { HighlightNode } from './highlighter.ts';

export function renderHighlightNode(piece: HighlightNode): ComponentChild {
  if (typeof piece === 'string') {
    return piece;
  }
  const scope = piece.scope?.split('.')[0];
  return (
    <span class={scope ? `hl-${scope}` : undefined}>{piece.children.map(renderHighlightNode)}</span>
  );
}
