import type { Entry } from '../session/transcript/entry.ts';
import { noticePatches } from '../session/transcript/patchesForUpdate.ts';
import { canceledToolPatches } from '../session/transcript/toolCall.ts';
import {
  applyPatches,
  type TranscriptPatch,
  type Transcript,
} from '../session/transcript/transcript.ts';
import { turnEndPatches } from '../session/transcript/turnPatches.ts';
import { t } from '../l10n.ts';

/**
 * Brings a transcript to rest whose turn nobody will end any more, because the window went away: questions are
 * withdrawn, tools and terminals have ended. The prompt is not sent again by itself.
 */
export function interruptionPatches(
  transcript: Transcript,
  agentName: string,
  nowMs: number,
): readonly TranscriptPatch[] {
  const stopped = [
    ...withdrawnQuestions(transcript),
    ...canceledToolPatches(transcript, nowMs),
    ...endedTerminals(transcript),
  ];
  const begun = transcript.entries.findLast(isTurnEdge);
  if (begun?.kind !== 'user' || begun.draft === undefined) {
    return stopped;
  }
  const noticed = noticePatches(
    transcript,
    {
      severity: 'warning',
      title: t('The window was closed while {0} was at work.', agentName),
      detail: t(
        'What it said and did until then is kept. Your message is not sent again by itself.',
      ),
      actions: ['retry'],
    },
    nowMs,
  );
  const after = applyPatches(transcript, [...stopped, ...noticed]);
  return [
    ...stopped,
    ...noticed,
    ...turnEndPatches(after, { reason: 'failed' }, begun.atMs, nowMs),
  ];
}

const isTurnEdge = ({ kind }: Entry): boolean => kind === 'user' || kind === 'turnEnd';

const withdrawnQuestions = (transcript: Transcript): readonly TranscriptPatch[] =>
  transcript.entries.flatMap(entry =>
    (entry.kind === 'permission' || entry.kind === 'question') && entry.answer.kind === 'open'
      ? [{ kind: 'replaced' as const, entry: { ...entry, answer: { kind: 'cancelled' as const } } }]
      : [],
  );

const endedTerminals = ({ terminals }: Transcript): readonly TranscriptPatch[] =>
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
