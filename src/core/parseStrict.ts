import * as z from 'zod';

/*
 * There are two ways to read data that the compiler has not checked:
 *
 * - Strict (this file and zod schemas) for what we wrote ourselves: messages of the chat view, our files, settings. The
 *   whole value fits its schema or is rejected, because anything else is a bug or an attack.
 * - Lenient (`json.ts`) for the protocol: a field that is missing, unknown or of the wrong type is skipped, because agents
 *   differ and newer ones send more than we know.
 */

/** Returns the value if all of it fits the schema. Fields that the schema does not know are dropped. */
export function parseStrict<T>(schema: z.ZodType<T>, raw: unknown): T | undefined {
  const result = schema.safeParse(raw);
  return result.success ? result.data : undefined;
}

/** A parser for one type of message or record. */
export const strictParser =
  <T>(schema: z.ZodType<T>) =>
  (raw: unknown): T | undefined =>
    parseStrict(schema, raw);

/** A whole number from 0: a line, an index, a revision, a time. */
export const countSchema = z.int().min(0);
