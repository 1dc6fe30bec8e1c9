import { asList, asRecord, asString } from '../../../src/core/json.ts';

/** The text of a message, which is a string or a list of parts. */
export const textOf = (content: unknown): string =>
  asString(content) ??
  (asList(content, part => asString(part) ?? asString(asRecord(part)?.['text'])) ?? []).join('\n');
