import { endedBackgroundPatches } from '../session/transcript/backgroundCalls.ts';
import { noticePatches } from '../session/transcript/patchesForUpdate.ts';
import { endedSubagentPatches } from '../session/transcript/subagentPatches.ts';
import { canceledToolPatches } from '../session/transcript/toolCall.ts';
import {
  applyPatches,
  isTurnEdge,
  type TranscriptPatch,
  type Transcript,
} from '../session/transcript/transcript.ts';
import { turnEndPatches } from '../session/transcript/turnPatches.ts';
import { t } from '../l10n.ts';

/**
 * Ends a turn that was interrupted because the window was closed: open requests are canceled, tool calls and terminals are
 * marked as ended. The prompt is not sent again automatically.
 */
export function interruptionPatches(
  transcript: Transcript,
  agentName: string,
  nowMs: number,
): readonly TranscriptPatch[] {
  const stopped = [
    ...canceledRequestPatches(transcript),
    ...canceledToolPatches(transcript, nowMs),
    ...endedBackgroundPatches(transcript, nowMs),
    ...endedTerminalPatches(transcript),
    ...endedSubagentPatches(transcript, 'cancelled', nowMs),
  ];
  const lastEdge = transcript.entries.findLast(isTurnEdge);
  if (lastEdge?.kind !== 'user' || lastEdge.draft === undefined) {
    return stopped;
  }
  const notice = noticePatches(
    transcript,
    {
      severity: 'warning',
      title: t('The window closed while {0} was working.', agentName),
      detail: t("The work so far is kept. Your message isn't sent again automatically."),
      actions: ['retry'],
    },
    nowMs,
  );
  const after = applyPatches(transcript, [...stopped, ...notice]);
  return [
    ...stopped,
    ...notice,
    ...turnEndPatches(after, { reason: 'failed' }, lastEdge.atMs, nowMs),
  ];
}

const canceledRequestPatches = (transcript: Transcript): readonly TranscriptPatch[] =>
  transcript.entries.flatMap(entry =>
    (entry.kind === 'permission' || entry.kind === 'question') && entry.answer.kind === 'open'
      ? [{ kind: 'replaced' as const, entry: { ...entry, answer: { kind: 'cancelled' as const } } }]
      : [],
  );

const endedTerminalPatches = ({ terminals }: Transcript): readonly TranscriptPatch[] =>
  [...terminals.values()].flatMap(terminal =>
    terminal.exit
      ? []
      : [
          {
            kind: 'terminal' as const,
            terminal: { ...terminal, exit: { code: null, signal: null } },
          },
        ],
  );
