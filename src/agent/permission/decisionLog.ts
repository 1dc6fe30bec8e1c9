import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { Sequencer } from '../../core/async/sequencer.ts';
import { getErrorMessage } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import type { Logger } from '../../core/logger.ts';
import type { DecidedPermission } from '../../core/permission/permissionRules.ts';
import { redact } from '../../core/redaction/redact.ts';
import { formatCommand } from '../../core/terminal/commandLine.ts';
import { truncate } from '../../core/text/truncate.ts';
import { ensurePrivateFolder } from '../disk/ensurePrivateFolder.ts';
import type { PolicyRequest } from '../requests/permissionPolicy.ts';

const OWNER_ONLY_FILE_MODE = 0o600;
/** Beyond this size the file becomes the older one, and the older one before it is deleted. */
const SIZE_LIMIT_BYTES = 1024 * 1024;
const TEXT_LIMIT_CHARS = 2_000;
const PATH_LIMIT = 20;

const line = z.object({
  atMs: z.number(),
  agent: z.string(),
  sessionId: z.string(),
  source: z.enum(['agent', 'client']),
  kind: z.string(),
  paths: z.array(z.string()).readonly(),
  command: z.string().optional(),
  decision: z.enum(['allow', 'deny']),
  /** The rules that decided, as JSON; empty if the mode did. */
  rules: z.array(z.string()).readonly(),
});

/** One decision that was carried out without asking the user. */
export type LoggedDecision = Readonly<z.infer<typeof line>>;

/** A file with every automatic decision, which only the user can read. It is bounded and contains no known secrets. */
export class DecisionLog {
  readonly #file: string;
  readonly #logger: Logger;
  readonly #writes = new Sequencer();

  constructor(file: string, logger: Logger) {
    this.#file = file;
    this.#logger = logger;
  }

  add(request: PolicyRequest, { decision, reason }: DecidedPermission): void {
    if (decision === 'ask') {
      return;
    }
    const { command } = request;
    const logged: LoggedDecision = {
      atMs: Date.now(),
      agent: request.agent.name,
      sessionId: request.sessionId,
      source: request.source,
      kind: request.kind,
      paths: request.paths.slice(0, PATH_LIMIT).map(bounded),
      ...(command && { command: bounded(redact(formatCommand(command))) }),
      decision,
      rules: reason.kind === 'rule' ? reason.rules.map(rule => JSON.stringify(rule)) : [],
    };
    this.#writes
      .queue(() => this.#append(`${JSON.stringify(logged)}\n`))
      .catch((error: unknown) =>
        this.#logger.error(`An automatic decision was not logged: ${getErrorMessage(error)}`),
      );
  }

  /** The last decisions, the newest first. Lines that cannot be read are left out. */
  async recent(count: number): Promise<readonly LoggedDecision[]> {
    await this.#writes.queue(async () => {});
    const texts = await Promise.all(
      [this.#olderFile, this.#file].map(file => readFile(file, 'utf8').catch(() => '')),
    );
    const lines = texts.flatMap(text => text.split('\n')).filter(Boolean);
    return lines.slice(-count).toReversed().flatMap(parseLine);
  }

  get #olderFile(): string {
    return `${this.#file}.old`;
  }

  async #append(text: string): Promise<void> {
    await ensurePrivateFolder(dirname(this.#file));
    const size = await stat(this.#file).then(
      stats => stats.size,
      () => 0,
    );
    if (size > SIZE_LIMIT_BYTES) {
      await rename(this.#file, this.#olderFile);
    }
    await appendFile(this.#file, text, { mode: OWNER_ONLY_FILE_MODE });
  }
}

const bounded = (text: string): string => truncate(text, TEXT_LIMIT_CHARS);

/** Returns nothing for a line that was not written completely. */
function parseLine(text: string): readonly LoggedDecision[] {
  const parsed = line.safeParse(parseJson(text));
  return parsed.success ? [parsed.data] : [];
}
