import type { JSX } from 'preact';
import type { PendingRow } from '../../core/chat/pendingReview.ts';
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

const signs = { same: ' ', added: '+', removed: '-' } as const;

/** One line of a hunk. */
export const rowNode = ({ kind, text }: PendingRow, index: number): JSX.Element => (
  <span key={index} class={`diff-row ${kind}`}>
    <span class="diff-sign">{signs[kind]}</span>
    {text}
    {'\n'}
  </span>
);
