import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { root } from '../paths.ts';

/** A figure that a benchmark has reported. */
export interface BenchFigure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it must not exceed. JSON has no infinity: no limit is read back as null. */
  readonly most: number | null;
  /** The value is the median of several rounds, and this is their 95th percentile. */
  readonly p95?: number;
  readonly rounds?: number;
  /** The value is a ratio of ours to a baseline, which are described in words. */
  readonly ours?: string;
  readonly baseline?: string;
}

/** A figure and the name of its benchmark. */
export interface NamedFigure extends BenchFigure {
  readonly benchmark: string;
}

/** The figures that a benchmark has written as lines of JSON. */
export const parseFigures = (benchmark: string, lines: string): readonly NamedFigure[] =>
  lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => ({ ...(JSON.parse(line) as BenchFigure), benchmark }));

/** The figures as a Markdown table. Those that exceed their limit are bold. */
export function figuresTable(figures: readonly NamedFigure[]): string {
  const head = ['Benchmark', 'Figure', 'Median', 'p95', 'At most', 'Ours', 'Baseline'];
  const rows = figures.map(figure => {
    const value = `${toDigits(figure.value)} ${figure.unit}`.trim();
    return [
      figure.benchmark,
      figure.what,
      figure.value <= limitOf(figure) ? value : `**${value}**`,
      figure.p95 === undefined ? '' : toDigits(figure.p95),
      Number.isFinite(limitOf(figure)) ? String(figure.most) : '',
      figure.ours ?? '',
      figure.baseline ?? '',
    ];
  });
  return [head, head.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

const limitOf = ({ most }: BenchFigure): number => most ?? Infinity;

/** Three significant digits, and no exponent. */
const toDigits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/** The page `docs/BENCHMARKS.md`. */
export function benchmarksDoc(figures: readonly NamedFigure[]): string {
  const [cpu] = cpus();
  const machine = [
    `${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.version}`,
  ].join(', ');
  return `# Benchmarks

\`npm run bench\` writes this page. Figures named "times" are ratios to a baseline that was measured in the same run, in turns with
ours: the median and the 95th percentile of the ratios of all rounds. Absolute times depend on the machine. [PROFILES](PROFILES.md)
explains where the time goes.

- Machine: ${machine}
- Date: ${new Date().toISOString().slice(0, 10)}
- Commit: ${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with local changes'}

${figuresTable(figures)}
`;
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: root, encoding: 'utf8' }).trim();
