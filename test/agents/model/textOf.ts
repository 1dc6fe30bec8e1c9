import { asList, asRecord, asString } from '../../../src/core/json.ts';

/** The text of a message that is a string, or a list of parts some of which hold text. */
export const textOf = (content: unknown): string =>
  asString(content) ??
  (asList(content, part => asString(part) ?? asString(asRecord(part)?.['text'])) ?? []).join('\n');
