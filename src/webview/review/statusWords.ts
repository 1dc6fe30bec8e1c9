import { t } from '../strings.ts';

/** How a file as a whole differs, in a word. */
export const statusWords = {
  created: () => t('newFile'),
  deleted: () => t('deletedFile'),
  renamed: () => t('renamedFile'),
  binary: () => t('binaryFile'),
  modified: () => '',
  settled: () => '',
} as const;
