import type { Consent, ConsentAnswer, ConsentRequest } from '../files/consent.ts';
import type { RequestSession } from './clientRequests.ts';
import type { PermissionPolicy, PolicyRequest } from './permissionPolicy.ts';

/** What a session wants us to do, for the rules. */
export const toPolicyRequest = (
  session: RequestSession,
  wanted: Pick<PolicyRequest, 'kind' | 'paths' | 'command'>,
): PolicyRequest => ({
  agent: session.agent,
  sessionId: session.id,
  source: 'client',
  roots: session.roots,
  ...wanted,
});

/** Answers requests for paths outside the workspace by the user's rules, and asks the user about everything else. */
export const consentByRules = (
  session: RequestSession,
  policy: PermissionPolicy | undefined,
  user: Consent,
): Consent => ({
  ask: async (request, signal) =>
    (await answerByRules(session, policy, request)) ?? user.ask(request, signal),
});

async function answerByRules(
  session: RequestSession,
  policy: PermissionPolicy | undefined,
  request: ConsentRequest,
): Promise<ConsentAnswer | undefined> {
  if (!policy || request.kind !== 'path' || request.operation === 'run') {
    return undefined;
  }
  const { requested, real, operation } = request;
  const kind = operation === 'write' ? 'edit' : 'read';
  const wanted = toPolicyRequest(session, { kind, paths: [requested, real] });
  const decided = await policy.decide(wanted);
  // Files that run code or contain secrets need the user each time, and so does everything outside a turn.
  const isAllowed =
    decided.decision === 'allow' && request.why === 'outside' && session.turnPhase() === 'running';
  if (!isAllowed && decided.decision !== 'deny') {
    return undefined;
  }
  policy.record(wanted, decided);
  return isAllowed ? 'once' : 'deny';
}
