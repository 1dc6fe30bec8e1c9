/** A message of the suite in the extension host to the harness: one JSON value per line. */
export type HostMessage = HostResult | { readonly kind: 'ended' };

/** The result of one test. */
export type HostResult =
  | { readonly kind: 'passed'; readonly title: string; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly title: string; readonly error: string }
  | { readonly kind: 'skipped'; readonly title: string };

/** Parses the complete lines of a results file. A line that is still being written is ignored. */
export const parseMessages = (text: string): HostMessage[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as HostMessage);
