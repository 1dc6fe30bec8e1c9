import type { JsonObject } from '../../../src/core/json.ts';
import type { ConversationItem } from './script.ts';

/** A tool that the agent offers to the model. */
export interface OfferedTool {
  readonly name: string;
  /** The JSON schema of its arguments; absent for a tool that takes free text. */
  readonly schema: JsonObject | undefined;
}

/** What an agent asked of the model, in whatever dialect. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[];
  readonly conversation: readonly ConversationItem[];
  /** The schema that the answer has to fit, if there is one. */
  readonly answerSchema?: JsonObject | undefined;
  readonly streams: boolean;
}

/** What the model answers. Its id is its own: agents take things of one id for one thing. */
export type ModelAnswer = { readonly id: string } & ModelText;

export type ModelText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: CallInput }
  | { readonly kind: 'hang'; readonly text: string };

/** The arguments of a call, or the free text of a tool without arguments. */
export type CallInput = JsonObject | string;

/** One way of asking a model: how its requests are read and its answers written. */
export interface Dialect {
  readonly name: string;
  /** Whether a request to this path is in this dialect. */
  speaks(path: string): boolean;
  read(body: JsonObject, path: string): ModelRequest;
  /** The events of a streamed answer, one after the other; `[event name, data]`. */
  events(answer: ModelAnswer): readonly StreamEvent[];
  /** The answer in one piece. */
  whole(answer: ModelAnswer): JsonObject;
}

export interface StreamEvent {
  readonly event?: string;
  readonly data: JsonObject | string;
}

/** A text in pieces, as models send it. */
export const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,24}/g) ?? [''];
