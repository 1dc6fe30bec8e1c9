import type { HeadChange } from '../file/acceptCommitted.ts';
import type { ChangeAuthor, FileChange } from '../file/changeFile.ts';
import type { FileContent } from '../file/fileSide.ts';
import type { NewProposal } from '../file/proposal.ts';
import type { DecisionScope } from './decisionScope.ts';
import type { DecidedChangeRef } from './undo.ts';

/** Everything that can happen to a review. Events are plain JSON; the review can be rebuilt from a journal of them. */
export type ReviewEvent =
  /** `before` is the user's content. It is only used if the file is not under review yet. */
  | {
      readonly kind: 'changed';
      readonly path: string;
      readonly author: ChangeAuthor;
      readonly change: FileChange;
      readonly before: FileContent | null;
    }
  /** HEAD changed. What was committed counts as accepted. */
  | ({ readonly kind: 'committed'; readonly path: string } & HeadChange)
  /** The file was deleted by someone else. Its review ends. */
  | { readonly kind: 'removed'; readonly path: string }
  | {
      readonly kind: 'decided';
      readonly verdict: 'accept' | 'reject';
      readonly scope: DecisionScope;
      /** The latest revision the user had on screen. */
      readonly seen: number | null;
      /** Delete or overwrite even what the user has changed. */
      readonly force: boolean;
    }
  /** A change that is not in its file yet. */
  | ({ readonly kind: 'proposed' } & NewProposal)
  /** The target of a proposal was changed, other than by applying the proposal. */
  | { readonly kind: 'followed'; readonly path: string; readonly change: FileChange }
  /** What is accepted of a proposal was written to the target, or could not be and is pending again. */
  | { readonly kind: 'placed' | 'returned'; readonly path: string }
  /** Undoes the last decision, or what was decided about one change. */
  | { readonly kind: 'undone'; readonly change?: DecidedChangeRef }
  | { readonly kind: 'redone' }
  /** The user sends a session its next prompt. */
  | { readonly kind: 'prompted'; readonly sessionId: string }
  /** The contents of the files of this saved review were restored. What was pending in them is pending again. */
  | { readonly kind: 'reinstated'; readonly review: unknown }
  /** The editor could not perform the last decision (or undo) in this file, so it is reverted there. */
  | { readonly kind: 'abandoned'; readonly what: 'decision' | 'undo'; readonly path: string };
