import { t } from '../ui/strings.ts';

/** The label for the kind of change of a whole file. */
export const fileStatusLabels = {
  created: () => t('newFile'),
  deleted: () => t('deletedFile'),
  renamed: () => t('renamedFile'),
  binary: () => t('binaryFile'),
  modified: () => '',
  resolved: () => '',
} as const;
