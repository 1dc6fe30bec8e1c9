import { PathGuard, type PathGuardOptions } from '../../../../src/agent/files/pathGuard.ts';
import type { ConsentAnswer, ConsentRequest } from '../../../../src/agent/files/consent.ts';

/** A user who answers every question the same way, and remembers what was asked. */
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

/** A guard over these roots whose user says no. */
export async function createPathGuard(
  roots: readonly string[],
  options: Partial<PathGuardOptions> = {},
): Promise<PathGuard> {
  return PathGuard.create({ roots, consent: new User(), ...options });
}
