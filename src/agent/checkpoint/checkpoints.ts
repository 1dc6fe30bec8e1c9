import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { RestorePlan } from '../../core/checkpoint/restorePlan.ts';
import type { ReviewEvent } from '../../core/review/reviewEvent.ts';
import type { Turn } from '../ports.ts';
import type { Capture } from '../review/capture.ts';
import type { WorkTree } from '../review/workTree.ts';
import type { WorkTrees } from '../review/workTrees.ts';
import { applyPlan, planRestore, undoRestore, type Restored } from '../snapshot/restore.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** How the folders stood before a prompt went out, and what its agent changed afterwards. */
export interface Checkpoint {
  readonly sessionId: string;
  readonly turn: number;
  readonly snapshots: readonly Snapshot[];
  /** Absolute paths. */
  readonly touched: ReadonlySet<string>;
}

/** What it would take to go back. */
export interface CheckpointPlan {
  readonly trees: readonly { readonly tree: WorkTree; readonly plan: RestorePlan }[];
  /** The steps, with absolute paths. */
  readonly steps: readonly { readonly kind: 'write' | 'delete'; readonly path: string }[];
  readonly impossible: readonly { readonly path: string; readonly reason: string }[];
}

/** A restore that was done, and can be undone. */
export type CheckpointRestored = readonly {
  readonly tree: WorkTree;
  readonly restored: Restored;
}[];

/** Older ones are forgotten. */
const CHECKPOINT_LIMIT = 1_000;

const savedLine = z.union([
  z.object({
    sessionId: z.string(),
    turn: z.number(),
    snapshots: z.array(
      z.object({
        root: z.string(),
        tree: z.string(),
        skipped: z.array(
          z.object({
            path: z.string(),
            reason: z.enum(['tooLarge', 'unreadable', 'nameNotUtf8', 'tooManyFiles']),
            sizeBytes: z.number().exactOptional(),
            mtimeMs: z.number().exactOptional(),
          }),
        ),
      }),
    ),
  }),
  z.object({ sessionId: z.string(), turn: z.number(), touched: z.string() }),
]);
type SavedLine = z.infer<typeof savedLine>;

/** The checkpoint of each turn: where its files can go back to. */
export class Checkpoints {
  readonly #file: string;
  readonly #capture: Capture;
  readonly #trees: WorkTrees;
  #all: readonly Checkpoint[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(parts: {
    /** Where they are kept. */
    readonly file: string;
    readonly capture: Capture;
    readonly trees: WorkTrees;
  }) {
    this.#file = parts.file;
    this.#capture = parts.capture;
    this.#trees = parts.trees;
  }

  /** Reads those of earlier windows. */
  async load(): Promise<void> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      const saved = savedLine.safeParse(parsed(line));
      if (saved.success) {
        this.#take(saved.data);
      }
    }
  }

  /** Those of a session, in order. */
  of(sessionId: string): readonly Checkpoint[] {
    return this.#all.filter(checkpoint => checkpoint.sessionId === sessionId);
  }

  /** The capture has just looked at the folders: so they stand before the prompt. */
  async begins({ sessionId, turn, roots }: Turn): Promise<void> {
    const trees = await this.#trees.of(roots);
    const snapshots = trees.flatMap(({ last }) => last ?? []);
    await this.#keep({ sessionId, turn, snapshots: snapshots.map(plain) });
  }

  /** Notes which files an agent changes. */
  heard(event: ReviewEvent): void {
    if (event.kind !== 'changed' || event.author.kind !== 'agent') {
      return;
    }
    const { sessionId, turnId } = event.author.origin;
    const known = this.of(sessionId).find(({ turn }) => turn === Number(turnId));
    const paths = event.change.kind === 'renamed' ? [event.path, event.change.path] : [event.path];
    for (const touched of paths) {
      if (known && !known.touched.has(touched)) {
        void this.#keep({ sessionId, turn: known.turn, touched });
      }
    }
  }

  /** What it takes to bring the files back that the agent changed in this turn and after it. Changes nothing. */
  async plan(sessionId: string, turn: number): Promise<CheckpointPlan> {
    const later = this.of(sessionId).filter(checkpoint => checkpoint.turn >= turn);
    const touched = later.flatMap(checkpoint => [...checkpoint.touched]);
    const targets = later[0]?.snapshots ?? [];
    return this.#capture.alone(async () => {
      const trees = await this.#trees.of(targets.map(({ root }) => root));
      const plans: { readonly tree: WorkTree; readonly plan: RestorePlan }[] = [];
      for (const tree of trees) {
        const target = targets.find(({ root }) => root === tree.root);
        const names = new Set(
          touched.filter(file => tree.holds(file)).map(file => tree.nameOf(file)),
        );
        if (target) {
          plans.push({ tree, plan: await planRestore(tree.snapshots, { target, touched: names }) });
        }
      }
      return planned(plans);
    });
  }

  /** Carries a plan out. What changes counts as the user's doing. */
  restore({ trees }: CheckpointPlan): Promise<CheckpointRestored> {
    return this.#change(trees, async ({ tree, plan }) => applyPlan(tree.snapshots, plan));
  }

  /** Takes a restore back; the result can be undone in turn. */
  undo(done: CheckpointRestored): Promise<CheckpointRestored> {
    return this.#change(done, async ({ tree, restored }) => undoRestore(tree.snapshots, restored));
  }

  /** Settles when all is on the disk. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #change<T extends { readonly tree: WorkTree }>(
    parts: readonly T[],
    act: (part: T) => Promise<Restored>,
  ): Promise<CheckpointRestored> {
    const done = await this.#capture.alone(async () => {
      const results: { readonly tree: WorkTree; readonly restored: Restored }[] = [];
      for (const part of parts) {
        results.push({ tree: part.tree, restored: await act(part) });
      }
      return results;
    });
    await this.#capture.catchUp();
    return done;
  }

  #keep(line: SavedLine): Promise<unknown> {
    this.#take(line);
    const write = (): Promise<void> =>
      appendFile(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    this.#writing = this.#writing.then(write).catch(() => {}); // It is a convenience, and still in memory.
    return this.#writing;
  }

  #take(line: SavedLine): void {
    if ('snapshots' in line) {
      const others = this.#all.filter(other => !isOf(other, line));
      this.#all = [...others, { ...line, touched: new Set<string>() }].slice(-CHECKPOINT_LIMIT);
    } else {
      this.#all = this.#all.map(other =>
        isOf(other, line)
          ? { ...other, touched: new Set([...other.touched, line.touched]) }
          : other,
      );
    }
  }
}

const isOf = (checkpoint: Checkpoint, { sessionId, turn }: SavedLine): boolean =>
  checkpoint.sessionId === sessionId && checkpoint.turn === turn;

const plain = ({ root, tree, skipped }: Snapshot) => ({ root, tree, skipped: [...skipped] });

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // Cut off in writing.
  }
}

function planned(trees: CheckpointPlan['trees']): CheckpointPlan {
  const steps = trees.flatMap(({ tree, plan }) =>
    plan.operations.flatMap(step => {
      const own = {
        kind: step.kind === 'delete' ? ('delete' as const) : ('write' as const),
        path: path.join(tree.root, ...step.path.split('/')),
      };
      return step.kind === 'rename'
        ? [{ kind: 'delete' as const, path: path.join(tree.root, ...step.from.split('/')) }, own]
        : [own];
    }),
  );
  return { trees, steps, impossible: trees.flatMap(({ plan }) => plan.impossible) };
}
