import type { McpInput } from './mcpFile.ts';
import type { PreparedServer } from './prepareServers.ts';

/** A value that the user has not entered yet, and what it is for. */
export interface MissingInput {
  /** The path of the file that asks for it. */
  readonly file: string;
  readonly input: McpInput;
  /** The names of all servers that get it. */
  readonly servers: readonly string[];
  readonly destinations: readonly string[];
}

/** The values to ask for, each once, for all servers of a file that use them. */
export function getMissingInputs(
  file: string,
  servers: readonly PreparedServer[],
): readonly MissingInput[] {
  const inputs = new Map(
    servers.flatMap(({ missing }) => missing).map(input => [input.id, input] as const),
  );
  return [...inputs.values()].map(input => {
    const users = servers.filter(({ inputIds }) => inputIds.includes(input.id));
    return {
      file,
      input,
      servers: users.map(({ name }) => name),
      destinations: users.map(({ destination }) => destination),
    };
  });
}
