/** What the suite in the extension host tells the harness, one JSON value per line. */
export type HostMessage = HostResult | { readonly kind: 'ended' };

/** How one test went. */
export type HostResult =
  | { readonly kind: 'passed'; readonly title: string; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly title: string; readonly error: string }
  | { readonly kind: 'skipped'; readonly title: string };

/** The complete lines of a results file; a line that is still being written is left for later. */
export const parseMessages = (text: string): HostMessage[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as HostMessage);
