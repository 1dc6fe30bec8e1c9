import type { GitDiff, Mention } from './mention.ts';
import { touchedLines } from './textRange.ts';
import { extensionUri, withLineFragment, withQuery } from './uri.ts';

/** The URI that identifies a mention for the agent and opens it in VS Code. */
export function mentionUri(mention: Mention): string {
  switch (mention.kind) {
    case 'file':
    case 'folder':
    case 'buffer':
    case 'cell':
      return mention.uri;
    case 'selection':
      return withLineFragment(mention.uri, touchedLines(mention.range));
    case 'symbol':
      return withLineFragment(withQuery(mention.uri, 'symbol', mention.name), mention.lines);
    case 'gitDiff':
      return extensionUri('git-diff', { ...gitQuery(mention.diff), repo: mention.repo });
    case 'problems':
      return extensionUri('problems', { uri: mention.uri, severity: mention.severity });
    case 'terminal':
      return extensionUri('terminal', {
        name: mention.name,
        command: mention.command,
        capture: mention.capture,
      });
    case 'image':
    case 'audio':
      return extensionUri(`pasted/${mention.capture}`, { name: mention.name, kind: mention.kind });
    case 'url':
      return mention.url;
    case 'session':
      return extensionUri(`session/${mention.id}`, {});
  }
}

/** Identifies the content of a mention: mentions with equal keys have equal content. */
export function mentionKey(mention: Mention): string {
  const uri = mentionUri(mention);
  switch (mention.kind) {
    case 'selection': {
      const { start, end } = mention.range;
      return `selection ${start.character}:${end.character} ${uri}`;
    }
    case 'file':
      return mention.embed === true ? `bytes ${uri}` : `file ${uri}`;
    case 'folder':
    case 'buffer':
    case 'cell':
    case 'symbol':
    case 'gitDiff':
    case 'problems':
    case 'terminal':
    case 'image':
    case 'audio':
    case 'url':
    case 'session':
      return `${mention.kind} ${uri}`;
  }
}

function gitQuery(diff: GitDiff): Readonly<Record<string, string>> {
  switch (diff.kind) {
    case 'workingTree':
      return { scope: 'working-tree' };
    case 'staged':
      return { scope: 'staged' };
    case 'branch':
      return { base: diff.base };
    case 'commit':
      return { commit: diff.commit };
    case 'file':
      return diff.staged ? { file: diff.uri, scope: 'staged' } : { file: diff.uri };
  }
}
