import type { ComponentChild } from 'preact';
import type { HighlightNode } from './highlighter.ts';

export function renderHighlightNode(node: HighlightNode): ComponentChild {
  if (typeof node === 'string') {
    return node;
  }
  const scope = node.scope?.split('.')[0];
  return (
    <span class={scope ? `hl-${scope}` : undefined}>{node.children.map(renderHighlightNode)}</span>
  );
}
