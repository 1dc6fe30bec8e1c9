import type { LineRange } from '../../text/lineRange.ts';
import type { TextRange } from './textRange.ts';

/**
 * Something that the user refers to in a prompt. A mention contains only a reference; the content is read when the prompt is
 * sent. It is plain data that the chat view and the extension exchange.
 *
 * `uri` is an absolute URI as `fileUri` creates it, or the URI of an open document. `seen` is the fingerprint of the content
 * when the user chose it; if it differs when the prompt is sent, the mention is stale. `capture` is the id of content that the
 * extension keeps because it cannot be read again later, such as the text of a terminal or a pasted image.
 */
export type Mention =
  | FileMention
  | FolderMention
  | SelectionMention
  | SymbolMention
  | GitDiffMention
  | ProblemsMention
  | TerminalMention
  | BufferMention
  | CellMention
  | MediaMention
  | UrlMention
  | SessionMention;

/** A file. Its content decides whether it is text, an image, audio or something else. */
export interface FileMention {
  readonly kind: 'file';
  readonly uri: string;
  /** The user asked to send the bytes of a binary file and not only a link. */
  readonly embed?: boolean;
  readonly seen?: string;
}

/** A folder, which is always sent as a link; its URI ends in a slash. */
export interface FolderMention {
  readonly kind: 'folder';
  readonly uri: string;
}

/** A range of a document. */
export interface SelectionMention {
  readonly kind: 'selection';
  readonly uri: string;
  readonly range: TextRange;
  readonly seen?: string;
}

/** A symbol in a file, with its lines. */
export interface SymbolMention {
  readonly kind: 'symbol';
  readonly uri: string;
  readonly name: string;
  readonly lines: LineRange;
  readonly seen?: string;
}

/** Changes in a git repository. `repo` is the URI of its root, present if there are several repositories. */
export interface GitDiffMention {
  readonly kind: 'gitDiff';
  readonly diff: GitDiff;
  readonly repo?: string;
}

/** Which changes: all uncommitted ones, the staged ones, those since a branch point, of a commit, or of one file. */
export type GitDiff =
  | { readonly kind: 'workingTree' }
  | { readonly kind: 'staged' }
  | { readonly kind: 'branch'; readonly base: string }
  | { readonly kind: 'commit'; readonly commit: string }
  | { readonly kind: 'file'; readonly uri: string; readonly staged: boolean };

/** Diagnostics in one file or in the whole workspace, of at least a severity. */
export interface ProblemsMention {
  readonly kind: 'problems';
  readonly uri?: string;
  readonly severity: ProblemSeverity;
}

/** From the most to the least severe. */
export const PROBLEM_SEVERITIES = ['error', 'warning', 'information', 'hint'] as const;

export type ProblemSeverity = (typeof PROBLEM_SEVERITIES)[number];

/** The text of a terminal at the moment when it was chosen. */
export interface TerminalMention {
  readonly kind: 'terminal';
  readonly name: string;
  readonly capture: string;
  /** The command line, if the text is the output of one command. */
  readonly command?: string;
}

/** An open document that is not a file, such as an untitled document, an output or an older version. */
export interface BufferMention {
  readonly kind: 'buffer';
  readonly uri: string;
  readonly name: string;
  readonly seen?: string;
}

/** A cell of a notebook; `index` counts from 0. */
export interface CellMention {
  readonly kind: 'cell';
  readonly uri: string;
  readonly notebook: string;
  readonly index: number;
  readonly seen?: string;
}

/** An image or audio that was pasted or dropped and has no file. */
export interface MediaMention {
  readonly kind: 'image' | 'audio';
  readonly name: string;
  readonly capture: string;
}

/** A web address. We never fetch it. */
export interface UrlMention {
  readonly kind: 'url';
  readonly url: string;
  readonly title?: string;
}

/** Another session. */
export interface SessionMention {
  readonly kind: 'session';
  readonly id: string;
  readonly title: string;
}
