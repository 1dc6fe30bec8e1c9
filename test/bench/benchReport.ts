import { appendFileSync } from 'node:fs';
import type { BenchFigure } from '../harness/bench/figures.ts';
import { median, percentile } from './rounds.ts';

/** The limit of a figure. */
export interface Threshold {
  readonly most: number;
  readonly unit: string;
}

/** The values of several rounds, in which ours and a baseline were measured in turns. */
export interface ComparedRounds {
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
}

/** Prints figures with their limits, and fails at the end if one was exceeded. */
export class BenchReport {
  readonly #misses: string[] = [];

  /** One measurement. */
  report(what: string, value: number, { most, unit }: Threshold): void {
    this.#add({ what, value, most, unit });
  }

  /** The median of several rounds, which must not exceed the limit. */
  reportRounds(what: string, values: readonly number[], threshold: Threshold): void {
    this.#add({
      what,
      value: median(values),
      p95: percentile(values, 0.95),
      rounds: values.length,
      ...threshold,
    });
  }

  /** The ratio of ours to the baseline: the median of the ratios of all rounds, which must not exceed the limit. */
  reportRatio(what: string, { ours, baseline }: ComparedRounds, threshold: Threshold): void {
    const ratios = ours.map((value, round) => value / (baseline[round] ?? NaN));
    this.#add({
      what,
      value: median(ratios),
      p95: percentile(ratios, 0.95),
      rounds: ratios.length,
      most: threshold.most,
      unit: 'times',
      ours: describe(ours, threshold.unit),
      baseline: describe(baseline, threshold.unit),
    });
  }

  finish(): void {
    if (this.#misses.length > 0) {
      throw new Error(`Missed: ${this.#misses.join(', ')}`);
    }
  }

  #add(figure: BenchFigure): void {
    const { what, value, p95, unit, ours, baseline } = figure;
    const most = figure.most ?? Infinity;
    const isMissed = !(value <= most);
    const spread = p95 === undefined ? '' : `, p95 ${p95.toFixed(1)}`;
    const compared = ours === undefined ? '' : ` (${ours} to ${baseline ?? ''})`;
    const words = `${what}: ${value.toFixed(2)} ${unit}`.trimEnd();
    const limit = Number.isFinite(most) ? ` (at most ${most})` : '';
    console.log(`${words}${spread}${compared}${limit}${isMissed ? '  MISSED' : ''}`);
    if (isMissed) {
      this.#misses.push(what);
    }
    const file = process.env['ACCORD_BENCH_FIGURES'];
    if (file !== undefined) {
      appendFileSync(file, `${JSON.stringify(figure)}\n`);
    }
  }
}

/** The median and the 95th percentile in words. */
const describe = (values: readonly number[], unit: string): string =>
  `${median(values).toFixed(0)} ${unit}, p95 ${percentile(values, 0.95).toFixed(0)}`;
