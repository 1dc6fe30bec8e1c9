import type { StoredDraft } from '../../core/chat/chatViewState.ts';
import type { Draft } from '../../core/prompt/draft.ts';

/** What the page keeps for itself when it is closed: unsent drafts and where the user was reading. */
interface Saved {
  /** By session; under the empty name, the draft for a session that is not there yet. */
  readonly drafts: Readonly<Record<string, StoredDraft>>;
  /** By session; absent while the user is at the end. */
  readonly places: Readonly<Record<string, ReadingPosition>>;
  /** What was filled in and not sent, by the request that it answers. */
  readonly answers: Readonly<Record<string, PartialAnswer>>;
  /** The session on the page, for when the page comes back as an editor. */
  readonly shown?: string;
}

/** Where somebody is reading: by what is at the top, not by pixels, since what is off screen has no size yet. */
export interface ReadingPosition {
  /** The number of the turn. */
  readonly turn: number;
  /** Which part of the turn, as it stood on the page. */
  readonly child: number;
  /** The entry that this part is; earlier versions did not say. */
  readonly entry?: string | undefined;
  /** How much of that part is out of sight above. */
  readonly abovePx: number;
  /** Whether the work of the turn was in sight; earlier versions did not say. */
  readonly open?: boolean;
}

/** A form as far as it is filled in, by field. */
export type PartialAnswer = Readonly<Record<string, string | boolean | readonly string[]>>;

/** The part of VS Code's webview API that keeps things. */
export interface WebviewStateApi {
  getState(): unknown;
  setState(state: unknown): void;
}

/** Drafts of sessions long gone must not pile up. */
const MOST_SESSIONS = 50;

/** The drafts and reading positions of this page, kept by VS Code across reloads. */
export class SavedState {
  /** When a draft was sent or deleted: what the extension kept before is old. */
  readonly #emptied = new Map<string, number>();
  #keeper: WebviewStateApi;
  #saved: Saved;

  constructor(keeper: WebviewStateApi) {
    this.#keeper = keeper;
    this.#saved = parseSaved(keeper.getState());
  }

  getDraft(sessionId: string): Draft {
    return this.#saved.drafts[sessionId]?.draft ?? [];
  }

  /**
   * Takes what the extension has kept, if it is newer: after a crash VS Code may have kept an older one, or none, and another
   * page may show the same session. Answers whether it did.
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
    this.#keep({ ...this.#saved, drafts: withEntry(this.#saved.drafts, sessionId, one) });
  }

  saveReadingPosition(sessionId: string, place: ReadingPosition | undefined): void {
    if (place !== this.getReadingPosition(sessionId)) {
      this.#keep({ ...this.#saved, places: withEntry(this.#saved.places, sessionId, place) });
    }
  }

  getAnswer(request: string): PartialAnswer | undefined {
    return this.#saved.answers[request];
  }

  saveAnswer(request: string, answer: PartialAnswer | undefined): void {
    this.#keep({ ...this.#saved, answers: withEntry(this.#saved.answers, request, answer) });
  }

  saveShownSession(sessionId: string | undefined): void {
    if (sessionId !== undefined && sessionId !== this.#saved.shown) {
      this.#keep({ ...this.#saved, shown: sessionId });
    }
  }

  #keep(saved: Saved): void {
    this.#saved = saved;
    this.#keeper.setState(saved);
  }
}

/** The newest stand last, so that the oldest can be forgotten. */
function withEntry<T>(
  all: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const others = Object.entries(all).filter(([name]) => name !== key);
  const entries = value === undefined ? others : [...others, [key, value] as const];
  return Object.fromEntries(entries.slice(-MOST_SESSIONS));
}

/** What an earlier version kept may have another shape: then it is forgotten. */
function parseSaved(state: unknown): Saved {
  const none: Saved = { drafts: {}, places: {}, answers: {} };
  if (typeof state !== 'object' || state === null) {
    return none;
  }
  const { drafts, places, answers = {} } = state as Partial<Saved>;
  const usable =
    isRecord(drafts) &&
    isRecord(places) &&
    isRecord(answers) &&
    Object.values(answers).every(isAnswer) &&
    Object.values(drafts).every(isKept) &&
    Object.values(places).every(isPlace);
  return usable ? { drafts, places, answers } : none;
}

const isKept = (value: unknown): boolean =>
  isRecord(value) && Array.isArray(value['draft']) && typeof value['atMs'] === 'number';

const isAnswer = (value: unknown): boolean =>
  isRecord(value) &&
  Object.values<unknown>(value).every(
    field => typeof field === 'string' || typeof field === 'boolean' || Array.isArray(field),
  );

const isPlace = (place: unknown): boolean =>
  isRecord(place) && [place['turn'], place['child'], place['abovePx']].every(Number.isFinite);

const isRecord = (value: unknown): value is Record<string, never> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
