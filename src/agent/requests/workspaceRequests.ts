import { conflictNote } from '../../core/files/conflictNote.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { AgentFiles, type AgentRead, type AgentWrite } from '../files/agentFiles.ts';
import { getAgentQuirks } from '../../core/catalog/agentQuirks.ts';
import { PathGuard } from '../files/pathGuard.ts';
import { createWriteApprover } from './createWriteApprover.ts';
import { createConsent } from './requestConsent.ts';
import type { Documents } from '../files/documents.ts';
import type { TextEncodings } from '../files/textEncoding.ts';
import type {
  ClientRequests,
  FileRequests,
  OpenRequestSession,
  RequestSession,
  TerminalRequests,
} from './clientRequests.ts';
import type { SpawnPty } from '../terminal/pty.ts';
import type { WriteApproval } from './writeApproval.ts';
import type { ProcessEnvironment } from '../process/resolveCommand.ts';
import type { Watchdog } from '../process/watchdog.ts';
import type { AgentTerminal } from '../terminal/agentTerminal.ts';
import { Terminals } from '../terminal/terminals.ts';
import { notFound } from '../wire/responseError.ts';

/** What serving agents takes from the editor and the system. */
export interface WorkspaceRequestsOptions {
  readonly documents: Documents;
  readonly encodings: TextEncodings;
  readonly environment: () => Promise<ProcessEnvironment>;
  readonly shell: () => string;
  readonly spawnPty?: SpawnPty | undefined;
  readonly watchdog?: Watchdog | undefined;
  /** Holds writes until the user has decided. */
  readonly writeApproval?: WriteApproval | undefined;
}

/** Something an agent did through us, and in which session (by our own id). */
export type FileAccessEvent =
  | ({ readonly kind: 'read'; readonly sessionId: string } & AgentRead)
  | ({ readonly kind: 'write'; readonly sessionId: string } & AgentWrite);

/** Serves the file and terminal requests of all sessions of a window. */
export class WorkspaceRequests {
  readonly #parts: WorkspaceRequestsOptions;
  readonly #did = new Emitter<FileAccessEvent>();
  readonly #terminals = new Map<string, Terminals>();

  readonly onDidAccessFile: Event<FileAccessEvent> = this.#did.event;

  constructor(parts: WorkspaceRequestsOptions) {
    this.#parts = parts;
  }

  /** The hands of one agent: each agent has its own ids for sessions. */
  forAgent(): ClientRequests {
    const served = new Map<string, Promise<Served>>();
    const of = async ({ sessionId }: { readonly sessionId: string }): Promise<Served> => {
      const found = served.get(sessionId);
      if (!found) {
        throw notFound('There is no such session.', { sessionId });
      }
      return found;
    };
    return {
      files: fileRequests(of),
      terminals: terminalRequests(of),
      openSession: session => this.#serve(session, served),
    };
  }

  /** A terminal of a session, by our id of the session; released ones are gone. */
  terminal(sessionId: string, terminalId: string): AgentTerminal | undefined {
    return this.#terminals.get(sessionId)?.get(terminalId);
  }

  /** Ends all commands of all sessions. */
  async close(): Promise<void> {
    await Promise.all([...this.#terminals.values()].map(terminals => terminals.close()));
  }

  #serve(session: RequestSession, served: Map<string, Promise<Served>>): OpenRequestSession {
    const serving = this.#served(session);
    serving.catch(() => {}); // Told to the agent with each request.
    served.set(session.wireId, serving);
    const settled = serving.catch(() => undefined);
    return {
      killCommands: async () => (await settled)?.terminals.killAll(),
      close: async () => {
        served.delete(session.wireId);
        this.#terminals.delete(session.id);
        const ended = await settled;
        ended?.files.dispose();
        await ended?.terminals.close();
      },
    };
  }

  async #served(session: RequestSession): Promise<Served> {
    const { roots } = session;
    const consent = createConsent(session);
    const guard = await PathGuard.create({ roots, consent });
    const habits = getAgentQuirks(session.agentName);
    const { writeApproval: gate } = this.#parts;
    const hold = gate && createWriteApprover(session, gate);
    const files = new AgentFiles({ ...this.#parts, guard, habits, approver: hold });
    const [cwd = ''] = roots;
    const isStopping = (): boolean => session.isStopping();
    const terminals = new Terminals({ ...this.#parts, guard, consent, cwd, roots, isStopping });
    const sessionId = session.id;
    files.onDidRead(read => this.#did.fire({ kind: 'read', sessionId, ...read }));
    files.onDidWrite(write => {
      this.#did.fire({ kind: 'write', sessionId, ...write });
      if (write.conflicts.length > 0) {
        session.addNotice(conflictNote(write.path.shown, write.conflicts));
      }
    });
    files.onDidFail(({ message }) => session.addNotice(message));
    terminals.onDidChange(patch => session.applyPatch(patch));
    this.#terminals.set(sessionId, terminals);
    return { files, terminals };
  }
}

interface Served {
  readonly files: AgentFiles;
  readonly terminals: Terminals;
}

type FindServed = (request: { readonly sessionId: string }) => Promise<Served>;

const fileRequests = (of: FindServed): FileRequests => ({
  read: async (request, signal) => (await of(request)).files.read(request, signal),
  write: async (request, signal) => {
    await (await of(request)).files.write(request, signal);
  },
});

const terminalRequests = (of: FindServed): TerminalRequests => ({
  create: async (request, signal) => (await of(request)).terminals.create(request, signal),
  output: async request => (await of(request)).terminals.output(request),
  waitForExit: async (request, signal) =>
    (await of(request)).terminals.waitForExit(request, signal),
  kill: async request => {
    await (await of(request)).terminals.kill(request);
  },
  release: async request => {
    await (await of(request)).terminals.release(request);
  },
});
