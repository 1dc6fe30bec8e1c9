import type { SecretStore } from '../../src/agent/authentication/secretStore.ts';
import type {
  SignInCommand,
  SignInTerminal,
} from '../../src/agent/authentication/signInTerminal.ts';

/** Secrets in memory. What the user types is given in advance; `undefined` dismisses the prompt. */
export class MemorySecrets implements SecretStore {
  readonly stored = new Map<string, string>();
  readonly asked: string[] = [];
  readonly #typed: (string | undefined)[];

  constructor(...typed: readonly (string | undefined)[]) {
    this.#typed = [...typed];
  }

  get(name: string): Promise<string | undefined> {
    return Promise.resolve(this.stored.get(name));
  }

  set(name: string, value: string): Promise<void> {
    this.stored.set(name, value);
    return Promise.resolve();
  }

  delete(name: string): Promise<void> {
    this.stored.delete(name);
    return Promise.resolve();
  }

  ask({ what }: { readonly what: string }): Promise<string | undefined> {
    this.asked.push(what);
    return Promise.resolve(this.#typed.shift());
  }
}

/** A terminal that runs nothing: each command is recorded and ends with the next exit code. */
export class RecordingTerminal implements SignInTerminal {
  readonly orders: SignInCommand[] = [];
  readonly #run: (order: SignInCommand) => Promise<number | undefined>;

  constructor(run: (order: SignInCommand) => Promise<number | undefined>) {
    this.#run = run;
  }

  run(order: SignInCommand): Promise<number | undefined> {
    this.orders.push(order);
    return this.#run(order);
  }
}
