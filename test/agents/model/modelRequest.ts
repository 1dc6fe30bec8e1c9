import type { JsonObject } from '../../../src/core/json.ts';
import type { ConversationItem } from './script.ts';

/** A tool that the agent offers to the model. */
export interface OfferedTool {
  readonly name: string;
  /** The group that the tool belongs to, such as the MCP server, if the API has groups. */
  readonly namespace?: string;
  /** The JSON schema of its arguments; absent for a tool that takes free text. */
  readonly schema: JsonObject | undefined;
}

/** A request of an agent to the model, independent of the API. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[];
  readonly conversation: readonly ConversationItem[];
  /** The JSON schema of the response, if the agent requires one. */
  readonly answerSchema?: JsonObject | undefined;
  readonly streams: boolean;
}

/** The response of the model. Its id is unique, because agents identify responses by their ids. */
export type ModelAnswer = { readonly id: string } & ModelText;

export type ModelText =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly namespace?: string;
      readonly input: CallInput;
    }
  | { readonly kind: 'hang'; readonly text: string };

/** The arguments of a tool call, or the text for a tool without arguments. */
export type CallInput = JsonObject | string;

/** One API of a model: how requests are parsed and responses are formatted. */
export interface ModelApi {
  readonly name: string;
  /** Whether a request to this path uses this API. */
  matchesPath(path: string): boolean;
  parseRequest(body: JsonObject, path: string): ModelRequest;
  /** The events of a streamed response, in order, as `[event name, data]`. */
  toEvents(answer: ModelAnswer): readonly StreamEvent[];
  /** The response without streaming. */
  toResponse(answer: ModelAnswer): JsonObject;
}

export interface StreamEvent {
  readonly event?: string;
  readonly data: JsonObject | string;
}

/** Splits a text into chunks, as models stream it. */
export const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,24}/g) ?? [''];
