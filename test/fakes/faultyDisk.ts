import type { FileSystem } from '../../src/agent/disk/fileSystem.ts';

/** A call that fails, by its name or its number from 1, and the error code. */
export interface Fault {
  readonly at: number | string;
  readonly code: string;
  /** All later calls fail too, as after a power failure. */
  readonly isForEver?: boolean;
}

/** A file system in which one call fails. */
export class FaultyDisk {
  /** The number of calls so far, including those on open files. */
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
        await Reflect.apply(member, target, args); // A close that reports an error has closed the file nevertheless.
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
