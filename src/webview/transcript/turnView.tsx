import type { ComponentChild, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { TurnEndEntry } from '../../core/session/entry.ts';
import { duration } from '../duration.ts';
import { Icon } from '../icon.tsx';
import { memo } from '../memo.ts';
import { tokens } from '../composer/usageMeter.tsx';
import { t } from '../strings.ts';
import { EntryView } from './entryView.tsx';
import { endOf, type Turn, withoutWork } from './turn.ts';

type Props = {
  readonly turn: Turn;
  readonly isLast: boolean;
  /** An entry of this turn that is to be seen. */
  readonly reveal?: string | undefined;
};

/** A prompt and its answer. Once it is over and another has begun, its work folds to one line. */
export const TurnView = memo(({ turn, isLast, reveal }: Props): JSX.Element => {
  const [chosen, choose] = useState<boolean>();
  const end = endOf(turn);
  const answer = end ? withoutWork(turn) : turn.entries;
  const canFold = answer.length < turn.entries.length;
  const folded = canFold && (chosen ?? (!isLast && reveal === undefined));
  const nodes: ComponentChild[] = (folded ? answer : turn.entries).map(entry =>
    entry.id === reveal ? (
      <div key={entry.id} class="looked-for">
        <EntryView entry={entry} />
      </div>
    ) : (
      <EntryView key={entry.id} entry={entry} />
    ),
  );
  if (end && canFold) {
    const afterPrompt = turn.entries.findLastIndex(entry => entry.kind === 'user') + 1;
    nodes.splice(
      afterPrompt,
      0,
      <FoldLine key="fold" end={end} folded={folded} toggle={() => choose(!folded)} />,
    );
  }
  return (
    <div class="turn" data-turn={turn.number}>
      {nodes}
    </div>
  );
});

function FoldLine(props: { end: TurnEndEntry; folded: boolean; toggle: () => void }): JSX.Element {
  return (
    <button
      type="button"
      class="fold-line"
      aria-expanded={!props.folded}
      onClick={() => props.toggle()}
    >
      <Icon name="chevron" />
      <span>{worked(props.end)}</span>
    </button>
  );
}

function worked(end: TurnEndEntry): string {
  const { toolCount, fileCount, usage } = end;
  return [
    t('worked', duration(end.atMs - end.startedMs)),
    ...(toolCount === 0 ? [] : [toolCount === 1 ? t('tools1') : t('tools', toolCount)]),
    ...(fileCount === 0 ? [] : [fileCount === 1 ? t('files1') : t('files', fileCount)]),
    ...(usage ? [t('tokens', tokens(usage.totalTokens))] : []),
  ].join(', ');
}
