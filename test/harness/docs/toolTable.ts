import { z } from 'zod';
import { TOOL_DEFINITIONS, TOOL_NAMES } from '../../../src/core/tools/toolDefinitions.ts';
import { toToolSchema } from './toolSchemas.ts';

const Schema = z.object({
  properties: z.record(
    z.string(),
    z.object({ description: z.string().optional(), enum: z.array(z.string()).optional() }),
  ),
  required: z.array(z.string()).default([]),
});

/** The tools with their arguments as Markdown, from the schemas that agents get. */
export const toolSections = (): string =>
  TOOL_NAMES.map(name => {
    const { description, input } = TOOL_DEFINITIONS[name];
    const { properties, required } = Schema.parse(toToolSchema(input));
    const args = Object.entries(properties).map(([argument, schema]) => {
      const values = schema.enum
        ? [`One of ${schema.enum.map(one => `\`${one}\``).join(', ')}.`]
        : [];
      const optional = required.includes(argument) ? [] : ['Optional.'];
      return `- \`${argument}\`: ${[schema.description ?? '', ...values, ...optional].join(' ').trim()}`;
    });
    return [`### \`${name}\``, '', description, ...(args.length > 0 ? ['', ...args] : []), ''].join(
      '\n',
    );
  }).join('\n');
