/** The code of a system error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Whether it says that nothing stands at a path: also where a file, or a link that leads nowhere, stands in place of its folder. */
export const isNotFoundError = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '');
