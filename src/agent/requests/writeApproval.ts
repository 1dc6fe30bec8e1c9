/** A write that waits for the user's decision. */
export interface PendingWrite {
  /** Identifies the write here and in the conversation. */
  readonly callId: string;
  /** Our own session id, not the agent's. */
  readonly sessionId: string;
  readonly path: string;
  /** The current text; `undefined` if the file does not exist. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Lets the user choose the hunks of a write that are applied. */
export interface WriteApproval {
  /** Whether the user wants to approve this write before it happens. */
  isRequired(path: string, text: string): boolean;
  /** Shows a write as hunks. Returns false if it cannot be approved in parts. */
  begin(write: PendingWrite): Promise<boolean>;
  /**
   * Applies all hunks, the accepted ones or none. Without a choice nothing is written and the hunks stay open.
   * Returns the resulting text of the file, or `undefined` if nothing was accepted.
   */
  finish(
    callId: string,
    choice: 'all' | 'chosen' | 'none' | undefined,
  ): Promise<string | undefined>;
}
