import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { root } from '../paths.ts';

/** A figure that a benchmark has reported. */
export interface BenchFigure {
  /** The name of the benchmark. */
  readonly benchmark: string;
  readonly what: string;
  readonly value: string;
  /** What it must not exceed. */
  readonly most: string;
}

const FIGURE = /^(?<what>.+): (?<value>[\d.]+(?: \S+)?) \(at most (?<most>[\d.]+)\)/;

/** The figure in a line that `BenchReport` has printed; none if it is another line. */
export function parseFigure(file: string, line: string): readonly BenchFigure[] {
  const { what, value, most } = FIGURE.exec(line.trim())?.groups ?? {};
  const benchmark = path.basename(file, '.bench.ts');
  return what !== undefined && value !== undefined && most !== undefined
    ? [{ benchmark, what, value, most }]
    : [];
}

/** The figures as a Markdown table. Those that exceed their limit are bold. */
export function figuresTable(figures: readonly BenchFigure[]): string {
  const rows = figures.map(({ benchmark, what, value, most }) => {
    const isMissed = Number.parseFloat(value) > Number(most);
    return [benchmark, what, isMissed ? `**${value}**` : value, most];
  });
  return [['Benchmark', 'Figure', 'Value', 'At most'], ['---', '---', '---', '---'], ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** The page `docs/BENCHMARKS.md`. */
export function benchmarksDoc(figures: readonly BenchFigure[]): string {
  const [cpu] = cpus();
  const machine = [
    `${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.version}`,
  ].join(', ');
  return `# Benchmarks

\`npm run bench\` writes this page. Figures named "times" are ratios to a baseline that was measured in the same run, in turns with
ours. Absolute times depend on the machine.

- Machine: ${machine}
- Date: ${new Date().toISOString().slice(0, 10)}
- Commit: ${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with local changes'}

${figuresTable(figures)}
`;
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: root, encoding: 'utf8' }).trim();
