/** A failure the user can understand and act on: its message is shown as it is. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Somebody stopped it on purpose: nothing is shown. */
export class CancellationError extends Error {
  override readonly name = 'Cancelled';

  constructor(what = 'Cancelled') {
    super(what);
  }
}

/** The words of whatever was thrown. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
