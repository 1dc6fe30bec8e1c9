import { NotificationType, NotificationType0, RequestType } from 'vscode-jsonrpc';
import type { FlatDraft } from '../prompt/draft.ts';
import type { Mention } from '../prompt/mention.ts';
import type { FormValues } from '../session/elicitation.ts';
import type { NoticeAction } from '../session/entry.ts';
import type { SessionState } from '../session/sessionState.ts';
import type { Patch } from '../session/transcript.ts';
import type { Favour } from './favourites.ts';
import type { PendingReview } from './pendingReview.ts';
import type { ChatShell, ChatView, EarlierPage, KeptDraft, Obstacle } from './chatView.ts';

// From the extension to the chat view.

/** Fills the view: everything before is forgotten. */
export const Reset = new NotificationType<ChatView>('chat/reset');

/** What changed in the shown session since the last frame. Patches apply in order. */
export interface SessionChange {
  readonly sessionId: string;
  readonly patches: readonly Patch[];
  readonly state?: SessionState;
}
export const Changed = new NotificationType<SessionChange>('chat/changed');

/** Sessions, agents or preferences are different. */
export const ShellChanged = new NotificationType<ChatShell>('chat/shell');

/** Puts mentions at the composer's cursor; `focus` also moves the keyboard there. */
export interface Insertion {
  readonly mentions: readonly Mention[];
  readonly text?: string;
  readonly focus: boolean;
}
export const Insert = new NotificationType<Insertion>('chat/insert');

/** What waits for a decision is different. */
export const ReviewChanged = new NotificationType<PendingReview>('chat/review');

/** A picture in base64, and how long its longer edge may be. */
export interface LargeImage {
  readonly data: string;
  readonly mimeType: string;
  readonly edgePx: number;
}
/** Makes a picture smaller: only a page can. Nothing if it cannot be read. */
export const ScaleImage = new RequestType<
  LargeImage,
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

export interface OfSession {
  readonly sessionId: string;
}

/** What the user has written so far, to be kept on disk; under the empty name, for a session that is not there yet. */
export const KeepDraft = new NotificationType<
  OfSession & { readonly draft: FlatDraft; readonly atMs: number }
>('view/keepDraft');

/** Another page has kept what was written for the session that this one shows. */
export const DraftKept = new NotificationType<OfSession & KeptDraft>('chat/draftKept');

export const Stop = new NotificationType<OfSession>('view/stop');
export const SelectSession = new NotificationType<OfSession>('view/selectSession');
export const CloseSession = new NotificationType<OfSession>('view/closeSession');

/** Names longer than this are none. */
export const NAME_LIMIT_CHARS = 200;

/** Gives a session the user's own name; an empty one gives back the agent's title. */
export interface NewName extends OfSession {
  readonly name: string;
}
export const RenameSession = new NotificationType<NewName>('view/renameSession');

/** Starts the session's agent again and takes up where it was. */
export const Restart = new NotificationType<OfSession>('view/restart');
/** Ends the agent's program: offered when it does not stop by itself. */
export const StopAgent = new NotificationType<OfSession>('view/stopAgent');

export interface SignInChoice extends OfSession {
  readonly methodId: string;
}
/** Signs in by one of the ways the agent offers. `Stop` takes it back. */
export const SignIn = new NotificationType<SignInChoice>('view/signIn');
/** Helps the user over what is in the way: opens the trust editor, or the dialog to open a folder. */
export const Overcome = new NotificationType<{ readonly obstacle: Obstacle['kind'] }>(
  'view/overcome',
);

/** Starts a conversation; without an agent, with the one that was used last. */
export const NewSession = new NotificationType<{ readonly agentId?: string }>('view/newSession');
/** Opens the quick pick of all agents there are. */
export const ChooseAgent = new NotificationType0('view/chooseAgent');

export interface QueueEdit extends OfSession {
  readonly promptId: string;
  readonly edit: 'remove' | 'sendNow';
}
export const EditQueue = new NotificationType<QueueEdit>('view/editQueue');

export interface PermissionAnswer extends OfSession {
  readonly entryId: string;
  /** Absent: the user says no, in whichever way the agent offers. */
  readonly optionId?: string;
  /** What the user wants instead; it is the next prompt after a rejection. */
  readonly reason?: string;
}
export const AnswerPermission = new NotificationType<PermissionAnswer>('view/answerPermission');

export interface QuestionReply extends OfSession {
  readonly entryId: string;
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly values?: FormValues;
}
export const AnswerQuestion = new NotificationType<QuestionReply>('view/answerQuestion');

export interface Pick extends OfSession {
  readonly pickerId: string;
  readonly value: string | boolean;
}
export const SetPicker = new NotificationType<Pick>('view/setPicker');

/** Makes a value of a picker a favourite, or no longer one. */
export const SetFavourite = new NotificationType<Favour>('view/setFavourite');

export interface ActOnNotice extends OfSession {
  readonly entryId: string;
  readonly action: NoticeAction;
}
export const Act = new NotificationType<ActOnNotice>('view/act');

/** Goes back to before a message of the user's; the extension asks what is to go back. */
export const RestoreTo = new NotificationType<OfSession & { readonly entryId: string }>(
  'view/restoreTo',
);

/** A link in the conversation was clicked; the extension decides what it may open. */
export const OpenLink = new NotificationType<OfSession & { readonly href: string }>(
  'view/openLink',
);

export const Earlier = new RequestType<
  OfSession & { readonly beforeId: string },
  EarlierPage,
  void
>('view/earlier');

/** Code from the conversation goes to the clipboard, to the cursor, into the file it is for, or into one of its own. */
export interface CodeUse {
  readonly text: string;
  readonly language?: string;
  /** The file that the agent named with the code. */
  readonly file?: string;
  readonly use: 'copy' | 'insert' | 'apply' | 'newFile';
}
export const UseCode = new NotificationType<CodeUse>('view/useCode');

/** Shows a terminal of the conversation as one of VS Code's own, or ends its command. */
export interface TerminalUse extends OfSession {
  readonly terminalId: string;
  readonly use: 'open' | 'stop';
}
export const UseTerminal = new NotificationType<TerminalUse>('view/useTerminal');

/** What could be mentioned, best first. The next keystroke cancels this request. */
export const FindMentions = new RequestType<{ readonly query: string }, FoundMentions, void>(
  'view/findMentions',
);

/** The rows of the menu. */
export interface FoundMentions {
  readonly found: readonly FoundMention[];
  /** The files of the workspace are still being read. */
  readonly indexing: boolean;
}

/** Something that was pasted or dropped: files by URI, media by content, or text copied from an editor. */
export interface Offer {
  readonly sessionId?: string;
  readonly uris: readonly string[];
  readonly media: readonly OfferedMedia[];
  readonly text?: string;
}
export interface OfferedMedia {
  readonly name: string;
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}
/** What an offer becomes, and in words what it cannot. Text that is no part of an open file becomes nothing. */
export const Attach = new RequestType<
  Offer,
  { readonly mentions: readonly Mention[]; readonly refused: readonly string[] },
  void
>('view/attach');

/** A row of the mention menu. Exactly one of `mention` and `choose` is there. */
export interface FoundMention {
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
export const WeighDraft = new RequestType<
  { readonly sessionId?: string; readonly draft: FlatDraft },
  DraftWeight,
  void
>('view/weighDraft');

export interface DraftWeight {
  /** In the order of the draft. */
  readonly mentions: readonly MentionWeight[];
  readonly sizeBytes: number;
  readonly limitBytes: number;
}

export interface MentionWeight {
  /** What will be sent, and why so: `Embedded, 12 kB`. Further lines are warnings. */
  readonly words: string;
  /** It is cut, stale, confidential or only linked for its size. */
  readonly warns: boolean;
  /** It will not be sent. */
  readonly isLost: boolean;
}

/** What the user has in front, as a chip beside the composer. */
export interface Suggestion {
  readonly mention?: Mention;
  /** It goes along with every prompt; otherwise only if it is clicked. */
  readonly follows: boolean;
}
export const Suggest = new NotificationType<Suggestion>('chat/suggest');

/** Switches on or off that it goes along. */
export const Follow = new NotificationType<{ readonly follows: boolean }>('view/follow');

/** What waits for a decision at this moment. */
export const FindPending = new RequestType<Record<string, never>, PendingReview, void>(
  'view/findPending',
);

/** A decision, with what was on screen when it was made. */
export interface ReviewDecision {
  readonly verdict: 'accept' | 'reject';
  /** Absent: everything. */
  readonly path?: string;
  /** Absent: the whole file. */
  readonly hunk?: { readonly id: string; readonly revision: number };
  readonly seen: number;
}
/** Something about a hunk for the agent; with `reject` it is also the reason to reject it. */
export interface HunkRemark {
  readonly path: string;
  readonly hunk: { readonly id: string; readonly revision: number };
  readonly words: string;
  readonly reject: boolean;
}
export const RemarkOn = new NotificationType<HunkRemark>('view/remarkOn');

/** Changes what was said about a hunk and not sent yet; empty words take it out. */
export const EditRemark = new NotificationType<{ readonly id: string; readonly words: string }>(
  'view/editRemark',
);
/** Opens the place that a remark is about. */
export const OpenRemark = new NotificationType<{ readonly id: string }>('view/openRemark');
/** Sends to a session what was said about its hunks, as one prompt. */
export const SendRemarks = new NotificationType<OfSession>('view/sendRemarks');

export const Decide = new NotificationType<ReviewDecision>('view/decide');

/** Puts a rejected hunk into its file again, where it waits for another decision. */
export interface RejectedRef extends OfSession {
  readonly entryId: string;
  readonly path: string;
  readonly hunkId: string;
}
export const BringBack = new NotificationType<RejectedRef>('view/bringBack');

/** Opens the diff of one file, or all changes in one editor. */
export const OpenReview = new NotificationType<{ readonly path?: string }>('view/openReview');
