import type { JSX } from 'preact';
import { t } from '../../ui/strings.ts';

/** Says which sub-agent asks. Nothing if the agent asks itself. */
export const RequestingSubagent = ({ name }: { name: string | undefined }): JSX.Element | null =>
  name === undefined ? null : <span dir="auto">{t('subagentAsks', name)} </span>;
