import { RequestError } from '@agentclientprotocol/sdk';

type Data = Readonly<Record<string, unknown>>;

/** An error response to an agent. Its message tells the model what to do next. */
export class ResponseError extends RequestError {}

/** The request is invalid, or asks for something that is never allowed. */
export const invalidParams = (message: string, data?: Data): ResponseError =>
  new ResponseError(-32_602, message, data);

/** The request names something that does not exist. */
export const notFound = (message: string, data?: Data): ResponseError =>
  new ResponseError(-32_002, message, data);

/** The request was valid but could not be served. */
export const internalError = (message: string, data?: Data): ResponseError =>
  new ResponseError(-32_603, message, data);

/** The agent canceled its request, or the session has ended. */
export const requestCanceled = (): ResponseError =>
  new ResponseError(-32_800, 'The request was cancelled.');

export function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw requestCanceled();
  }
}
