import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/** Text, or nodes that share a scope such as `keyword`. */
export type HighlightNode =
  | string
  | { readonly scope?: string; readonly children: readonly HighlightNode[] };

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  markdown,
  php,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

for (const [name, language] of Object.entries(languages)) {
  hljs.registerLanguage(name, language);
}

hljs.configure({ throwUnescapedHTML: true });

/** Highlights code; `undefined` for an unknown language. This file is a bundle of its own, loaded on demand. */
export function highlight(code: string, language: string): readonly HighlightNode[] | undefined {
  if (!hljs.getLanguage(language)) {
    return undefined;
  }
  // Only the token tree is used, never the HTML of the library.
  const { _emitter: emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
  return 'root' in emitter ? toNodes(childrenOf(emitter.root), 0) : undefined;
}

/** Thousands of nested brackets are nodes in nodes; deeper ones become text, since drawing them would overflow the stack. */
const DEPTH_LIMIT = 50;

function toNodes(items: readonly unknown[], depth: number): readonly HighlightNode[] {
  return items.map(item => {
    if (typeof item === 'string') {
      return item;
    }
    const scope: unknown =
      typeof item === 'object' && item !== null && 'scope' in item ? item.scope : undefined;
    const children = depth < DEPTH_LIMIT ? toNodes(childrenOf(item), depth + 1) : [textOf(item)];
    return { ...(typeof scope === 'string' ? { scope } : {}), children };
  });
}

function childrenOf(node: unknown): readonly unknown[] {
  const children: unknown =
    typeof node === 'object' && node !== null && 'children' in node ? node.children : [];
  return Array.isArray(children) ? children : [];
}

/** The text of a node of any depth. */
function textOf(node: unknown): string {
  const left = [node];
  let text = '';
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') {
      text += next;
    } else {
      left.push(...childrenOf(next).toReversed());
    }
  }
  return text;
}
