import type {
  Consent,
  ConsentAnswer,
  ConsentRequest,
  PathOperation,
} from '../../../../src/agent/files/consent.ts';
import type { RequestSession } from '../../../../src/agent/requests/clientRequests.ts';
import type {
  PermissionPolicy,
  PolicyRequest,
} from '../../../../src/agent/requests/permissionPolicy.ts';
import type { DecidedPermission } from '../../../../src/core/permission/permissionRules.ts';

export const AGENT = { id: 'agent', name: 'Agent' };

export const ALLOWED: DecidedPermission = { decision: 'allow', reason: { kind: 'mode' } };
export const DENIED: DecidedPermission = { decision: 'deny', reason: { kind: 'rule', rules: [] } };
export const ASKED_BY_RULE: DecidedPermission = {
  decision: 'ask',
  reason: { kind: 'rule', rules: [] },
};
export const ASKED_BY_DEFAULT: DecidedPermission = { decision: 'ask', reason: { kind: 'default' } };

/** A session in a turn of a local agent, as far as the gate knows it. */
export class GatedSession implements RequestSession {
  readonly id = 'session';
  readonly wireId = 'wire';
  readonly agent = AGENT;
  readonly agentName = undefined;
  readonly roots = ['/work'];
  isRemote = false;
  phase: ReturnType<RequestSession['turnPhase']> = 'running';
  /** What the review sees of the work outside a turn. */
  readonly work: string[] = [];

  turnPhase(): ReturnType<RequestSession['turnPhase']> {
    return this.phase;
  }

  async beginBackgroundWork(): Promise<() => void> {
    this.work.push('begin');
    return () => this.work.push('end');
  }

  async ask(): Promise<undefined> {}
  addNotice(): void {}
  addFailure(): void {}
  applyPatch(): void {}
}

/** A user who always answers the same. */
export class FixedUser implements Consent {
  answer: ConsentAnswer = 'once';
  onAsk: (() => void) | undefined;
  readonly asked: ConsentRequest[] = [];
  readonly signals: (AbortSignal | undefined)[] = [];

  async ask(request: ConsentRequest, signal?: AbortSignal): Promise<ConsentAnswer> {
    this.asked.push(request);
    this.signals.push(signal);
    this.onAsk?.();
    return this.answer;
  }
}

/** Rules that always decide the same. */
export class FixedPolicy implements PermissionPolicy {
  decided = ASKED_BY_DEFAULT;
  onDecide: (() => void) | undefined;
  readonly requests: PolicyRequest[] = [];
  readonly recorded: (readonly [PolicyRequest, DecidedPermission])[] = [];

  async decide(request: PolicyRequest): Promise<DecidedPermission> {
    this.requests.push(request);
    this.onDecide?.();
    return this.decided;
  }

  record(request: PolicyRequest, decided: DecidedPermission): void {
    this.recorded.push([request, decided]);
  }
}

/** A question about a file that a link leads to. */
export const about = (
  why: 'outside' | 'runs code' | 'secret',
  operation: PathOperation,
): ConsentRequest => ({
  kind: 'path',
  why,
  what: '',
  operation,
  requested: '/link/b.txt',
  real: '/away/b.txt',
});
