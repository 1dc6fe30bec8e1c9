import type { ChatShell } from '../../core/chat/chatViewState.ts';
import type { DraftEstimate, ImplicitContext } from '../../core/chat/messages.ts';
import type { ComposerProxy } from '../state/composerContext.ts';
import type { Host } from '../state/host.ts';
import type { SavedState } from '../state/savedState.ts';
import type { ShownSession } from '../state/viewState.ts';

/** What the page passes to the composer. */
export interface ComposerProps {
  readonly shell: ChatShell;
  readonly session: ShownSession | undefined;
  readonly host: Host;
  readonly saved: SavedState;
  readonly slot: ComposerProxy;
  readonly nonce: string;
  /** Called when the prompt starts a turn. */
  readonly sent: () => void;
}

export interface ComposerState {
  readonly isEmpty: boolean;
  readonly problem: string;
  readonly suggestion: ImplicitContext;
  /** The document whose suggestion the user has dismissed, as long as it is the active one. */
  readonly dismissed?: string | undefined;
  readonly estimate?: DraftEstimate | undefined;
}
