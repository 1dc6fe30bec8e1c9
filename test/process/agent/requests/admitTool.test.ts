import { describe, expect, it } from 'vitest';
import type { ToolUse } from '../../../../src/agent/files/consent.ts';
import { RequestGate } from '../../../../src/agent/requests/requestGate.ts';
import { requestConsent } from '../../../../src/agent/requests/requestConsent.ts';
import type { PermissionPolicy } from '../../../../src/agent/requests/permissionPolicy.ts';
import type { PermissionRule } from '../../../../src/core/permission/permissionRule.ts';
import type { DecidedPermission } from '../../../../src/core/permission/permissionRules.ts';
import type { TurnPhase } from '../../../../src/core/session/state/turnPhase.ts';
import { fakeRequestSession } from '../../../fakes/requestSession.ts';

const USE: ToolUse = { name: 'send_mail', input: '{"to":"a\u202Eb"}', paths: [] };

/** What the gate did with one call. */
interface Outcome {
  readonly result: 'served' | 'refused';
  readonly asked: readonly string[];
  readonly recorded: number;
  readonly background: number;
}

async function admit(
  about: {
    readonly phase?: TurnPhase;
    readonly answer?: string;
    readonly decision?: DecidedPermission['decision'];
    readonly rule?: Partial<PermissionRule>;
  } = {},
): Promise<Outcome> {
  const { phase = 'running', answer, decision, rule = { kind: 'other' } } = about;
  const asked: string[] = [];
  let recorded = 0;
  let background = 0;
  const session = fakeRequestSession({
    turnPhase: () => phase,
    beginBackgroundWork: async () => {
      background += 1;
      return () => {};
    },
    ask: async request => {
      asked.push(JSON.stringify(request.toolCall));
      return answer;
    },
  });
  const policy: PermissionPolicy | undefined = decision && {
    decide: async () => ({
      decision,
      reason: { kind: 'rule', rules: [{ decision, ...rule }] },
    }),
    record: () => (recorded += 1),
  };
  const consent = { ask: requestConsent.bind(undefined, session) };
  const gate = new RequestGate(session, consent, policy);
  const result = await gate.admitTool(USE).then(
    () => 'served' as const,
    () => 'refused' as const,
  );
  return { result, asked, recorded, background };
}

describe('a tool of another extension', () => {
  it('needs the permission of the user for each call, who sees the tool and all arguments', async () => {
    const { result, asked } = await admit({ answer: 'once' });
    expect(result).toBe('served');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('send_mail');
    expect(asked[0]).toContain('<U+202E>');
    expect((await admit({ answer: 'deny' })).result).toBe('refused');
    expect((await admit()).result).toBe('refused');
  });

  it('is allowed or denied by a rule, which is recorded', async () => {
    expect(await admit({ decision: 'allow' })).toEqual({
      result: 'served',
      asked: [],
      recorded: 1,
      background: 0,
    });
    expect(await admit({ decision: 'deny' })).toMatchObject({ result: 'refused', recorded: 1 });
    expect((await admit({ decision: 'ask', answer: 'once' })).asked).toHaveLength(1);
  });

  it.each([{}, { path: 'src/**' }, { kind: 'edit' }, { kind: 'other', path: 'src/**' }] as const)(
    'is asked for despite the rule %j, since the agent writes the paths and any tool would match',
    async rule => {
      const { result, asked } = await admit({ decision: 'allow', rule, answer: 'once' });
      expect(result).toBe('served');
      expect(asked).toHaveLength(1);
    },
  );

  it('is not called after Stop, and asked for while no turn is running', async () => {
    const stopped = await admit({ phase: 'stopped', answer: 'once' });
    expect(stopped).toMatchObject({ result: 'refused', asked: [] });
    const background = await admit({ phase: 'none', answer: 'once', decision: 'allow' });
    expect(background).toMatchObject({ result: 'served', background: 1 });
    expect(background.asked).toHaveLength(1);
  });
});
