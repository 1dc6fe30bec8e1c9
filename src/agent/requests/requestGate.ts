import type { DecidedPermission } from '../../core/permission/permissionRules.ts';
import { formatCommand } from '../../core/terminal/commandLine.ts';
import type {
  CommandStart,
  Consent,
  ConsentRequest,
  FileAccess,
  Gate,
  ToolUse,
} from '../files/consent.ts';
import { toPolicyRequest } from './consentByRules.ts';
import type { PermissionPolicy, PolicyRequest } from './permissionPolicy.ts';
import { invalidParams, requestCanceled, throwIfCanceled } from '../wire/responseError.ts';
import type { RequestSession } from './clientRequests.ts';

/**
 * Serves nothing after the user has stopped the turn, and asks the user while no turn is running. The commands of a remote
 * agent are always confirmed. The user's rules can deny everything that is served, or ask about it.
 */
export class RequestGate implements Gate {
  readonly #session: RequestSession;
  readonly #consent: Consent;
  readonly #policy: PermissionPolicy | undefined;

  constructor(session: RequestSession, consent: Consent, policy: PermissionPolicy | undefined) {
    this.#session = session;
    this.#consent = consent;
    this.#policy = policy;
  }

  async admitFile(access: FileAccess, signal?: AbortSignal): Promise<void> {
    this.#throwIfStopped(signal);
    const { operation, requested, real, isInside } = access;
    const kind = operation === 'write' ? 'edit' : 'read';
    const { decided } = await this.#applyRules({ kind, paths: [requested, real] });
    const isAsked = isAskedByRule(decided);
    const isBackground = operation === 'write' && this.#isBackground;
    if (isBackground || (isAsked && isInside)) {
      const why = isBackground ? 'background' : 'rule';
      await this.#ask({ kind: 'file', why, operation, requested, real }, signal);
    }
    this.#throwIfStopped(signal);
  }

  async mayReadUnasked(paths: readonly string[]): Promise<boolean> {
    const request = toPolicyRequest(this.#session, { kind: 'read', paths });
    const decided = await this.#policy?.decide(request);
    if (decided?.decision === 'deny') {
      this.#policy?.record(request, decided);
    }
    return decided?.decision !== 'deny' && !isAskedByRule(decided);
  }

  async admitCommand(
    { command, cwd, env, isTask = false }: CommandStart,
    signal?: AbortSignal,
  ): Promise<() => void> {
    this.#throwIfStopped(signal);
    const wanted = { kind: 'execute', paths: [cwd], command } as const;
    const { request, decided } = await this.#applyRules(wanted);
    const isBackground = this.#isBackground;
    // A rule is about a command, and the variables of a task can change what that does.
    const isCovered = decided?.decision === 'allow' && Object.keys(env).length === 0;
    const why = this.#whyToAsk(decided, isTask && !isCovered);
    if (why !== undefined) {
      await this.#ask({ kind: 'command', why, command: formatCommand(command), cwd, env }, signal);
    } else if (isTask && decided) {
      this.#policy?.record(request, decided);
    }
    this.#throwIfStopped(signal);
    return isBackground ? this.#session.beginBackgroundWork() : () => {};
  }

  async admitTool(use: ToolUse, signal?: AbortSignal): Promise<() => void> {
    this.#throwIfStopped(signal);
    const isBackground = this.#isBackground;
    const wanted = { kind: 'other', paths: use.paths } as const;
    const { request, decided } = await this.#applyRules(wanted);
    if (decided && allowsForeignTools(decided) && !isBackground) {
      this.#policy?.record(request, decided);
    } else {
      await this.#ask({ kind: 'tool', ...use }, signal);
    }
    this.#throwIfStopped(signal);
    return isBackground ? this.#session.beginBackgroundWork() : () => {};
  }

  /** A task runs without a question only if a rule allows its command and it sets no variables. */
  #whyToAsk(
    decided: DecidedPermission | undefined,
    isUncoveredTask: boolean,
  ): (ConsentRequest & { kind: 'command' })['why'] | undefined {
    if (this.#isBackground) {
      return 'background';
    }
    if (this.#session.isRemote) {
      return 'remote';
    }
    if (isAskedByRule(decided)) {
      return 'rule';
    }
    return isUncoveredTask ? 'task' : undefined;
  }

  /** Throws if a rule denies it. */
  async #applyRules(wanted: Pick<PolicyRequest, 'kind' | 'paths' | 'command'>): Promise<{
    readonly request: PolicyRequest;
    readonly decided: DecidedPermission | undefined;
  }> {
    const request = toPolicyRequest(this.#session, wanted);
    const decided = await this.#policy?.decide(request);
    if (decided?.decision === 'deny') {
      this.#policy?.record(request, decided);
      throw invalidParams('A rule of the user denies this.', { reason: 'rule' });
    }
    return { request, decided };
  }

  get #isBackground(): boolean {
    return this.#session.turnPhase() === 'none';
  }

  async #ask(request: ConsentRequest, signal: AbortSignal | undefined): Promise<void> {
    const answer = await this.#consent.ask(request, signal);
    this.#throwIfStopped(signal);
    if (answer === 'deny') {
      throw invalidParams('The user did not allow this.', { reason: request.kind });
    }
  }

  #throwIfStopped(signal: AbortSignal | undefined): void {
    throwIfCanceled(signal);
    if (this.#session.turnPhase() === 'stopped') {
      throw requestCanceled();
    }
  }
}

const isAskedByRule = (decided: DecidedPermission | undefined): boolean =>
  decided?.decision === 'ask' && decided.reason.kind === 'rule';

/**
 * Whether rules are meant for tools of which nobody knows what they do. The agent writes the paths that such a tool gets, so they can
 * only make a decision stricter.
 */
const allowsForeignTools = ({ decision, reason }: DecidedPermission): boolean =>
  decision === 'allow' &&
  reason.kind === 'rule' &&
  reason.rules.every(({ kind, path }) => path === undefined && [kind].flat().includes('other'));
