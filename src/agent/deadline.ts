import { UserError } from '../core/errors.ts';

/** A request that was not answered within its time. */
export class DeadlinePassed extends UserError {}

/** Waits for an answer, for `ms` at most. The late answer, if it comes, is dropped. */
export async function withDeadline<T>(answer: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlinePassed(what)), ms);
  });
  try {
    return await Promise.race([answer, alarm]);
  } finally {
    clearTimeout(timer);
  }
}
