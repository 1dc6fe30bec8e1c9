import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { CallChanges } from '../../core/chat/callChanges.ts';
import type { ChangedFile } from '../../core/chat/changedFile.ts';
import type { ReviewDetails, ReviewView } from '../../core/chat/pendingReview.ts';
import type { Disposable } from '../../core/disposableStore.ts';

/** The hunks of one tool call or file that is expanded. */
class ShownDetails<T> {
  readonly listeners = new Set<(value: T) => void>();
  value: T | undefined;
}

type ShownById<T> = Map<string, ShownDetails<T>>;

/**
 * Tells the extension what the page shows of the review, and passes what it sends to the components that show it. What
 * is collapsed costs no message and no rendering.
 */
export class ReviewDetailsStore {
  readonly #send: (view: ReviewView) => void;
  readonly #files: ShownById<ChangedFile> = new Map();
  readonly #calls: ShownById<CallChanges> = new Map();
  #sessionId = '';
  #isListed = false;
  #isScheduled = false;
  #sent = '';

  constructor(send: (view: ReviewView) => void) {
    this.#send = send;
  }

  /** Sends the view, unless it is the same as before. */
  sendView(): void {
    this.#isScheduled = false;
    removeUnused(this.#files);
    removeUnused(this.#calls);
    const view = {
      sessionId: this.#sessionId,
      isListed: this.#isListed,
      paths: [...this.#files.keys()],
      callIds: [...this.#calls.keys()],
    };
    const json = JSON.stringify(view);
    if (json !== this.#sent) {
      this.#sent = json;
      this.#send(view);
    }
  }

  setSession(sessionId: string): void {
    if (sessionId !== this.#sessionId) {
      this.#sessionId = sessionId;
      this.#calls.clear(); // Their ids are unique within a session only.
      this.#schedule();
    }
  }

  setListed(isListed: boolean): void {
    this.#isListed = isListed;
    this.#schedule();
  }

  apply({ files, calls }: ReviewDetails): void {
    files.forEach(file => setValue(this.#files, file.path, file));
    calls.forEach(call => setValue(this.#calls, call.callId, call));
  }

  getCall(callId: string): CallChanges | undefined {
    return this.#calls.get(callId)?.value;
  }

  getFile(path: string): ChangedFile | undefined {
    return this.#files.get(path)?.value;
  }

  onDidChangeCall(callId: string, listener: (changes: CallChanges) => void): Disposable {
    return this.#listen(this.#calls, callId, listener);
  }

  onDidChangeFile(path: string, listener: (file: ChangedFile) => void): Disposable {
    return this.#listen(this.#files, path, listener);
  }

  #listen<T>(shown: ShownById<T>, id: string, listener: (value: T) => void): Disposable {
    const details = shown.get(id) ?? new ShownDetails<T>();
    shown.set(id, details);
    details.listeners.add(listener);
    this.#schedule();
    return {
      dispose: () => {
        details.listeners.delete(listener);
        this.#schedule();
      },
    };
  }

  #schedule(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => this.sendView());
    }
  }
}

function setValue<T>(shown: ShownById<T>, id: string, value: T): void {
  const details = shown.get(id);
  if (details) {
    details.value = value;
    details.listeners.forEach(listener => listener(value));
  }
}

function removeUnused<T>(shown: ShownById<T>): void {
  for (const [id, { listeners }] of shown) {
    if (listeners.size === 0) {
      shown.delete(id);
    }
  }
}

export const ReviewDetailsContext = createContext(new ReviewDetailsStore(() => undefined));

/** What became of the changes of an expanded tool call; undefined until it is known. */
export function useCallChanges(callId: string): CallChanges | undefined {
  const store = useContext(ReviewDetailsContext);
  const [changes, setChanges] = useState(() => store.getCall(callId));
  useEffect(() => {
    const listener = store.onDidChangeCall(callId, setChanges);
    return () => listener.dispose();
  }, [store, callId]);
  return changes;
}

/** The hunks of an expanded file; undefined until they are known. */
export function useFileHunks(path: string): ChangedFile | undefined {
  const store = useContext(ReviewDetailsContext);
  const [file, setFile] = useState(() => store.getFile(path));
  useEffect(() => {
    const listener = store.onDidChangeFile(path, setFile);
    return () => listener.dispose();
  }, [store, path]);
  return file;
}
