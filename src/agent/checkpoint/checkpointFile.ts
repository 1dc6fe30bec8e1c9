import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../core/json.ts';
import { reviewSnapshotSchema } from '../../core/review/model/reviewSnapshotSchema.ts';
import { Sequencer } from '../../core/async/sequencer.ts';
import { ensurePrivateFolder } from '../disk/ensurePrivateFolder.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { storedContentSchema } from './contentStore.ts';
import { snapshotSchema } from '../snapshot/model/snapshotSchema.ts';

/** The version that is written. Every version up to it can be read. */
const VERSION = 1;

const begun = z.object({
  sessionId: z.string(),
  turn: z.number(),
  snapshots: z.array(snapshotSchema),
  /** The session that this one was branched from, if the turn was copied from there. */
  branchedFrom: z.string().exactOptional(),
});
const touched = z.object({ sessionId: z.string(), turn: z.number(), touched: z.string() });
const ended = z.object({ sessionId: z.string(), turn: z.number(), ended: z.array(snapshotSchema) });
const contents = { before: storedContentSchema, after: storedContentSchema };
const edited = z.object({
  sessionId: z.string(),
  turn: z.number(),
  edited: z.string(),
  ...contents,
});
const uncaptured = z.object({
  sessionId: z.string(),
  turn: z.number(),
  uncaptured: z.string(),
  ...contents,
});
const restored = z.object({
  restored: z.object({
    id: z.string(),
    trees: z.array(
      z.object({
        restored: z.object({
          before: snapshotSchema,
          after: snapshotSchema,
          paths: z.array(z.string()),
          failed: z.array(z.object({ path: z.string(), reason: z.string() })),
        }),
      }),
    ),
    uncaptured: z.array(z.object({ path: z.string(), ...contents })),
    pending: reviewSnapshotSchema.exactOptional(),
  }),
});
const undone = z.object({ undoneRestore: z.string() });
const tidied = z.object({ version: z.number(), tidied: z.literal(true) });
const savedLine = z.union([begun, touched, ended, edited, uncaptured, restored, undone, tidied]);

/** A turn started from these snapshots. */
export type BegunLine = z.infer<typeof begun>;
/** The agent of a turn changed a file. */
export type TouchedLine = z.infer<typeof touched>;
/** A turn ended with these snapshots. */
export type EndedLine = z.infer<typeof ended>;
/** During a turn, another than its agent changed a file that the agent changed too. */
export type EditedLine = z.infer<typeof edited>;
/** The agent of a turn changed a file that is in no snapshot, such as an ignored one. */
export type UncapturedLine = z.infer<typeof uncaptured>;
/** A checkpoint was restored. */
export type RestoredLine = z.infer<typeof restored>;
/** A restore was undone. */
export type UndoneLine = z.infer<typeof undone>;
/** What belongs to a checkpoint. */
export type CheckpointLine = BegunLine | TouchedLine | EndedLine | EditedLine | UncapturedLine;
/** Everything before this line is still needed. */
export type TidiedLine = z.infer<typeof tidied>;

type SavedLine = z.infer<typeof savedLine>;

/** The checkpoints on disk, as a log with one line per event. A kill loses at most the last lines. */
export class CheckpointFile {
  readonly #file: string;
  /** Lines that arrive during a write are written together: a thousand files may change at once. */
  #pending: string[] | undefined;
  readonly #writes = new Sequencer();

  constructor(file: string) {
    this.#file = file;
  }

  /** Skips invalid lines, such as one that was not written completely. */
  async read(): Promise<readonly SavedLine[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    return text.split('\n').flatMap(line => savedLine.safeParse(parseJson(line)).data ?? []);
  }

  add(line: Exclude<SavedLine, TidiedLine>): Promise<unknown> {
    if (this.#pending) {
      this.#pending.push(toLine(line));
      return this.#writes.whenIdle();
    }
    const pending = [toLine(line)];
    this.#pending = pending;
    return this.#queue(async () => {
      await ensurePrivateFolder(path.dirname(this.#file));
      this.#endBatch(pending);
      await appendFile(this.#file, pending.join(''), { mode: 0o600 });
    });
  }

  /** Replaces the log by one without obsolete lines. */
  replace(lines: readonly Exclude<SavedLine, TidiedLine>[]): Promise<unknown> {
    const text = [...lines.map(toLine), toLine({ version: VERSION, tidied: true })].join('');
    this.#pending = undefined; // Later lines must come after this write.
    return this.#queue(async () => {
      await ensurePrivateFolder(path.dirname(this.#file));
      await writeFileAtomic(this.#file, text, { mode: 0o600 });
    });
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    await this.#writes.whenIdle();
  }

  #endBatch(pending: readonly string[]): void {
    if (this.#pending === pending) {
      this.#pending = undefined;
    }
  }

  #queue(write: () => Promise<void>): Promise<unknown> {
    return this.#writes.queue(write).catch(() => {}); // Checkpoints are a convenience, and still in memory.
  }
}

const toLine = (line: SavedLine): string => `${JSON.stringify(line)}\n`;
