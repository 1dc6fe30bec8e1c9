import { access, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { waitUntil } from '../harness/waitUntil.ts';
import type { AgentRun } from './agentRun.ts';
import type { SubagentReport } from './agentTable.ts';
import { STEP_MS } from './timeLimits.ts';
import { agentText, failures } from './transcriptTexts.ts';

const STEERED = 'A message into the turn.';
const SUBAGENT = 'Said by a sub-agent.';

/** Checks what agents do beyond the stable protocol. */
export class ExtensionChecks {
  /** Whether a message that was sent into a running turn reached the model. */
  steered = false;
  /** How a sub-agent was reported. */
  subagents: SubagentReport = 'not tried';
  readonly #run: AgentRun;

  constructor(run: AgentRun) {
    this.#run = run;
  }

  /** Offers version 2 of the protocol, which most agents do not know: they get `initialize` again. */
  async checkVersion2(): Promise<void> {
    const fixture = await this.#run.fixture.openVersion2();
    try {
      const session = fixture.createSession();
      const { conversation } = session;
      await waitUntil(() => conversation.state.status.kind !== 'starting', STEP_MS);
      const seen = [...failures(session), ...fixture.logLines].join('\n');
      expect(conversation.state.status.kind, seen).toBe('idle');
      expect(failures(session)).toEqual([]);
    } finally {
      await fixture.close();
    }
  }

  /** Sends a message while a command of the turn runs, which ends only after the agent has taken the message. */
  async checkSteering(): Promise<void> {
    const { session, user, fixture } = this.#run;
    if (!session.conversation.state.canSteer) {
      return;
    }
    const turn = user.promptSteps([
      this.#run.shell('touch waits.txt; until [ -e go.txt ]; do sleep 0.1; done'),
      { do: 'say', text: 'Steered.' },
    ]);
    await waitUntil(() => exists(fixture.at('waits.txt')), STEP_MS);
    const message = session.send([{ kind: 'text', text: STEERED }], 'steer');
    const { conversation } = session;
    await waitUntil(
      () => conversation.transcript.entries.some(entry => entry.kind === 'user' && entry.steered),
      STEP_MS,
    );
    await writeFile(fixture.at('go.txt'), '');
    expect(await turn).toBe('end_turn');
    await message;
    expect(agentText(session)).toContain('Steered.');
    expect(this.#run.getReceivedTexts()).toContain(STEERED);
    this.steered = true;
  }

  /** Makes the model start a sub-agent. */
  async checkSubagent(): Promise<void> {
    const { user, fixture } = this.#run;
    if (!fixture.agent.hasSubagents) {
      return;
    }
    const from = fixture.passages.length;
    await user.promptSteps([
      { do: 'delegate', text: SUBAGENT },
      { do: 'say', text: 'Delegated.' },
    ]);
    await waitUntil(() => this.#hasRun(), STEP_MS); // In the background it may start after the turn.
    expect(agentText(this.#run.session)).toContain('Delegated.');
    this.subagents = reportIn(fixture.passages.slice(from).map(({ text }) => text ?? ''));
  }

  /** Whether the model was asked on behalf of the sub-agent, which does not know the script of the prompt. */
  #hasRun(): boolean {
    return this.#run.newRequests.some(
      ({ texts }) => texts.includes(SUBAGENT) && !texts.includes('"do":"delegate"'),
    );
  }
}

function reportIn(traffic: readonly string[]): SubagentReport {
  if (traffic.some(text => text.includes('"subagent_update"'))) {
    return 'sessions';
  }
  return traffic.some(text => /"parentTool(?:Use|Call)Id"/.test(text)) ? 'updates' : 'a call';
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
