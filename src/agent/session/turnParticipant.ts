/** Is told about the turns of all sessions, to find out what an agent changes during a turn. */
export interface TurnParticipant {
  /** The prompt is sent after this promise has settled. */
  willStart(turn: TurnInfo): Promise<void>;
  /** Returns what the user has to know about the turn. */
  didEnd(turn: TurnInfo): Promise<readonly string[]>;
}

/** Identifies a turn and the folders its agent works in. */
export interface TurnInfo {
  readonly sessionId: string;
  readonly turn: number;
  readonly roots: readonly string[];
  /** The agent works although no turn is running. `turn` is the last one. */
  readonly isBackground?: boolean;
}
