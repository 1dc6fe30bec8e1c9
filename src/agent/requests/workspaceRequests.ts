import { conflictNote } from '../../core/files/conflictNote.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { AgentFiles, type AgentRead, type AgentWrite } from '../files/agentFiles.ts';
import { getAgentQuirks } from '../../core/catalog/agentQuirks.ts';
import { PathGuard } from '../files/pathGuard.ts';
import { createWriteApprover } from './createWriteApprover.ts';
import { RequestGate } from './requestGate.ts';
import { requestConsent } from './requestConsent.ts';
import { consentByRules } from './consentByRules.ts';
import type { PermissionPolicy } from './permissionPolicy.ts';
import type { Documents } from '../files/documents.ts';
import type { Gate } from '../files/consent.ts';
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
import { RunningRequests } from './runningRequests.ts';
import { notFound } from '../wire/responseError.ts';

/** What the requests need from the editor and the system. */
export interface WorkspaceRequestsOptions {
  readonly documents: Documents;
  readonly encodings: TextEncodings;
  readonly environment: () => Promise<ProcessEnvironment>;
  readonly shell: () => string;
  readonly spawnPty?: SpawnPty | undefined;
  readonly watchdog?: Watchdog | undefined;
  /** Lets the user approve writes before they happen. */
  readonly writeApproval?: WriteApproval | undefined;
  /** Decides requests by the user's rules. */
  readonly permissionPolicy?: PermissionPolicy | undefined;
}

/** An agent has read or written a file through the client. `sessionId` is our own id. */
export type FileAccessEvent =
  | ({ readonly kind: 'read'; readonly sessionId: string } & AgentRead)
  | ({ readonly kind: 'write'; readonly sessionId: string } & AgentWrite);

/** Serves the file and terminal requests of all sessions of a window. */
export class WorkspaceRequests {
  readonly #options: WorkspaceRequestsOptions;
  readonly #didAccessFile = new Emitter<FileAccessEvent>();
  readonly #terminals = new Map<string, Terminals>();
  /** What serves each session, by our own session id. */
  readonly #opened = new Map<string, Promise<SessionAccess | undefined>>();

  readonly onDidAccessFile: Event<FileAccessEvent> = this.#didAccessFile.event;

  constructor(options: WorkspaceRequestsOptions) {
    this.#options = options;
  }

  /** Creates the requests of one agent. Each agent has its own session ids. */
  forAgent(): ClientRequests {
    const resources = new Map<string, Promise<SessionAccess>>();
    const find: FindResources = async ({ sessionId }) => {
      const found = resources.get(sessionId);
      if (!found) {
        throw notFound('There is no such session.', { sessionId });
      }
      return found;
    };
    return {
      files: createFileRequests(find),
      terminals: createTerminalRequests(find),
      openSession: session => this.#openSession(session, resources),
    };
  }

  /** Returns a terminal of a session, by our own session id, unless it was released. */
  terminal(sessionId: string, terminalId: string): AgentTerminal | undefined {
    return this.#terminals.get(sessionId)?.get(terminalId);
  }

  /** What a session may access, by our own session id; `undefined` if it is not open. */
  async getAccess(sessionId: string): Promise<SessionAccess | undefined> {
    return this.#opened.get(sessionId);
  }

  /** Ends the commands of all sessions. */
  async close(): Promise<void> {
    await Promise.all([...this.#terminals.values()].map(terminals => terminals.close()));
  }

  #openSession(
    session: RequestSession,
    resources: Map<string, Promise<SessionAccess>>,
  ): OpenRequestSession {
    const creating = this.#createResources(session);
    // An error is the response to each request of the session.
    const created = creating.catch(() => undefined);
    resources.set(session.wireId, creating);
    this.#opened.set(session.id, created);
    return {
      stop: async () => {
        const stopped = await created;
        stopped?.fileRequests.cancelAll();
        await stopped?.terminals.killAll();
      },
      close: async () => {
        resources.delete(session.wireId);
        this.#terminals.delete(session.id);
        this.#opened.delete(session.id);
        const ended = await created;
        ended?.fileRequests.cancelAll();
        ended?.files.dispose();
        await ended?.terminals.close();
      },
    };
  }

  async #createResources(session: RequestSession): Promise<SessionAccess> {
    const { roots } = session;
    const { permissionPolicy } = this.#options;
    const consent = consentByRules(session, permissionPolicy, {
      ask: (request, signal) => requestConsent(session, request, signal),
    });
    const gate = new RequestGate(session, consent, permissionPolicy);
    const guard = await PathGuard.create({ roots, consent });
    const quirks = getAgentQuirks(session.agentName);
    const { writeApproval } = this.#options;
    const approver = writeApproval && createWriteApprover(session, writeApproval);
    const files = new AgentFiles({ ...this.#options, guard, gate, quirks, approver });
    const [cwd = ''] = roots;
    const terminals = new Terminals({ ...this.#options, guard, consent, gate, cwd, roots });
    const sessionId = session.id;
    files.onDidRead(read => this.#didAccessFile.fire({ kind: 'read', sessionId, ...read }));
    files.onDidWrite(write => {
      this.#didAccessFile.fire({ kind: 'write', sessionId, ...write });
      if (write.conflicts.length > 0) {
        session.addNotice(conflictNote(write.path.shown, write.conflicts));
      }
    });
    files.onDidFail(({ message }) => session.addFailure(message));
    terminals.onDidChange(patch => session.applyPatch(patch));
    this.#terminals.set(sessionId, terminals);
    return { roots, guard, gate, files, fileRequests: new RunningRequests(), terminals };
  }
}

/** What a session may access, with the same checks for all its requests. */
export interface SessionAccess {
  readonly roots: readonly string[];
  readonly guard: PathGuard;
  readonly gate: Gate;
  readonly files: AgentFiles;
  /** The requests for files that are running. They are canceled when the user stops the turn. */
  readonly fileRequests: RunningRequests;
  readonly terminals: Terminals;
}

type FindResources = (request: { readonly sessionId: string }) => Promise<SessionAccess>;

const createFileRequests = (find: FindResources): FileRequests => ({
  read: async (request, signal) => {
    const { files, fileRequests } = await find(request);
    return fileRequests.run(signal, either => files.read(request, either));
  },
  write: async (request, signal) => {
    const { files, fileRequests } = await find(request);
    await fileRequests.run(signal, either => files.write(request, either));
  },
});

const createTerminalRequests = (find: FindResources): TerminalRequests => ({
  create: async (request, signal) => (await find(request)).terminals.create(request, signal),
  output: async request => (await find(request)).terminals.output(request),
  waitForExit: async (request, signal) =>
    (await find(request)).terminals.waitForExit(request, signal),
  kill: async request => {
    await (await find(request)).terminals.kill(request);
  },
  release: async request => {
    await (await find(request)).terminals.release(request);
  },
});
