import * as z from 'zod';
import { asRecord, type JsonObject } from '../json.ts';

/** The arguments of a tool as JSON schema, as clients may send them: with defaults left out, and without our dialect. */
export function toToolJsonSchema(input: z.ZodObject): JsonObject {
  const { $schema: _, ...schema } = asRecord(z.toJSONSchema(input, { io: 'input' })) ?? {};
  return schema;
}
