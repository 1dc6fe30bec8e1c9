import fc from 'fast-check';
import type { Mention } from '../../../../src/core/prompt/mention/mention.ts';
import { fileUri, folderUri } from '../../../../src/core/prompt/mention/uri.ts';

const name = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .map(text => text.replaceAll(/[/\\\0]/g, '_'));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map(names => `/${names.join('/')}`);
const uri = path.map(fileUri);
const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const line = fc.nat({ max: 100_000 });

const range = fc
  .tuple(line, line, fc.nat({ max: 200 }), fc.nat({ max: 200 }))
  .map(([a, b, c, d]) => {
    const start = { line: Math.min(a, b), character: c };
    const end = { line: Math.max(a, b), character: a === b ? c + d : d };
    return { start, end };
  });
const lines = fc.tuple(line, fc.integer({ min: 1, max: 500 })).map(([start, count]) => ({
  start,
  end: start + count,
}));

const gitDiff = fc.oneof(
  fc.record({ kind: fc.constant('workingTree' as const) }),
  fc.record({ kind: fc.constant('staged' as const) }),
  fc.record({ kind: fc.constant('branch' as const), base: word }),
  fc.record({ kind: fc.constant('commit' as const), commit: word }),
  fc.record({ kind: fc.constant('file' as const), uri, staged: fc.boolean() }),
);

const maybe = { requiredKeys: ['kind', 'uri'] as ['kind', 'uri'] };

/** Any mention, with names and paths as unusual as file systems allow. */
export const anyMention: fc.Arbitrary<Mention> = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), uri, embed: fc.boolean(), seen: word }, maybe),
  fc.record({ kind: fc.constant('folder' as const), uri: path.map(folderUri) }),
  fc.record({ kind: fc.constant('selection' as const), uri, range }),
  fc.record({ kind: fc.constant('symbol' as const), uri, name: word, lines }),
  fc.record({ kind: fc.constant('gitDiff' as const), diff: gitDiff }),
  fc.record({
    kind: fc.constant('problems' as const),
    uri,
    severity: fc.constantFrom('error', 'warning', 'information', 'hint'),
  }),
  fc.record({ kind: fc.constant('terminal' as const), name: word, capture: word, command: word }),
  fc.record({
    kind: fc.constant('buffer' as const),
    uri: fc.constant('untitled:Untitled-1'),
    name: fc.constant('Untitled-1'),
  }),
  fc.record({
    kind: fc.constant('cell' as const),
    uri: fc.constant('vscode-notebook-cell:/a/book.ipynb#W0sZmlsZQ%3D%3D'),
    notebook: fc.constant('book.ipynb'),
    index: fc.nat({ max: 50 }),
  }),
  fc.record({
    kind: fc.constantFrom('image' as const, 'audio' as const),
    name: word,
    capture: word,
  }),
  fc.record({ kind: fc.constant('url' as const), url: fc.webUrl({ withFragments: true }) }),
  fc.record({ kind: fc.constant('session' as const), id: word, title: word }),
);
