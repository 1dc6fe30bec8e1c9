import type { JsonObject } from '../json.ts';
import type { ToolName } from './toolDefinitions.ts';
import generated from './toolSchemas.json' with { type: 'json' };

/** The arguments of the tools as JSON schemas. `npm run docs` makes them, because that takes longer than to start the server. */
export const TOOL_SCHEMAS: Readonly<Record<ToolName, JsonObject>> = generated;
