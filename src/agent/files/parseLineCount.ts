import { invalidParams } from '../wire/responseError.ts';

const COUNT_LIMIT = 2 ** 32;

/** A number of lines from the wire. */
export function parseLineCount(value: number, name: string): number {
  if (!Number.isInteger(value) || value < 0) {
    throw invalidParams(`${name} must be a whole number, 0 or more.`);
  }
  return Math.min(value, COUNT_LIMIT);
}
