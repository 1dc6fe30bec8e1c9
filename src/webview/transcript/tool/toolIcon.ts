import type { ToolEntry } from '../../../core/session/transcript/entry.ts';
import type { IconName } from '../../ui/icon.tsx';

export function toolIcon(kind: ToolEntry['toolKind']): IconName {
  switch (kind) {
    case 'read':
      return 'book';
    case 'edit':
      return 'edit';
    case 'delete':
      return 'trash';
    case 'move':
      return 'move';
    case 'search':
      return 'search';
    case 'execute':
      return 'terminal';
    case 'think':
      return 'brain';
    case 'fetch':
      return 'globe';
    case 'switch_mode':
      return 'switch';
    case 'other':
    default: // A kind that a newer agent may send.
      return 'tool';
  }
}
