import { t } from '../ui/strings.ts';

/** How a file as a whole differs, in a word. */
export const fileStatusLabels = {
  created: () => t('newFile'),
  deleted: () => t('deletedFile'),
  renamed: () => t('renamedFile'),
  binary: () => t('binaryFile'),
  modified: () => '',
  resolved: () => '',
} as const;
