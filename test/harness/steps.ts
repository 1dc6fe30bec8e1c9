/** Results of the tests of a step. A step without tests counts as one. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Prints a line below the title of a running step. */
export type PrintLine = (line: string) => void;

const one: TestCounts = { passed: 1, failed: 0, skipped: 0 };

/** Runs the steps of a command, prints their progress, and counts their results. */
export class Steps {
  private readonly began = performance.now();
  private total: TestCounts = { passed: 0, failed: 0, skipped: 0 };

  /** Runs a step. A failure is printed and counted, and the result is false. */
  async run(
    title: string,
    work: (note: PrintLine) => Promise<TestCounts | void>,
  ): Promise<boolean> {
    const began = performance.now();
    this.print(`${title} ...`);
    try {
      const counts = (await work(line => this.print(`  ${line}`))) ?? one;
      this.count(counts);
      this.print(`${title}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds(began)})`);
      return counts.failed === 0;
    } catch (error) {
      this.count({ passed: 0, failed: 1, skipped: 0 });
      this.print(error instanceof Error ? error.message : String(error));
      this.print(`${title}: FAILED (${seconds(began)})`);
      return false;
    }
  }

  /** Prints the totals on the last line and sets the exit code. */
  finish(): void {
    const { passed, failed, skipped } = this.total;
    this.print(`Done in ${seconds(this.began)}.`);
    this.print(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    process.exitCode = failed > 0 ? 1 : 0;
  }

  private count(counts: TestCounts): void {
    this.total = {
      passed: this.total.passed + counts.passed,
      failed: this.total.failed + counts.failed,
      skipped: this.total.skipped + counts.skipped,
    };
  }

  private print(line: string): void {
    process.stdout.write(`${line}\n`);
  }
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
