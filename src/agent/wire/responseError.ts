import { RequestError } from '@agentclientprotocol/sdk';

type Data = Readonly<Record<string, unknown>>;

/** An answer to the agent that its request cannot be fulfilled: it says why, in words the model can act on. */
export class ResponseError extends RequestError {}

/** The request itself is wrong, or asks for what we never do. */
export const invalidParams = (message: string, data?: Data): ResponseError =>
  new ResponseError(-32_602, message, data);

/** What the request names does not exist. */
export const notFound = (message: string, data?: Data): ResponseError =>
  new ResponseError(-32_002, message, data);

/** The request was right, and we failed. */
export const internalError = (message: string, data?: Data): ResponseError =>
  new ResponseError(-32_603, message, data);

/** The agent took its request back, or the session has ended. */
export const requestCancelled = (): ResponseError =>
  new ResponseError(-32_800, 'The request was cancelled.');

/** Goes no further once a request was cancelled. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw requestCancelled();
  }
}
