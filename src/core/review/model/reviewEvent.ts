import type { ChangeAuthor, FileChange } from '../file/changeFile.ts';
import type { HeadChange } from '../file/acceptCommitted.ts';
import type { FileContent } from '../file/fileSide.ts';
import type { NewProposal } from '../file/proposal.ts';
import type { DecisionScope } from './decisionScope.ts';

/** Everything that can happen to a review. Events are plain JSON: a journal of them is the review. */
export type ReviewEvent =
  /** `before` is the text the user had; it counts only if the file is not under review yet. */
  | {
      readonly kind: 'changed';
      readonly path: string;
      readonly author: ChangeAuthor;
      readonly change: FileChange;
      readonly before: FileContent | null;
    }
  /** HEAD moved: what was committed is agreed. */
  | ({ readonly kind: 'committed'; readonly path: string } & HeadChange)
  /** Somebody else took the file away: it is not under review any more. */
  | { readonly kind: 'removed'; readonly path: string }
  | {
      readonly kind: 'decided';
      readonly verdict: 'accept' | 'reject';
      readonly scope: DecisionScope;
      /** The newest revision the user had on screen. */
      readonly seen: number | null;
      /** Delete also what the user has changed. */
      readonly force: boolean;
    }
  /** A change that does not stand in its file yet. */
  | ({ readonly kind: 'proposed' } & NewProposal)
  /** The file that a proposal is meant for was changed, beside what is agreed. */
  | { readonly kind: 'followed'; readonly path: string; readonly change: FileChange }
  /** What is agreed of a proposal stands in its file, or it must be agreed anew. */
  | { readonly kind: 'placed' | 'returned'; readonly path: string }
  | { readonly kind: 'undone' }
  | { readonly kind: 'redone' }
  /** The files of this saved review have their contents of that time again: what waited in them waits again. */
  | { readonly kind: 'reinstated'; readonly review: unknown }
  /** The editor could not do to this file what the last decision (or undo) asked for: as if it had not been made there. */
  | { readonly kind: 'abandoned'; readonly what: 'decision' | 'undo'; readonly path: string };
