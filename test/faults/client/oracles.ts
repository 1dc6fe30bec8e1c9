import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  filterMarkedLinux,
  listLinuxProcesses,
} from '../../../src/agent/process/table/linuxProcesses.ts';
import { JournalFolder } from '../../../src/agent/journal/journalFolder.ts';
import { SessionJournals } from '../../../src/agent/journal/sessionJournals.ts';
import { exportText } from '../../../src/core/export/exportText.ts';
import { isValidReview } from '../../../src/core/review/model/reviewState.ts';
import type { Entry } from '../../../src/core/session/transcript/entry.ts';
import { joinLines } from '../../../src/core/text/lines.ts';
import { waitUntil } from '../../harness/waitUntil.ts';
import { filesIn } from '../../process/agent/snapshot/tempRepo.ts';
import type { Consumption } from './budget.ts';
import { SECRET, type FaultClient } from './faultClient.ts';
import type { FaultScenario } from './faultScenario.ts';

/** The result of a scenario. It succeeded if there are no problems. */
export interface FaultResult {
  readonly row: string;
  readonly input: string;
  readonly bytesLost: number;
  readonly escapes: number;
  readonly processesLeft: number;
  readonly stallMs: number;
  readonly memoryMb: number;
  readonly problems: readonly string[];
}

/** Hashes of files by their path in a folder. */
type Hashes = Readonly<Record<string, string>>;

const STALL_LIMIT_MS = 250;
const MEMORY_LIMIT_MB = 200;
/** Agents and their commands must have ended this long after the window was closed. */
const END_LIMIT_MS = 3_000;
/** More messages than this would hide the one that matters. */
const MESSAGE_LIMIT = 5;

/** Checks after each scenario what must hold whatever an agent does. */
export class Oracles {
  readonly #client: FaultClient;
  readonly #before: { readonly work: Hashes; readonly outside: Hashes };
  readonly #problems: string[] = [];
  #consumption: Consumption = { stallMs: 0, memoryMb: 0 };
  #bytesLost = 0;
  #escapes = 0;
  #processesLeft = 0;

  constructor(client: FaultClient, before: { readonly work: Hashes; readonly outside: Hashes }) {
    this.#client = client;
    this.#before = before;
  }

  result({ row, input }: FaultScenario): FaultResult {
    return {
      row,
      input,
      bytesLost: this.#bytesLost,
      escapes: this.#escapes,
      processesLeft: this.#processesLeft,
      ...this.#consumption,
      problems: this.#problems,
    };
  }

  healthyAnswered(reason: string): void {
    this.#expect(reason === 'end_turn', `the healthy session ended with ${reason}`);
  }

  budgetHeld(consumption: Consumption): void {
    this.#consumption = consumption;
    const { stallMs, memoryMb } = consumption;
    this.#expect(stallMs <= STALL_LIMIT_MS, `the client was busy for ${stallMs.toFixed(0)} ms`);
    this.#expect(memoryMb <= MEMORY_LIMIT_MB, `memory grew by ${memoryMb.toFixed(0)} MB`);
  }

  turnEnded(): void {
    const { entries, faulty } = this.#client;
    this.#expect(
      entries.some(({ kind }) => kind === 'turnEnd'),
      'the turn has no end',
    );
    this.#expect(
      entries.every(entry => !('answer' in entry) || entry.answer.kind !== 'open'),
      'a question is still open',
    );
    this.#expect(faulty.pendingRequestCount === 0, 'a request is still open');
  }

  oneClearMessage(expected: RegExp | undefined): void {
    const messages = this.#client.entries.flatMap(entry =>
      entry.kind === 'notice' ? [entry.title] : [],
    );
    const shown = messages.join('\n');
    this.#expect(messages.length <= MESSAGE_LIMIT, `${messages.length} messages:\n${shown}`);
    this.#expect(!expected || expected.test(shown), `no message like ${expected}, but: ${shown}`);
  }

  /** Base and pending hunks yield the current text of each file, which is the text on disk. */
  async reviewHolds(): Promise<void> {
    const { model, tracker } = this.#client.review;
    await tracker.scan();
    this.#expect(isValidReview(model.state), 'the review is inconsistent');
    for (const { current } of model.pending) {
      if (current.form.kind === 'text' && statSync(current.path).size < 1_000_000) {
        const text = readFileSync(current.path, 'utf8').replaceAll('\r\n', '\n');
        this.#expect(
          joinLines(current.lines).replaceAll('\r\n', '\n') === text || text.includes('\uFFFD'),
          `the review of ${current.path} is not what is on disk`,
        );
      }
    }
  }

  /** Rejecting everything restores each file to its content before the agent started. */
  async rejectedToTheByte(): Promise<void> {
    const { review, work } = this.#client;
    await review.carryOut('decision', model => model.reject({ kind: 'all' }));
    const after = filesIn(work);
    for (const [file, hash] of Object.entries(this.#before.work)) {
      if (after[file] !== hash) {
        this.#bytesLost += 1;
        this.#problems.push(`${file} is not as before: ${after[file] ?? 'gone'}`);
      }
    }
  }

  /** The next window shows the same conversation. */
  async sameAfterReload(): Promise<void> {
    const { journals, storage, faulty } = this.#client;
    await journals.flush();
    const next = new SessionJournals(new JournalFolder(path.join(storage, 'journals')), error => {
      throw error;
    });
    const { records } = await next.loadOpenSessions();
    const record = records.find(({ header }) => header.id === faulty.id);
    // A conversation without a prompt is not stored.
    const isKept = this.#client.entries.some(({ kind }) => kind === 'user');
    const shown = comparable(isKept ? this.#client.entries : []);
    const restored = comparable(record?.transcript.entries ?? []);
    if (shown !== restored) {
      this.#bytesLost += Math.max(1, shown.length - restored.length);
      this.#problems.push(`after a reload ${shown}\nis ${restored}`.slice(0, 4_000));
    }
    for (const format of ['markdown', 'html', 'json'] as const) {
      const exported = record ? exportText(record, format, [SECRET]) : '';
      this.#expect(!exported.includes(SECRET), `the secret is in the export as ${format}`);
    }
    next.dispose();
  }

  async noProcessLeft(): Promise<void> {
    const marked = async (): Promise<number> =>
      (await filterMarkedLinux(`ACCORD_TEST=${this.#client.folder}`, await listLinuxProcesses()))
        .length;
    await waitUntil(async () => (await marked()) === 0, END_LIMIT_MS).catch(() => undefined);
    this.#processesLeft = await marked();
    this.#expect(this.#processesLeft === 0, `${this.#processesLeft} processes are left`);
  }

  outsideUntouched(): void {
    const after = filesIn(this.#client.outside);
    const all = new Set([...Object.keys(after), ...Object.keys(this.#before.outside)]);
    for (const file of all) {
      if (after[file] !== this.#before.outside[file]) {
        this.#escapes += 1;
        this.#problems.push(`${file} outside the workspace was changed`);
      }
    }
  }

  async noSecret(): Promise<void> {
    const { output, entries, storage } = this.#client;
    const notices = entries.filter(({ kind }) => kind === 'notice');
    const places = {
      'the output': output.join(''),
      'a message': JSON.stringify(notices),
      'the review storage': textsIn(path.join(storage, 'review')),
    };
    for (const [place, text] of Object.entries(places)) {
      this.#expect(!text.includes(SECRET), `the secret is in ${place}`);
    }
    this.#expect(output.join('').includes('my key is'), 'the agent has not printed its key');
  }

  noConnection(count: number): void {
    this.#escapes += count;
    this.#expect(count === 0, `${count} network connections were opened`);
  }

  #expect(holds: boolean, problem: string): void {
    if (!holds) {
      this.#problems.push(problem);
    }
  }
}

const comparable = (entries: readonly Entry[]): string => JSON.stringify(entries);

function textsIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
