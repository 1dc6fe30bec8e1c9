import { NotificationType, NotificationType0, RequestType } from 'vscode-jsonrpc';
import type { FlatDraft } from '../prompt/draft.ts';
import type { Mention } from '../prompt/mention/mention.ts';
import type { FormValues } from '../session/forms/elicitationForm.ts';
import type { NoticeAction } from '../session/transcript/entry.ts';
import type { SessionState } from '../session/state/sessionState.ts';
import type { TranscriptPatch } from '../session/transcript/transcript.ts';
import type { FavoriteChange } from './favorites.ts';
import type { PendingReview } from './pendingReview.ts';
import type {
  ChatShell,
  ChatViewState,
  EntryPage,
  StoredDraft,
  Obstacle,
} from './chatViewState.ts';

// From the extension to the chat view.

/** Fills the view: everything before is forgotten. */
export const Reset = new NotificationType<ChatViewState>('chat/reset');

/** What changed in the shown session since the last frame. Patches apply in order. */
export interface SessionChangedParams {
  readonly sessionId: string;
  readonly patches: readonly TranscriptPatch[];
  readonly state?: SessionState;
}
export const SessionChanged = new NotificationType<SessionChangedParams>('chat/changed');

/** Sessions, agents or preferences are different. */
export const ShellChanged = new NotificationType<ChatShell>('chat/shell');

/** Puts mentions at the composer's cursor; `focus` also moves the keyboard there. */
export interface Insertion {
  readonly mentions: readonly Mention[];
  readonly text?: string;
  readonly focus: boolean;
}
export const InsertMentions = new NotificationType<Insertion>('chat/insert');

/** What waits for a decision is different. */
export const ReviewChanged = new NotificationType<PendingReview>('chat/review');

/** A picture in base64, and how long its longer edge may be. */
export interface ScaleImageParams {
  readonly data: string;
  readonly mimeType: string;
  readonly edgePx: number;
}
/** Makes a picture smaller: only a page can. Nothing if it cannot be read. */
export const ScaleImage = new RequestType<
  ScaleImageParams,
  { readonly data: string; readonly mimeType: string } | null,
  void
>('chat/scaleImage');

// From the chat view to the extension. The extension parses each of them: see vscode/chat/parse.ts.

/** The view has started and wants a reset. */
export const Ready = new NotificationType0('view/ready');

/** The keyboard is here now. */
export const Focused = new NotificationType0('view/focused');

export interface SendParams {
  /** Absent: a new session with the chosen agent. */
  readonly sessionId?: string;
  readonly draft: FlatDraft;
}
/** Queues a prompt behind the running turn. Answers false if the prompt could not be taken; the composer then keeps its text. */
export const Send = new RequestType<SendParams, { readonly taken: boolean }, void>('view/send');

export interface SessionParams {
  readonly sessionId: string;
}

/** What the user has written so far, to be kept on disk; under the empty name, for a session that is not there yet. */
export const SaveDraft = new NotificationType<
  SessionParams & { readonly draft: FlatDraft; readonly atMs: number }
>('view/keepDraft');

/** Another page has kept what was written for the session that this one shows. */
export const DraftSaved = new NotificationType<SessionParams & StoredDraft>('chat/draftKept');

export const Stop = new NotificationType<SessionParams>('view/stop');
export const SelectSession = new NotificationType<SessionParams>('view/selectSession');
export const CloseSession = new NotificationType<SessionParams>('view/closeSession');

/** Names longer than this are none. */
export const NAME_LIMIT_CHARS = 200;

/** Gives a session the user's own name; an empty one gives back the agent's title. */
export interface RenameParams extends SessionParams {
  readonly name: string;
}
export const RenameSession = new NotificationType<RenameParams>('view/renameSession');

/** Starts the session's agent again and takes up where it was. */
export const Restart = new NotificationType<SessionParams>('view/restart');
/** Ends the agent's program: offered when it does not stop by itself. */
export const StopAgent = new NotificationType<SessionParams>('view/stopAgent');

export interface SignInChoice extends SessionParams {
  readonly methodId: string;
}
/** Signs in by one of the ways the agent offers. `Stop` takes it back. */
export const SignIn = new NotificationType<SignInChoice>('view/signIn');
/** Helps the user over what is in the way: opens the trust editor, or the dialog to open a folder. */
export const ResolveObstacle = new NotificationType<{ readonly obstacle: Obstacle['kind'] }>(
  'view/overcome',
);

/** Starts a conversation; without an agent, with the one that was used last. */
export const NewSession = new NotificationType<{ readonly agentId?: string }>('view/newSession');
/** Opens the quick pick of all agents there are. */
export const ChooseAgent = new NotificationType0('view/chooseAgent');

export const QUEUE_EDITS = ['remove', 'sendNow'] as const;

export interface QueueEdit extends SessionParams {
  readonly promptId: string;
  readonly edit: (typeof QUEUE_EDITS)[number];
}
export const EditQueue = new NotificationType<QueueEdit>('view/editQueue');

export interface PermissionAnswer extends SessionParams {
  readonly entryId: string;
  /** Absent: the user says no, in whichever way the agent offers. */
  readonly optionId?: string;
  /** What the user wants instead; it is the next prompt after a rejection. */
  readonly reason?: string;
}
export const AnswerPermission = new NotificationType<PermissionAnswer>('view/answerPermission');

export const ELICITATION_ACTIONS = ['accept', 'decline', 'cancel'] as const;

export interface AnswerElicitationParams extends SessionParams {
  readonly entryId: string;
  readonly action: (typeof ELICITATION_ACTIONS)[number];
  readonly values?: FormValues;
}
export const AnswerElicitation = new NotificationType<AnswerElicitationParams>(
  'view/answerQuestion',
);

export interface PickerChange extends SessionParams {
  readonly pickerId: string;
  readonly value: string | boolean;
}
export const SetPicker = new NotificationType<PickerChange>('view/setPicker');

/** Makes a value of a picker a favourite, or no longer one. */
export const SetFavorite = new NotificationType<FavoriteChange>('view/setFavourite');

export interface NoticeActionParams extends SessionParams {
  readonly entryId: string;
  readonly action: NoticeAction;
}
export const RunNoticeAction = new NotificationType<NoticeActionParams>('view/act');

/** Goes back to before a message of the user's; the extension asks what is to go back. */
export const RestoreCheckpoint = new NotificationType<SessionParams & { readonly entryId: string }>(
  'view/restoreTo',
);

/** A link in the conversation was clicked; the extension decides what it may open. */
export const OpenLink = new NotificationType<SessionParams & { readonly href: string }>(
  'view/openLink',
);

export const LoadEarlier = new RequestType<
  SessionParams & { readonly beforeId: string },
  EntryPage,
  void
>('view/earlier');

export const CODE_USES = ['copy', 'insert', 'apply', 'newFile'] as const;

/** Code from the conversation goes to the clipboard, to the cursor, into the file it is for, or into one of its own. */
export interface UseCodeParams {
  readonly text: string;
  readonly language?: string;
  /** The file that the agent named with the code. */
  readonly file?: string;
  readonly use: (typeof CODE_USES)[number];
}
export const UseCode = new NotificationType<UseCodeParams>('view/useCode');

export const TERMINAL_USES = ['open', 'stop'] as const;

/** Shows a terminal of the conversation as one of VS Code's own, or ends its command. */
export interface UseTerminalParams extends SessionParams {
  readonly terminalId: string;
  readonly use: (typeof TERMINAL_USES)[number];
}
export const UseTerminal = new NotificationType<UseTerminalParams>('view/useTerminal');

/** What could be mentioned, best first. The next keystroke cancels this request. */
export const SuggestMentions = new RequestType<
  { readonly query: string },
  MentionSuggestions,
  void
>('view/findMentions');

/** The rows of the menu. */
export interface MentionSuggestions {
  readonly found: readonly MentionSuggestion[];
  /** The files of the workspace are still being read. */
  readonly indexing: boolean;
}

/** Something that was pasted or dropped: files by URI, media by content, or text copied from an editor. */
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
/** What an offer becomes, and in words what it cannot. Text that is no part of an open file becomes nothing. */
export const Attach = new RequestType<
  AttachParams,
  { readonly mentions: readonly Mention[]; readonly refused: readonly string[] },
  void
>('view/attach');

/** A row of the mention menu. Exactly one of `mention` and `choose` is there. */
export interface MentionSuggestion {
  readonly mention?: Mention;
  /** Choosing it takes a further step: ask with `ChooseMention`, then insert what comes back. */
  readonly choose?: string;
  readonly label: string;
  readonly detail?: string;
  /** A codicon's name. */
  readonly icon: string;
  /** A heading this stands under, such as "Git". */
  readonly group?: string;
}

/** Goes the further step: shows a native pick, or takes a terminal's text. Empty if the user thought better of it. */
export const ChooseMention = new RequestType<
  { readonly choose: string },
  { readonly mentions: readonly Mention[] },
  void
>('view/chooseMention');

/** A chip was clicked. */
export const OpenMention = new NotificationType<{ readonly mention: Mention }>('view/openMention');

/** How a draft would be sent at this moment, for the chips and the meter. */
export const EstimateDraft = new RequestType<
  { readonly sessionId?: string; readonly draft: FlatDraft },
  DraftEstimate,
  void
>('view/weighDraft');

export interface DraftEstimate {
  /** In the order of the draft. */
  readonly mentions: readonly MentionEstimate[];
  readonly sizeBytes: number;
  readonly limitBytes: number;
}

export interface MentionEstimate {
  /** What will be sent, and why so: `Embedded, 12 kB`. Further lines are warnings. */
  readonly description: string;
  /** It is cut, stale, confidential or only linked for its size. */
  readonly hasWarning: boolean;
  /** It will not be sent. */
  readonly isOmitted: boolean;
}

/** What the user has in front, as a chip beside the composer. */
export interface ImplicitContext {
  readonly mention?: Mention;
  /** It goes along with every prompt; otherwise only if it is clicked. */
  readonly follows: boolean;
}
export const ImplicitContextChanged = new NotificationType<ImplicitContext>('chat/suggest');

/** Switches on or off that it goes along. */
export const SetImplicitContext = new NotificationType<{ readonly follows: boolean }>(
  'view/follow',
);

/** What waits for a decision at this moment. */
export const GetPendingReview = new RequestType<Record<string, never>, PendingReview, void>(
  'view/findPending',
);

export const VERDICTS = ['accept', 'reject'] as const;

/** A decision, with what was on screen when it was made. */
export interface ReviewDecision {
  readonly verdict: (typeof VERDICTS)[number];
  /** Absent: everything. */
  readonly path?: string;
  /** Absent: the whole file. */
  readonly hunk?: { readonly id: string; readonly revision: number };
  readonly seen: number;
}
/** Something about a hunk for the agent; with `reject` it is also the reason to reject it. */
export interface HunkComment {
  readonly path: string;
  readonly hunk: { readonly id: string; readonly revision: number };
  readonly words: string;
  readonly reject: boolean;
}
export const CommentOnHunk = new NotificationType<HunkComment>('view/remarkOn');

/** Changes what was said about a hunk and not sent yet; empty words take it out. */
export const EditComment = new NotificationType<{ readonly id: string; readonly words: string }>(
  'view/editRemark',
);
/** Opens the place that a remark is about. */
export const OpenComment = new NotificationType<{ readonly id: string }>('view/openRemark');
/** Sends to a session what was said about its hunks, as one prompt. */
export const SendComments = new NotificationType<SessionParams>('view/sendRemarks');

export const DecideReview = new NotificationType<ReviewDecision>('view/decide');

/** Puts a rejected hunk into its file again, where it waits for another decision. */
export interface RejectedHunkRef extends SessionParams {
  readonly entryId: string;
  readonly path: string;
  readonly hunkId: string;
}
export const RestoreRejectedHunk = new NotificationType<RejectedHunkRef>('view/bringBack');

/** Opens the diff of one file, or all changes in one editor. */
export const OpenReview = new NotificationType<{ readonly path?: string }>('view/openReview');
