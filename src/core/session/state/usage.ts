/** An amount of money, or of credits. */
export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

/** How full the agent's context window is, and what the session has cost. */
export interface Usage {
  readonly usedTokens: number;
  readonly sizeTokens: number;
  readonly cost?: Cost;
}

/** The tokens that a turn used, as far as the agent reports them. */
export interface TurnUsage {
  readonly totalTokens: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly thoughtTokens?: number;
  readonly cachedReadTokens?: number;
  readonly cachedWriteTokens?: number;
  /** What the session's cost grew by. */
  readonly cost?: Cost;
}

/** A limit of the user's plan, as the agent reports it. */
export interface PlanLimit {
  /** Which limit it is, in the agent's words, such as "five hour". */
  readonly name: string;
  /** The part that is used, from 0 to 1. */
  readonly share?: number;
  readonly resetsAtMs?: number;
  readonly level?: 'near' | 'reached';
}
