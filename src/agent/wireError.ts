/** JSON-RPC and protocol error codes that we answer agents with. */
export const WIRE_CODES = {
  invalidParams: -32_602,
  internal: -32_603,
  notFound: -32_002,
} as const;

/** An answer to the agent that its request cannot be fulfilled: it says why, in words the model can act on. */
export class WireError extends Error {
  override readonly name = 'WireError';

  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The request itself is wrong, or asks for what we never do. */
export const invalidParams = (
  message: string,
  data?: Readonly<Record<string, unknown>>,
): WireError => new WireError(WIRE_CODES.invalidParams, message, data);

/** What the request names does not exist. */
export const notFound = (message: string, data?: Readonly<Record<string, unknown>>): WireError =>
  new WireError(WIRE_CODES.notFound, message, data);

/** The request was right, and we failed. */
export const failed = (message: string, data?: Readonly<Record<string, unknown>>): WireError =>
  new WireError(WIRE_CODES.internal, message, data);
