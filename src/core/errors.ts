/** A failure that the user can understand and act on. Its message is shown unchanged. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** An operation was canceled on purpose, so nothing is shown. */
export class CancellationError extends Error {
  override readonly name = 'Cancelled';

  constructor(message = 'Cancelled') {
    super(message);
  }
}

/** The message of any thrown value. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
