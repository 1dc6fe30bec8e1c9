import type { LineRange } from '../../text/lineRange.ts';
import type { TextRange } from './textRange.ts';

/**
 * Something the user points at. A mention names a thing and holds none of its content: that is read when the prompt is
 * sent. It is plain data, so the chat view and the extension exchange it as it is.
 *
 * A `uri` is an absolute URI as `fileUri` writes it, or that of an open document. `seen` is the fingerprint of the
 * content when the user chose it; a different one at sending time makes the mention stale. A `capture` names content the
 * extension keeps, because it cannot be read again later: a terminal's text, a pasted picture.
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

/** A file of any sort; its content decides whether it is text, a picture, sound or something else. */
export interface FileMention {
  readonly kind: 'file';
  readonly uri: string;
  /** The user asked to send a binary file's bytes and not only its link. */
  readonly embed?: boolean;
  readonly seen?: string;
}

/** A folder; always a link, with a trailing slash. */
export interface FolderMention {
  readonly kind: 'folder';
  readonly uri: string;
}

/** A piece of a document, to the character. */
export interface SelectionMention {
  readonly kind: 'selection';
  readonly uri: string;
  readonly range: TextRange;
  readonly seen?: string;
}

/** A named thing in a file, with the lines it takes up. */
export interface SymbolMention {
  readonly kind: 'symbol';
  readonly uri: string;
  readonly name: string;
  readonly lines: LineRange;
  readonly seen?: string;
}

/** Changes that git knows of. `repo` is the root's URI, given when there are several repositories. */
export interface GitDiffMention {
  readonly kind: 'gitDiff';
  readonly diff: GitDiff;
  readonly repo?: string;
}

/** Which changes: all uncommitted ones, the staged ones, those since a branch parted, a commit's, or one file's. */
export type GitDiff =
  | { readonly kind: 'workingTree' }
  | { readonly kind: 'staged' }
  | { readonly kind: 'branch'; readonly base: string }
  | { readonly kind: 'commit'; readonly commit: string }
  | { readonly kind: 'file'; readonly uri: string; readonly staged: boolean };

/** What the language tools complain about, in one file or everywhere, up to and including a severity. */
export interface ProblemsMention {
  readonly kind: 'problems';
  readonly uri?: string;
  readonly severity: ProblemSeverity;
}

/** From the most to the least severe. */
export const PROBLEM_SEVERITIES = ['error', 'warning', 'information', 'hint'] as const;

export type ProblemSeverity = (typeof PROBLEM_SEVERITIES)[number];

/** Text of a terminal, kept at the moment it was chosen. */
export interface TerminalMention {
  readonly kind: 'terminal';
  readonly name: string;
  readonly capture: string;
  /** The command line, when the text is one command with its output. */
  readonly command?: string;
}

/** An open document that is no file: an untitled one, an output, an older version. */
export interface BufferMention {
  readonly kind: 'buffer';
  readonly uri: string;
  readonly name: string;
  readonly seen?: string;
}

/** One cell of a notebook; `index` counts from 0. */
export interface CellMention {
  readonly kind: 'cell';
  readonly uri: string;
  readonly notebook: string;
  readonly index: number;
  readonly seen?: string;
}

/** A picture or sound that was pasted or dropped and is no file we can name. */
export interface MediaMention {
  readonly kind: 'image' | 'audio';
  readonly name: string;
  readonly capture: string;
}

/** A web page or anything else behind an http address; never fetched by us. */
export interface UrlMention {
  readonly kind: 'url';
  readonly url: string;
  readonly title?: string;
}

/** An earlier conversation. */
export interface SessionMention {
  readonly kind: 'session';
  readonly id: string;
  readonly title: string;
}

export type MentionKind = Mention['kind'];
