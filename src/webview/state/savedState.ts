import type { StoredDraft } from '../../core/chat/chatViewState.ts';
import type { Draft } from '../../core/prompt/draft.ts';

/** What the page keeps across reloads: unsent drafts, thumbnails of their images, and reading positions. */
interface Saved {
  /** By session id; the empty key is the draft for a session that does not exist yet. */
  readonly drafts: Readonly<Record<string, StoredDraft>>;
  /** By session id; absent while the user is at the end. */
  readonly places: Readonly<Record<string, ReadingPosition>>;
  /** Partially filled-in forms, by request. */
  readonly answers: Readonly<Record<string, PartialAnswer>>;
  /** Small images as data URLs, by capture; absent in state saved by earlier versions. */
  readonly thumbnails?: Readonly<Record<string, string>>;
  /** The session on the page, to restore an editor panel. */
  readonly shown?: string;
}

/**
 * Where the user is reading: by the entry at the top instead of pixels, since entries outside the viewport have no size
 * yet.
 */
export interface ReadingPosition {
  readonly turn: number;
  /** The index of the part within the turn. */
  readonly child: number;
  /** The entry of this part; absent in state saved by earlier versions. */
  readonly entry?: string | undefined;
  /** How much of the part is above the viewport. */
  readonly abovePx: number;
  /** Whether the turn was expanded; absent in state saved by earlier versions. */
  readonly open?: boolean;
}

/** The fields of a partially filled-in form. */
export type PartialAnswer = Readonly<Record<string, string | boolean | readonly string[]>>;

/** The part of VS Code's webview API that stores state. */
export interface WebviewStateApi {
  getState(): unknown;
  setState(state: unknown): void;
}

/** Limits how many drafts of old sessions are kept, and how many thumbnails. */
const MAX_SESSIONS = 50;

/** The drafts and reading positions of this page, which VS Code keeps across reloads. */
export class SavedState {
  /** When a draft was sent or deleted: an older draft of the extension is obsolete. */
  readonly #emptied = new Map<string, number>();
  #api: WebviewStateApi;
  #saved: Saved;

  constructor(api: WebviewStateApi) {
    this.#api = api;
    this.#saved = parseSaved(api.getState());
  }

  getDraft(sessionId: string): Draft {
    return this.#saved.drafts[sessionId]?.draft ?? [];
  }

  /**
   * Takes the draft of the extension if it is newer: after a crash VS Code may have an older draft or none, and another
   * page may show the same session. Returns whether it was newer.
   */
  mergeDraft(sessionId: string, { draft, atMs }: StoredDraft): boolean {
    const isNewer =
      atMs > (this.#saved.drafts[sessionId]?.atMs ?? this.#emptied.get(sessionId) ?? 0);
    if (isNewer) {
      this.saveDraft(sessionId, draft, atMs);
    }
    return isNewer;
  }

  getReadingPosition(sessionId: string): ReadingPosition | undefined {
    return this.#saved.places[sessionId];
  }

  saveDraft(sessionId: string, draft: Draft, atMs: number): void {
    const one = draft.length === 0 ? undefined : { draft, atMs };
    this.#emptied.set(sessionId, one ? 0 : atMs);
    this.#save({ ...this.#saved, drafts: withEntry(this.#saved.drafts, sessionId, one) });
  }

  saveReadingPosition(sessionId: string, position: ReadingPosition | undefined): void {
    if (position !== this.getReadingPosition(sessionId)) {
      this.#save({ ...this.#saved, places: withEntry(this.#saved.places, sessionId, position) });
    }
  }

  getAnswer(request: string): PartialAnswer | undefined {
    return this.#saved.answers[request];
  }

  saveAnswer(request: string, answer: PartialAnswer | undefined): void {
    this.#save({ ...this.#saved, answers: withEntry(this.#saved.answers, request, answer) });
  }

  getThumbnail(capture: string): string | undefined {
    return this.#saved.thumbnails?.[capture];
  }

  saveThumbnail(capture: string, dataUrl: string): void {
    const thumbnails = withEntry(this.#saved.thumbnails ?? {}, capture, dataUrl);
    this.#save({ ...this.#saved, thumbnails });
  }

  saveShownSession(sessionId: string | undefined): void {
    if (sessionId !== undefined && sessionId !== this.#saved.shown) {
      this.#save({ ...this.#saved, shown: sessionId });
    }
  }

  #save(saved: Saved): void {
    this.#saved = saved;
    this.#api.setState(saved);
  }
}

/** The newest entry is last, so that the oldest ones can be dropped. */
function withEntry<T>(
  all: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const others = Object.entries(all).filter(([name]) => name !== key);
  const entries = value === undefined ? others : [...others, [key, value] as const];
  return Object.fromEntries(entries.slice(-MAX_SESSIONS));
}

/** State of an earlier version may have another shape; it is discarded. */
function parseSaved(state: unknown): Saved {
  const none: Saved = { drafts: {}, places: {}, answers: {} };
  if (typeof state !== 'object' || state === null) {
    return none;
  }
  const { drafts, places, answers = {}, thumbnails = {} } = state as Partial<Saved>;
  const usable =
    isRecordOf(drafts, isStoredDraft) &&
    isRecordOf(places, isReadingPosition) &&
    isRecordOf(answers, isAnswer) &&
    isRecordOf(thumbnails, isImageUrl);
  return usable ? { drafts, places, answers, thumbnails } : none;
}

const isRecordOf = <T>(
  all: Readonly<Record<string, T>> | undefined,
  isUsable: (value: unknown) => boolean,
): all is Readonly<Record<string, T>> => isRecord(all) && Object.values(all).every(isUsable);

const isStoredDraft = (value: unknown): boolean =>
  isRecord(value) && Array.isArray(value['draft']) && typeof value['atMs'] === 'number';

const isAnswer = (value: unknown): boolean =>
  isRecord(value) &&
  Object.values<unknown>(value).every(
    field => typeof field === 'string' || typeof field === 'boolean' || Array.isArray(field),
  );

const isImageUrl = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith('data:image/');

const isReadingPosition = (position: unknown): boolean =>
  isRecord(position) &&
  [position['turn'], position['child'], position['abovePx']].every(Number.isFinite);

const isRecord = (value: unknown): value is Record<string, never> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
