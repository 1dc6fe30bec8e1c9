import { NotificationType, NotificationType0, RequestType } from 'vscode-jsonrpc';
import type { FlatDraft } from '../prompt/draft.ts';
import type { Mention } from '../prompt/mention/mention.ts';
import type { FormValues } from '../session/forms/elicitationForm.ts';
import type { NoticeAction } from '../session/transcript/entry.ts';
import type { Delivery, SessionState } from '../session/state/sessionState.ts';
import type { TranscriptPatch } from '../session/transcript/transcript.ts';
import type { AttentionReason } from './attention.ts';
import type { FavoriteChange } from './favorites.ts';
import type { DecidedChangeRef } from '../review/model/undo.ts';
import type { PendingReview, ReviewDetails, ReviewView } from './pendingReview.ts';
import type {
  ChatShell,
  ChatViewState,
  EntryPage,
  StoredDraft,
  UnavailableReason,
} from './chatViewState.ts';

// Messages from the extension to the chat view.

/** Replaces the whole state of the view. */
export const Reset = new NotificationType<ChatViewState>('chat/reset');

/** What changed in the shown session since the last frame. Patches are applied in order. */
export interface SessionChangedParams {
  readonly sessionId: string;
  readonly patches: readonly TranscriptPatch[];
  readonly state?: SessionState;
}
export const SessionChanged = new NotificationType<SessionChangedParams>('chat/sessionChanged');

/** Sessions, agents or preferences have changed. */
export const ShellChanged = new NotificationType<ChatShell>('chat/shellChanged');

/** Inserts mentions at the cursor of the composer, and optionally focuses it. */
export interface Insertion {
  readonly mentions: readonly Mention[];
  readonly text?: string;
  readonly focus: boolean;
}
export const InsertMentions = new NotificationType<Insertion>('chat/insertMentions');

/** The pending changes are different. */
export const ReviewChanged = new NotificationType<PendingReview>('chat/reviewChanged');

/** Hunks that the view shows are different. */
export const ReviewDetailsChanged = new NotificationType<ReviewDetails>(
  'chat/reviewDetailsChanged',
);

/** Plays a short sound because a session needs attention. */
export const PlaySound = new NotificationType<{ readonly reason: AttentionReason }>(
  'chat/playSound',
);

/** A base64 image and the maximum length of its longer edge. */
export interface ScaleImageParams {
  readonly data: string;
  readonly mimeType: string;
  readonly edgePx: number;
}
/** Scales down an image, which only a page can do. Returns `null` if the image cannot be decoded. */
export const ScaleImage = new RequestType<
  ScaleImageParams,
  { readonly data: string; readonly mimeType: string } | null,
  void
>('chat/scaleImage');

// Messages from the chat view to the extension, which parses each of them: see vscode/chat/parseMessages.ts.

/** The view has started and requests a `Reset`. */
export const Ready = new NotificationType0('view/ready');

/** The view got the keyboard focus. */
export const Focused = new NotificationType0('view/focused');

/** The user has begun to write a prompt and there is no session yet. */
export const PrepareSession = new NotificationType0('view/prepareSession');

export interface SendParams {
  /** Absent for a new session with the chosen agent. */
  readonly sessionId?: string;
  /** The agent of a new session, if not the chosen one. */
  readonly agentId?: string;
  readonly draft: FlatDraft;
  /** While a turn runs; `queue` if left out. */
  readonly delivery?: Delivery;
}
/**
 * Sends a prompt or queues it behind the running turn. If no agent is chosen, the user is asked for one first. If it is not
 * accepted, the composer keeps its text.
 */
export const Send = new RequestType<SendParams, { readonly isAccepted: boolean }, void>(
  'view/send',
);

export interface SessionParams {
  readonly sessionId: string;
}

/** Stores the draft of a session; the empty id is used before a session exists. */
export const SaveDraft = new NotificationType<
  SessionParams & { readonly draft: FlatDraft; readonly atMs: number }
>('view/saveDraft');

/** Another view has stored a draft for the session that this view shows. */
export const DraftSaved = new NotificationType<SessionParams & StoredDraft>('chat/draftSaved');

export const Stop = new NotificationType<SessionParams>('view/stop');
export const SelectSession = new NotificationType<SessionParams>('view/selectSession');
export const CloseSession = new NotificationType<SessionParams>('view/closeSession');

/** Longer names are rejected. */
export const NAME_LIMIT_CHARS = 200;

/** Renames a session; an empty name restores the agent's title. */
export interface RenameParams extends SessionParams {
  readonly name: string;
}
export const RenameSession = new NotificationType<RenameParams>('view/renameSession');

/** Restarts the session's agent and resumes the session. */
export const Restart = new NotificationType<SessionParams>('view/restart');
/** Stops a sub-agent or a tool call. */
export const StopEntry = new NotificationType<SessionParams & { readonly entryId: string }>(
  'view/stopEntry',
);
/** Terminates the agent's process, if it does not react to `Stop`. */
export const StopAgent = new NotificationType<SessionParams>('view/stopAgent');

export interface SignInChoice extends SessionParams {
  readonly methodId: string;
}
/** Signs in with one of the agent's methods. `Stop` cancels it. */
export const SignIn = new NotificationType<SignInChoice>('view/signIn');
/** Opens the menu for the account and the provider of the session's agent. */
export const ManageAccount = new NotificationType<SessionParams>('view/manageAccount');
/** Opens the editor or dialog that resolves why no session can be started, such as the trust editor. */
export const ResolveUnavailable = new NotificationType<{
  readonly kind: UnavailableReason['kind'];
}>('view/resolveUnavailable');

/** Starts a session; without an agent id, with the agent that was used last. */
export const NewSession = new NotificationType<{ readonly agentId?: string }>('view/newSession');
/** Starts a session with an agent and uses it for new sessions. Without an id, opens the quick pick of all agents. */
export const ChooseAgent = new NotificationType<{ readonly agentId?: string }>('view/chooseAgent');
/** Cancels the installation of an agent, or hides that it failed. */
export const DismissInstallation = new NotificationType<{ readonly agentId: string }>(
  'view/dismissInstallation',
);

export const QUEUE_EDITS = ['remove', 'sendNow', 'steer'] as const;

export interface QueueEdit extends SessionParams {
  readonly promptId: string;
  readonly edit: (typeof QUEUE_EDITS)[number];
}
export const EditQueue = new NotificationType<QueueEdit>('view/editQueue');

export interface PermissionAnswer extends SessionParams {
  readonly entryId: string;
  /** Absent if the user rejects the request, by whichever option the agent offers. */
  readonly optionId?: string;
  /** What the user wants instead; sent as the next prompt after a rejection. */
  readonly reason?: string;
}
/** The user wants to create a rule that allows such requests. */
export const AlwaysAllow = new NotificationType<SessionParams & { readonly entryId: string }>(
  'view/alwaysAllow',
);

/** A diff in a permission request. */
export interface RequestedDiffRef extends SessionParams {
  readonly entryId: string;
  /** Its place in the content of the request. */
  readonly index: number;
}
/** Opens a diff of a permission request in a diff editor. */
export const OpenRequestedDiff = new NotificationType<RequestedDiffRef>('view/openRequestedDiff');

export const AnswerPermission = new NotificationType<PermissionAnswer>('view/answerPermission');

export const ELICITATION_ACTIONS = ['accept', 'decline', 'cancel'] as const;

export interface AnswerElicitationParams extends SessionParams {
  readonly entryId: string;
  readonly action: (typeof ELICITATION_ACTIONS)[number];
  readonly values?: FormValues;
}
export const AnswerElicitation = new NotificationType<AnswerElicitationParams>(
  'view/answerElicitation',
);

export interface PickerChange extends SessionParams {
  readonly pickerId: string;
  readonly value: string | boolean;
}
export const SetPicker = new NotificationType<PickerChange>('view/setPicker');

/** Adds or removes a favorite. */
export const SetFavorite = new NotificationType<FavoriteChange>('view/setFavorite');

export interface NoticeActionParams extends SessionParams {
  readonly entryId: string;
  readonly action: NoticeAction;
}
export const RunNoticeAction = new NotificationType<NoticeActionParams>('view/runNoticeAction');

/** Restores the checkpoint before a prompt; the extension asks what to restore. */
export const RestoreCheckpoint = new NotificationType<SessionParams & { readonly entryId: string }>(
  'view/restoreCheckpoint',
);

/** Opens a link in the conversation if the extension allows it. */
export const OpenLink = new NotificationType<SessionParams & { readonly href: string }>(
  'view/openLink',
);

export const LoadEarlier = new RequestType<
  SessionParams & { readonly beforeId: string },
  EntryPage,
  void
>('view/loadEarlier');

export const CODE_USES = ['copy', 'insert', 'apply', 'newFile', 'preview'] as const;

/**
 * Copies code from the conversation, inserts it at the cursor, applies it to a file, opens it in a new file, or opens a
 * diagram or formula in the Markdown preview.
 */
export interface UseCodeParams {
  readonly text: string;
  readonly language?: string;
  /** The file that the code block names. */
  readonly file?: string;
  readonly use: (typeof CODE_USES)[number];
}
export const UseCode = new NotificationType<UseCodeParams>('view/useCode');

export const TERMINAL_USES = ['open', 'stop'] as const;

/** Opens a terminal of the conversation in VS Code's terminal panel, or stops its command. */
export interface UseTerminalParams extends SessionParams {
  readonly terminalId: string;
  readonly use: (typeof TERMINAL_USES)[number];
}
export const UseTerminal = new NotificationType<UseTerminalParams>('view/useTerminal');

/** Returns suggestions for mentions, best first. The next keystroke cancels this request. */
export const SuggestMentions = new RequestType<
  { readonly query: string },
  MentionSuggestions,
  void
>('view/suggestMentions');

/** The suggestions of the mention menu. */
export interface MentionSuggestions {
  readonly found: readonly MentionSuggestion[];
  /** The workspace is still being indexed. */
  readonly indexing: boolean;
}

/** Pasted or dropped content: files by URI, media by content, or text copied from an editor. */
export interface AttachParams {
  readonly sessionId?: string;
  readonly uris: readonly string[];
  readonly media: readonly PastedMedia[];
  readonly text?: string;
}
export interface PastedMedia {
  readonly name: string;
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}
/** Converts pasted content to mentions, and explains what was refused. Text that is not part of an open file is ignored. */
export const Attach = new RequestType<
  AttachParams,
  { readonly mentions: readonly Mention[]; readonly refused: readonly string[] },
  void
>('view/attach');

/** A suggestion in the mention menu. Exactly one of `mention` and `choose` is present. */
export interface MentionSuggestion {
  readonly mention?: Mention;
  /** Requires another step: send `ChooseMention` and insert the result. */
  readonly choose?: string;
  /** A category: this query lists its items. */
  readonly query?: string;
  readonly label: string;
  readonly detail?: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The heading of its group, such as "Git". */
  readonly group?: string;
}

/** Shows a quick pick or captures a terminal's text. Empty if the user canceled. */
export const ChooseMention = new RequestType<
  { readonly choose: string },
  { readonly mentions: readonly Mention[] },
  void
>('view/chooseMention');

/** Opens the target of a chip. */
export const OpenMention = new NotificationType<{ readonly mention: Mention }>('view/openMention');

/** Estimates how a draft would be sent now, for the chips and the size meter. */
export const EstimateDraft = new RequestType<
  { readonly sessionId?: string; readonly draft: FlatDraft },
  DraftEstimate,
  void
>('view/estimateDraft');

export interface DraftEstimate {
  /** In the order of the draft. */
  readonly mentions: readonly MentionEstimate[];
  readonly sizeBytes: number;
  readonly limitBytes: number;
}

export interface MentionEstimate {
  /** How it will be sent and why: `Embedded, 12 kB`. Further lines are warnings. */
  readonly description: string;
  /** It is truncated, stale, confidential, or only linked because of its size. */
  readonly hasWarning: boolean;
  /** It will not be sent. */
  readonly isOmitted: boolean;
}

/** The active editor, as a chip beside the composer. */
export interface ImplicitContext {
  readonly mention?: Mention;
  /** Whether it is added to every prompt; otherwise only if it is clicked. */
  readonly follows: boolean;
}
export const ImplicitContextChanged = new NotificationType<ImplicitContext>(
  'chat/implicitContextChanged',
);

/** Sets whether the active editor is added to every prompt. */
export const SetImplicitContext = new NotificationType<{ readonly follows: boolean }>(
  'view/setImplicitContext',
);

/** What the view shows of the review, which is sent to it now and whenever it changes. */
export const ShowReview = new NotificationType<ReviewView>('view/showReview');

export const VERDICTS = ['accept', 'reject'] as const;

/** A decision about pending changes. `seen` is the revision that was on screen. */
export interface ReviewDecision {
  readonly verdict: (typeof VERDICTS)[number];
  /** Absent for all files. */
  readonly path?: string;
  /** Absent for the whole file. */
  readonly hunk?: { readonly id: string; readonly revision: number };
  readonly seen: number;
}
/** A comment on a hunk for the agent; `reject` also rejects the hunk. */
export interface HunkComment {
  readonly path: string;
  readonly hunk: { readonly id: string; readonly revision: number };
  readonly text: string;
  readonly reject: boolean;
}
export const CommentOnHunk = new NotificationType<HunkComment>('view/commentOnHunk');

/** Changes an unsent comment; an empty text removes it. */
export const EditComment = new NotificationType<{ readonly id: string; readonly text: string }>(
  'view/editComment',
);
/** Opens the file at the comment's hunk. */
export const OpenComment = new NotificationType<{ readonly id: string }>('view/openComment');
/** Sends all comments on a session's hunks as one prompt. */
export const SendComments = new NotificationType<SessionParams>('view/sendComments');

export const DecideReview = new NotificationType<ReviewDecision>('view/decideReview');

/** Restores a rejected hunk, which is then pending again. */
export interface RejectedHunkRef extends SessionParams {
  readonly entryId: string;
  readonly path: string;
  readonly hunkId: string;
}
export const RestoreRejectedHunk = new NotificationType<RejectedHunkRef>(
  'view/restoreRejectedHunk',
);

/** Undoes the last decision, or what was decided about one change. */
export const UndoReview = new NotificationType<{ readonly change?: DecidedChangeRef }>(
  'view/undoReview',
);

/** Opens a file at a hunk, or at its first one. */
export const OpenHunk = new NotificationType<{ readonly path: string; readonly hunkId?: string }>(
  'view/openHunk',
);

/** Opens the diff of one file, or of all changes in one editor. */
export const OpenReview = new NotificationType<{ readonly path?: string }>('view/openReview');
