import type { ComponentChild, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { TurnOutcome } from '../../core/chat/pendingReview.ts';
import type { Entry, TurnEndEntry } from '../../core/session/transcript/entry.ts';
import { formatDuration } from '../ui/format/formatDuration.ts';
import { Icon } from '../ui/icon.tsx';
import { memo } from '../ui/memo.ts';
import { formatCost, formatTokenCount, tokenLines } from '../ui/format/formatUsage.ts';
import { countLabel } from '../ui/format/countLabel.ts';
import { t } from '../ui/strings.ts';
import { verdictsLabel } from '../review/verdictsLabel.ts';
import { RowView } from './entries/entryView.tsx';
import { emptyLayout, entriesOf, layOutRows, rowId, type TurnRow } from './entries/turnRows.ts';
import { type FoldState, nextFoldState } from './foldState.ts';
import { isInUse } from './isInUse.ts';
import { getTurnEnd, isAnswered, type TranscriptTurn, getFoldedEntries } from '../state/turn.ts';

type Props = {
  readonly turn: TranscriptTurn;
  /** The number of entries after the prompt that are not on the page. */
  readonly gap: number;
  readonly loadGap: (promptId: string) => void;
  readonly isLast: boolean;
  /** What became of its changes. */
  readonly outcome?: TurnOutcome | undefined;
  /** Whether the user is at the end of the conversation. */
  readonly following: boolean;
  /** Whether the user was reading the work of this turn when the page was closed. */
  readonly wasOpen: boolean;
  /** The id of an entry of this turn to show. */
  readonly reveal?: string | undefined;
};

/** A prompt and its answer. When the turn has ended, its work is folded to one line: see `nextFoldState`. */
export const TurnView = memo((props: Props): JSX.Element => {
  const { turn, gap, loadGap, reveal, outcome } = props;
  const [chosen, choose] = useState<boolean>();
  const box = useRef<HTMLDivElement>(null);
  const end = getTurnEnd(turn);
  const answer = end ? getFoldedEntries(turn) : turn.entries;
  const fold = useFold(props, answer.length < turn.entries.length, box);
  const folded = fold !== 'working' && (chosen ?? (fold === 'folded' && reveal === undefined));
  const rows = useRows(folded ? answer : turn.entries);
  const nodes: ComponentChild[] = rows.map(row =>
    reveal !== undefined && entriesOf(row).some(({ id }) => id === reveal) ? (
      <div key={rowId(row)} class="revealed-entry">
        <RowView row={row} reveal={reveal} />
      </div>
    ) : (
      <RowView key={rowId(row)} row={row} />
    ),
  );
  if (gap > 0 && !folded) {
    nodes.splice(1, 0, <GapButton key="gap" {...{ turn, gap, loadGap }} />);
  }
  if (end && (fold === 'folded' || fold === 'open')) {
    const afterPrompt = rows.findIndex(row => row.kind !== 'entry' || row.entry.kind !== 'user');
    nodes.splice(
      afterPrompt,
      0,
      <FoldLine key="fold" {...{ end, folded, outcome }} toggle={() => choose(!folded)} />,
    );
  }
  return (
    <div ref={box} class={end ? 'turn ended' : 'turn'} data-turn={turn.number}>
      {nodes}
    </div>
  );
});

function useRows(entries: readonly Entry[]): readonly TurnRow[] {
  const layout = useRef(emptyLayout);
  layout.current = layOutRows(entries, layout.current);
  return layout.current.rows;
}

/** A turn that has already ended when the page opens is folded, unless the user was reading in it. */
function useFold(
  { turn, isLast, following, wasOpen }: Props,
  isOver: boolean,
  box: { readonly current: HTMLElement | null },
): FoldState {
  const isReadable = !isLast || isAnswered(turn);
  const fold = useRef<FoldState>(isOver ? (isReadable && !wasOpen ? 'folded' : 'open') : 'working');
  const inUse = (): boolean => box.current !== null && isInUse(box.current, isLast);
  fold.current = nextFoldState(fold.current, { isOver, isReadable, isLast, following, inUse });
  return fold.current;
}

const GapButton = ({
  turn,
  gap,
  loadGap,
}: Pick<Props, 'turn' | 'gap' | 'loadGap'>): JSX.Element => (
  <button
    type="button"
    class="text-button earlier"
    onClick={() => loadGap(turn.entries[0]?.id ?? '')}
  >
    {countLabel('earlier', gap)}
  </button>
);

function FoldLine(props: {
  end: TurnEndEntry;
  folded: boolean;
  outcome: TurnOutcome | undefined;
  toggle: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="fold-line"
      aria-expanded={!props.folded}
      title={props.end.usage ? tokenLines(props.end.usage).join('\n') : undefined}
      onClick={() => props.toggle()}
    >
      <Icon name="chevron" />
      <span>{summaryOf(props.end, props.outcome)}</span>
    </button>
  );
}

/** A call does not tell of everything that it changes, and what the review knows is forgotten in time. */
const getFileCount = (end: TurnEndEntry, outcome: TurnOutcome | undefined): number =>
  Math.max(end.fileCount, outcome?.fileCount ?? 0);

function summaryOf(end: TurnEndEntry, outcome: TurnOutcome | undefined): string {
  const { toolCount, failedCount = 0, waitedMs = 0, usage } = end;
  const fileCount = getFileCount(end, outcome);
  return [
    t('worked', formatDuration(end.atMs - end.startedMs - waitedMs)),
    ...(toolCount === 0 ? [] : [countLabel('tools', toolCount)]),
    ...(failedCount === 0 ? [] : [countLabel('failures', failedCount)]),
    ...(fileCount === 0 ? [] : [countLabel('filesChanged', fileCount)]),
    ...(usage && usage.totalTokens > 0 ? [t('tokens', formatTokenCount(usage.totalTokens))] : []),
    ...(usage?.cost ? [formatCost(usage.cost)] : []),
    ...(outcome ? [verdictsLabel(outcome)] : []),
  ].join(' · ');
}
