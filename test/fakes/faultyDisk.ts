import type { FileSystem } from '../../src/agent/disk/fileSystem.ts';

/** Which call fails, counted from 1 or by its name, and with what. */
export interface Fault {
  readonly at: number | string;
  readonly code: string;
  /** Nothing works any more from then on, as when the power is cut. */
  readonly isForEver?: boolean;
}

/** A disk that does as told until one call fails. */
export class FaultyDisk {
  /** Calls so far, those on open files included. */
  steps = 0;
  readonly disk: FileSystem;
  readonly #fault: Fault | undefined;
  #isBroken = false;

  constructor(disk: FileSystem, fault?: Fault) {
    this.#fault = fault;
    this.disk = this.#wrap(disk);
  }

  #wrap<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? this.#call(target, String(name), member) : member;
      },
    });
  }

  #call(target: object, name: string, member: Function) {
    return async (...args: readonly unknown[]): Promise<unknown> => {
      this.steps += 1;
      if (name === 'close') {
        await Reflect.apply(member, target, args); // A close that reports an error has closed all the same.
      }
      this.#failIfDue(name);
      const result: unknown =
        name === 'close' ? undefined : await Reflect.apply(member, target, args);
      return name === 'open' && typeof result === 'object' && result ? this.#wrap(result) : result;
    };
  }

  #failIfDue(name: string): void {
    const isNow = this.#fault?.at === this.steps || this.#fault?.at === name;
    if (this.#fault && (isNow || this.#isBroken)) {
      this.#isBroken = this.#fault.isForEver === true;
      throw Object.assign(new Error(this.#fault.code), { code: this.#fault.code });
    }
  }
}
