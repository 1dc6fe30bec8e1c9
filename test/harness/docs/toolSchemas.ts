import * as z from 'zod';
import { TOOL_DEFINITIONS, TOOL_NAMES } from '../../../src/core/tools/toolDefinitions.ts';

/** The arguments of a tool as JSON schema, as clients may send them: with defaults left out, and without our dialect. */
export function toToolSchema(input: z.ZodObject): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema;
}

/** The schemas of all tools as a JSON file. */
export function toolSchemas(): string {
  const all = TOOL_NAMES.map(name => [name, toToolSchema(TOOL_DEFINITIONS[name].input)]);
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}
