import type { JsonObject } from '../../core/json.ts';

/** A tool as a client of the Model Context Protocol sees it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The arguments as a JSON schema. */
  readonly inputSchema: JsonObject;
  readonly isReadOnly: boolean;
  /** Whether it runs a program, which can do anything, so that clients ask the user. */
  readonly runsProgram: boolean;
  /** Never rejects for a reason that the model can do something about: that is a result with `isError`. */
  call(input: JsonObject, signal: AbortSignal): Promise<McpToolResult>;
}

/** The answer of a tool, which a model reads. */
export interface McpToolResult {
  readonly text: string;
  readonly isError?: boolean;
}
