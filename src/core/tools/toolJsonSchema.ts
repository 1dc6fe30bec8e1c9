import * as z from 'zod';
import { asRecord, type JsonObject } from '../json.ts';

/** Every session gets the same schemas. */
const schemas = new WeakMap<z.ZodObject, JsonObject>();

/** The arguments of a tool as JSON schema, as clients may send them: with defaults left out, and without our dialect. */
export function toToolJsonSchema(input: z.ZodObject): JsonObject {
  const known = schemas.get(input);
  if (known) {
    return known;
  }
  const { $schema: _, ...schema } = asRecord(z.toJSONSchema(input, { io: 'input' })) ?? {};
  schemas.set(input, schema);
  return schema;
}
