/** A change of what is shown of a terminal; of the same shape as the transcript's patches. */
export type TerminalPatch =
  | { readonly kind: 'terminal'; readonly terminal: ShownTerminal }
  | { readonly kind: 'terminalGrew'; readonly id: string; readonly text: string };

/** A terminal as it is shown in the conversation. */
export interface ShownTerminal {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly output: string;
  readonly cut: boolean;
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
}
