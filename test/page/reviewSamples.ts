import type { CallChanges } from '../../src/core/chat/callChanges.ts';
import type { ChangedFile, ChangedHunk } from '../../src/core/chat/changedFile.ts';
import { ReviewChanged, ReviewDetailsChanged, ShowReview } from '../../src/core/chat/messages.ts';
import type { PendingFile, PendingReview, ReviewView } from '../../src/core/chat/pendingReview.ts';
import type { ChatPage } from './chatPage.ts';
import { sampleState } from './sample.ts';

/** Nothing is pending. */
export const noReview: PendingReview = {
  revision: 1,
  fileCount: 0,
  hunkCount: 0,
  sessions: [],
  reviewed: { accepted: 0, rejected: 0 },
  turns: [],
  canUndo: false,
  hasProposals: false,
  comments: [],
};

/** A modified file of the sample session. */
export const pendingFile = (label: string, facts: Partial<PendingFile> = {}): PendingFile => ({
  path: `/w/${label}`,
  label,
  status: 'modified',
  sessionId: sampleState.id,
  added: 3,
  removed: 1,
  ...facts,
});

/** A review in which these files are pending. */
export function pendingReview(
  files: readonly PendingFile[],
  facts: Partial<PendingReview> = {},
): PendingReview {
  const ids = [...new Set(files.map(({ sessionId }) => sessionId))];
  return {
    ...noReview,
    fileCount: files.length,
    hunkCount: files.length * 2,
    sessions: ids.map(sessionId => ({
      sessionId,
      fileCount: files.filter(file => file.sessionId === sessionId).length,
    })),
    files,
    ...facts,
  };
}

/** A hunk that replaces a line. */
export const changedHunk = (id: string, facts: Partial<ChangedHunk> = {}): ChangedHunk => ({
  id,
  revision: 1,
  state: 'pending',
  rows: [
    { kind: 'same', text: 'export function settle(bill: Bill): Payment[] {' },
    { kind: 'removed', text: `  const left = ${id};` },
    { kind: 'added', text: `  const rest = ${id};` },
    { kind: 'same', text: '}' },
  ],
  hidden: 0,
  ...facts,
});

export const changedFile = (
  label: string,
  hunks: readonly ChangedHunk[],
  facts: Partial<ChangedFile> = {},
): ChangedFile => ({
  fileId: `file ${label}`,
  path: `/w/${label}`,
  target: `/w/${label}`,
  label,
  status: 'modified',
  hunks,
  hidden: 0,
  ...facts,
});

/** The extension's side of the review: it sends what the page asks for. */
export class FakeReview {
  readonly #chat: ChatPage;
  /** What the page has asked for since then. */
  readonly views: ReviewView[] = [];
  review: PendingReview = noReview;
  files: readonly ChangedFile[] = [];
  calls: readonly CallChanges[] = [];

  constructor(chat: ChatPage) {
    this.#chat = chat;
    chat.host.onNotification(ShowReview, view => {
      this.views.push(view);
      void this.update();
    });
  }

  get view(): ReviewView | undefined {
    return this.views.at(-1);
  }

  async update(): Promise<void> {
    const { view } = this;
    const { files, ...summary } = this.review;
    await this.#chat.host.sendNotification(
      ReviewChanged,
      view?.isListed && files ? { ...summary, files } : summary,
    );
    await this.#chat.host.sendNotification(ReviewDetailsChanged, {
      files: this.files.filter(({ path }) => view?.paths.includes(path) ?? true),
      calls: this.calls.filter(({ callId }) => view?.callIds.includes(callId) ?? true),
    });
  }

  async show(facts: Partial<Pick<FakeReview, 'review' | 'files' | 'calls'>>): Promise<void> {
    Object.assign(this, facts);
    await this.update();
  }
}
