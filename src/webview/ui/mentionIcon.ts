import type { MentionSuggestion } from '../../core/chat/messages.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import type { IconName } from './icon.tsx';

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

/** The icon of a mention suggestion; the extension uses the names of codicons. */
export function suggestionIcon({ mention, icon }: MentionSuggestion): IconName {
  return mention ? mentionIcon(mention) : (CODICONS[icon] ?? 'symbol');
}

const CODICONS: Readonly<Record<string, IconName>> = {
  'file-media': 'image',
  globe: 'globe',
  file: 'file',
  history: 'you',
  warning: 'problems',
  'git-branch': 'branch',
  'git-commit': 'branch',
  terminal: 'terminal',
};
