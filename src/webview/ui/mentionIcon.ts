import type { MentionSuggestion } from '../../core/chat/messages.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import type { IconName } from './icon.tsx';

/** The picture that goes with a mention. */
export function mentionIcon(mention: Mention): IconName {
  switch (mention.kind) {
    case 'file':
    case 'buffer':
    case 'cell':
      return 'file';
    case 'folder':
      return 'folder';
    case 'selection':
      return 'list';
    case 'symbol':
      return 'symbol';
    case 'gitDiff':
      return 'branch';
    case 'problems':
      return 'problems';
    case 'terminal':
      return 'terminal';
    case 'image':
      return 'image';
    case 'audio':
      return 'sound';
    case 'url':
      return 'globe';
    case 'session':
      return 'you';
  }
}

/** The picture of a row in the mention menu; the extension names it as VS Code's icons are named. */
export function suggestionIcon({ mention, icon }: MentionSuggestion): IconName {
  return mention ? mentionIcon(mention) : (CODICONS[icon] ?? 'symbol');
}

const CODICONS: Readonly<Record<string, IconName>> = {
  'file-media': 'image',
  globe: 'globe',
  'git-branch': 'branch',
  'git-commit': 'branch',
  terminal: 'terminal',
};
