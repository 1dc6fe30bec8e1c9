import type { Session } from '../../../../src/agent/session/session.ts';
import type { Json, Rule, Step } from '../../../fakes/scenario.ts';
import type { SessionFixture, SessionFixtureOptions } from '../../../fakes/sessionFixture.ts';
import { on, step, turn } from '../../../fakes/step.ts';

/** Fields of a message. */
export type Fields = Readonly<Record<string, Json>>;

/** Steps of an agent that speaks version 2 of the protocol. */
export const update = (sessionUpdate: string, fields: Fields = {}): Step =>
  step.update({ sessionUpdate, ...fields });
export const state = (fields: Fields): Step => update('state_update', fields);
export const idle = (fields: Fields = { stopReason: 'end_turn' }): Step =>
  state({ state: 'idle', ...fields });
export const say = (text: string, messageId = 'm'): Step =>
  update('agent_message_chunk', { messageId, content: { type: 'text', text } });
export const call = (toolCallId: string, fields: Fields): Step =>
  update('tool_call_update', { toolCallId, ...fields });

/** The agent takes the prompt, does something and is idle. */
export const work = (...steps: readonly Step[]): Rule =>
  turn(step.reply({ messageId: 'prompt' }), state({ state: 'running' }), ...steps, idle());

/** The agent chooses version 2. */
export const initialize = (more: Fields = {}): Rule =>
  on(
    'initialize',
    step.reply({
      protocolVersion: 2,
      info: { name: 'scripted', version: '2.0.0' },
      capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {} } } },
      ...more,
    }),
  );

/** Opens a session with an agent to which version 2 is offered. */
export const playVersion2 = (
  fixture: SessionFixture,
  rules: readonly Rule[],
  options: SessionFixtureOptions = {},
) => fixture.play({ on: [...rules, initialize()] }, { protocolVersion: 2, ...options });

/** The last tool call of a session. */
export function lastTool({ conversation }: Session) {
  const entry = conversation.transcript.entries.findLast(({ kind }) => kind === 'tool');
  return entry?.kind === 'tool' ? entry : undefined;
}
