import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { ToolEntry } from '../../../core/session/transcript/entry.ts';
import { getToolFailure } from '../../../core/session/transcript/toolFailure.ts';
import { t } from '../../ui/strings.ts';
import { exitLabel, TerminalsContext } from '../terminal/terminalBox.tsx';

/** Says in words why a call failed. */
export function ToolFailureView({ entry }: { entry: ToolEntry }): JSX.Element | null {
  const failure = getToolFailure(entry, useContext(TerminalsContext));
  if (!failure) {
    return null;
  }
  const { exit, line } = failure;
  const reasons = [...(exit ? [exitLabel(exit)] : []), ...(line === '' ? [] : [line])];
  const text = reasons.join(' \u00b7 ') || t('statusFailed');
  return (
    <div class="tool-failure" dir="auto" title={text}>
      {text}
    </div>
  );
}

/** Whether a call may have failed, so that it is worth asking why. */
export const mayHaveFailed = ({ status, content }: ToolEntry): boolean =>
  status === 'failed' ||
  (status === 'completed' && content.some(({ kind }) => kind === 'terminal'));
