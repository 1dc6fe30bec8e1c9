import { PathGuard, type PathGuardOptions } from '../../../../src/agent/files/pathGuard.ts';
import type { ConsentAnswer, ConsentRequest } from '../../../../src/agent/files/consent.ts';

/** A user who answers every request in the same way, and records the requests. */
export class User {
  readonly asked: ConsentRequest[] = [];
  answer: ConsentAnswer;

  constructor(answer: ConsentAnswer = 'deny') {
    this.answer = answer;
  }

  async ask(question: ConsentRequest): Promise<ConsentAnswer> {
    this.asked.push(question);
    return this.answer;
  }
}

/** A guard for these roots whose user denies everything. */
export async function createPathGuard(
  roots: readonly string[],
  options: Partial<PathGuardOptions> = {},
): Promise<PathGuard> {
  return PathGuard.create({ roots, consent: new User(), ...options });
}
