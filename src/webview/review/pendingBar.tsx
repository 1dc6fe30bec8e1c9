import type { JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { SessionSummary } from '../../core/chat/chatViewState.ts';
import { DecideReview, OpenReview, UndoReview } from '../../core/chat/messages.ts';
import type { PendingReview } from '../../core/chat/pendingReview.ts';
import { useHost } from '../state/host.ts';
import { ReviewDetailsContext } from '../state/reviewDetails.ts';
import { countLabel } from '../ui/format/countLabel.ts';
import { Icon } from '../ui/icon.tsx';
import { ActionButton, IconButton, withKeys } from '../ui/iconButton.tsx';
import { t } from '../ui/strings.ts';
import { useKeptFocus } from '../ui/focus/useKeptFocus.ts';
import { PendingList } from './pendingList.tsx';
import { verdictsLabel } from './verdictsLabel.ts';

type BarProps = {
  readonly review: PendingReview | undefined;
  readonly sessions: readonly SessionSummary[];
  /** The id of the session on the page; empty if there is none. */
  readonly shownId: string;
};

/** The pending changes above the composer, on one line that expands to a list; after the last decision, what was decided. */
export function PendingBar({ review, ...props }: BarProps): JSX.Element | null {
  const isShown = review && (review.fileCount > 0 || isReviewed(review, props.shownId));
  return isShown ? <Bar {...props} review={review} /> : null;
}

const decidedCount = ({ reviewed: { accepted, rejected } }: PendingReview): number =>
  accepted + rejected;

/** Whether everything of the session on the page is decided. */
const isReviewed = (review: PendingReview, shownId: string): boolean =>
  decidedCount(review) > 0 && review.sessions.every(({ sessionId }) => sessionId !== shownId);

function Bar(props: BarProps & { readonly review: PendingReview }): JSX.Element {
  const { review, sessions, shownId } = props;
  const box = useRef<HTMLElement>(null);
  const [isOpen, toggle] = useListState(review);
  useKeptFocus(box, bar =>
    bar.querySelector('.pending-list') ? null : bar.querySelector('.pending-acts button'),
  );
  const nameOf = (id: string): string => {
    const session = sessions.find(one => one.id === id);
    return session ? session.title || t('untitled') : t('closedSession');
  };
  // A request in the conversation needs the room, unless the list shows what it is about.
  const isWaiting = sessions.some(({ id, state }) => id === shownId && state === 'waiting');
  const leavesRoom = isWaiting && !review.hasProposals;
  const isOver = isReviewed(review, shownId);
  const result = isOver ? t('reviewed', decidedCount(review), verdictsLabel(review.reviewed)) : '';
  const canUndo = review.canUndo && decidedCount(review) > 0;
  return (
    <section
      ref={box}
      class={`pending-bar${leavesRoom ? ' leaves-room' : ''}`}
      aria-label={t('pending')}
    >
      {isOpen && review.fileCount > 0 ? <PendingList {...{ review, shownId, nameOf }} /> : null}
      {isOver ? <ReviewedLine {...{ result, canUndo }} /> : null}
      {review.fileCount > 0 ? (
        <PendingLine
          {...{ review, isOpen, toggle }}
          sessionLabel={getSessionLabel(review, shownId, nameOf)}
          canUndo={canUndo && !isOver}
        />
      ) : null}
      <span class="visually-hidden" role="status">
        {result}
      </span>
    </section>
  );
}

/** The list is expanded by the user, or because proposals are pending, which are shown nowhere else. */
function useListState({ fileCount, hasProposals }: PendingReview): readonly [boolean, () => void] {
  const details = useContext(ReviewDetailsContext);
  const [chosen, choose] = useState<boolean>();
  const isOpen = chosen ?? hasProposals;
  const isEmpty = fileCount === 0;
  useEffect(() => details.setListed(isOpen), [isOpen]);
  useEffect(() => () => details.setListed(false), []);
  useEffect(() => {
    if (isEmpty) {
      choose(undefined);
    }
  }, [isEmpty]);
  return [isOpen, () => choose(!isOpen)];
}

function PendingLine(props: {
  review: PendingReview;
  isOpen: boolean;
  toggle: () => void;
  sessionLabel: string;
  canUndo: boolean;
}): JSX.Element {
  const { review, isOpen, sessionLabel } = props;
  const counts = [countLabel('files', review.fileCount), countLabel('hunks', review.hunkCount)];
  const label = [counts.join(', '), sessionLabel].filter(Boolean).join(' ');
  return (
    <div class="pending-summary">
      <button
        type="button"
        class="pending-toggle"
        aria-expanded={isOpen}
        title={label}
        onClick={() => props.toggle()}
      >
        <Icon name="chevron" />
        <span class="pending-text">
          <span class="pending-counts">
            <span>{counts[0]}</span>
            <wbr />
            <span>, {counts[1]}</span>
          </span>
          {sessionLabel === '' ? null : <SessionLabel text={sessionLabel} />}
        </span>
      </button>
      <PendingActions revision={review.revision} canUndo={props.canUndo} />
    </div>
  );
}

function PendingActions(props: { revision: number; canUndo: boolean }): JSX.Element {
  const host = useHost();
  const decide = (verdict: 'accept' | 'reject'): void =>
    host.sendNotification(DecideReview, { verdict, seen: props.revision });
  return (
    <span class="pending-acts">
      {props.canUndo ? (
        <IconButton
          class="pending-undo"
          icon="undo"
          label={t('undo')}
          keys="keyUndo"
          onClick={() => host.sendNotification(UndoReview, {})}
        />
      ) : null}
      <ActionButton
        icon="check"
        label={t('acceptAll')}
        keys="keyAcceptAll"
        onClick={() => decide('accept')}
      />
      <button
        type="button"
        class="button"
        title={withKeys(t('reviewAll'), 'keyNext')}
        aria-label={t('reviewAll')}
        onClick={() => host.sendNotification(OpenReview, {})}
      >
        <Icon name="diff" />
        <span class="review-text">{t('reviewAll')}</span>
      </button>
      <ActionButton
        icon="close"
        label={t('rejectAll')}
        keys="keyRejectAll"
        onClick={() => decide('reject')}
      />
    </span>
  );
}

const SessionLabel = ({ text }: { text: string }): JSX.Element => (
  <span class="pending-session-label muted" dir="auto">
    {text}
  </span>
);

function ReviewedLine({ result, canUndo }: { result: string; canUndo: boolean }): JSX.Element {
  const host = useHost();
  return (
    <div class="pending-summary">
      <Icon name="check" />
      <span class="pending-counts">{result}</span>
      <span class="pending-acts">
        {canUndo ? (
          <button
            type="button"
            class="text-button"
            title={withKeys(t('undo'), 'keyUndo')}
            onClick={() => host.sendNotification(UndoReview, {})}
          >
            {t('undo')}
          </button>
        ) : null}
      </span>
    </div>
  );
}

/** Where the changes are, unless all of them are in the session on the page. */
function getSessionLabel(
  { sessions, fileCount }: PendingReview,
  shownId: string,
  nameOf: (sessionId: string) => string,
): string {
  const others = sessions.filter(({ sessionId }) => sessionId !== shownId);
  const [first] = others;
  const count = others.reduce((sum, one) => sum + one.fileCount, 0);
  if (!first) {
    return '';
  }
  if (count < fileCount) {
    return t('partInOthers', count);
  }
  return others.length > 1 ? t('inOtherSessions') : t('inSession', nameOf(first.sessionId));
}
