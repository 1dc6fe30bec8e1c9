import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEADLINES } from '../../../src/agent/connection/deadlines.ts';
import { createProcessProgram } from '../../../src/agent/connection/processProgram.ts';
import type { AgentProgram } from '../../../src/agent/connection/agentProgram.ts';
import { JournalFolder } from '../../../src/agent/journal/journalFolder.ts';
import { SessionJournals } from '../../../src/agent/journal/sessionJournals.ts';
import { createExitError } from '../../../src/agent/process/exitError.ts';
import type { LaunchConfig } from '../../../src/agent/process/launchConfig.ts';
import { startAgent } from '../../../src/agent/process/startAgent.ts';
import { WorkspaceRequests } from '../../../src/agent/requests/workspaceRequests.ts';
import type { Session } from '../../../src/agent/session/session.ts';
import { Sessions } from '../../../src/agent/session/sessions.ts';
import { redact } from '../../../src/core/redaction/redact.ts';
import { OutputRedactor } from '../../../src/core/redaction/outputRedactor.ts';
import type { Entry } from '../../../src/core/session/transcript/entry.ts';
import { MemoryDocuments } from '../../fakes/memoryDocuments.ts';
import type { Scenario } from '../../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../../fakes/scriptedAgent.ts';
import { step, turn } from '../../fakes/step.ts';
import { tableEncodings } from '../../fakes/tableEncodings.ts';
import { createTemporaryFolder } from '../../harness/createTemporaryFolder.ts';
import { ReviewWindow } from '../../process/agent/review/reviewWindow.ts';
import type { FaultScenario } from './faultScenario.ts';

/** A value that must not appear anywhere: each agent has it in its environment and prints it. */
export const SECRET = 'canary-7Qm2xVb9LkTz4Rw8';

/** The client without an editor: sessions with their journals, file and terminal requests, and the review. */
export class FaultClient {
  readonly folder: string;
  readonly work: string;
  /** A folder outside the workspace, in which nothing may change. */
  readonly outside: string;
  readonly storage: string;
  /** The lines of the output channels. */
  readonly output: string[] = [];
  readonly requests: WorkspaceRequests;
  readonly review: ReviewWindow;
  readonly journals: SessionJournals;
  readonly sessions: Sessions;
  readonly faulty: Session;
  readonly healthy: Session;
  readonly agent: ScriptedAgent;

  private constructor(folder: string, parts: ClientParts) {
    this.folder = folder;
    this.work = path.join(folder, 'work');
    this.outside = path.join(folder, 'outside');
    this.storage = path.join(folder, 'storage');
    this.agent = parts.agents.faulty;
    this.journals = parts.journals;
    this.review = new ReviewWindow(path.join(this.storage, 'review'), undefined, text =>
      this.output.push(text),
    );
    this.requests = new WorkspaceRequests({
      documents: new MemoryDocuments(),
      encodings: tableEncodings(),
      environment: () => Promise.resolve(this.environment()),
      shell: () => '/bin/sh',
    });
    this.sessions = this.#createSessions(parts);
    this.journals.attach(this.sessions);
    this.healthy = this.sessions.create('healthy');
    this.faulty = this.sessions.create('faulty');
  }

  static async open(scenario: FaultScenario): Promise<FaultClient> {
    const folder = await createTemporaryFolder('fault');
    const at = (name: string): string => path.join(folder, name);
    await Promise.all(['work', 'outside', 'agents'].map(name => mkdir(at(name))));
    for (const [name, text] of Object.entries(FILES)) {
      await writeFile(path.join(at('work'), name), text);
      await writeFile(path.join(at('outside'), name), text);
    }
    const journalFolder = new JournalFolder(path.join(at('storage'), 'journals'));
    await journalFolder.prepare();
    const journals = new SessionJournals(journalFolder, error => this.#fail(error));
    await journals.loadOpenSessions();
    return new FaultClient(folder, {
      scenario,
      agents: {
        faulty: await scriptedAgent(at('agents'), withSecret(scenario.agent)),
        healthy: await scriptedAgent(at('agents'), HEALTHY),
      },
      journals,
    });
  }

  static #fail(error: unknown): never {
    throw error;
  }

  /** Contains a marker by which the processes of this client are found. */
  environment(): Readonly<Record<string, string>> {
    return { PATH: process.env['PATH'] ?? '', ACCORD_TEST: this.folder };
  }

  get entries(): readonly Entry[] {
    return this.faulty.conversation.transcript.entries;
  }

  /** Ends the client as closing the window does. */
  async close(): Promise<void> {
    await this.journals.close();
    await this.sessions.stopAgents();
    await this.requests.close();
    this.sessions.dispose();
    this.review.dispose();
  }

  #createSessions({ scenario, agents, journals }: ClientParts): Sessions {
    return new Sessions({
      promptBuilder: {
        build: draft =>
          Promise.resolve({
            blocks: draft.flatMap(part =>
              part.kind === 'text' ? [{ type: 'text', text: part.text }] : [],
            ),
            notes: [],
          }),
      },
      roots: () => [this.work],
      turnParticipant: {
        willStart: async info => {
          await this.review.tracker.willStart(info);
          await journals.flush();
        },
        didEnd: info => this.review.tracker.didEnd(info),
      },
      resolveAgent: id => {
        const scripted = { name: id, ...agents[id === 'faulty' ? 'faulty' : 'healthy'].launch };
        const recipe = id === 'faulty' ? (scenario.launch?.(scripted, this) ?? scripted) : scripted;
        return {
          name: id,
          options: {
            clientRequests: this.requests.forAgent(),
            clientVersion: '0.0.0',
            logger: { info: this.#log, warn: this.#log, error: this.#log },
            launchConfig: () => Promise.resolve(recipe),
            deadlines: { ...DEADLINES, ...(id === 'faulty' ? scenario.deadlines : {}) },
            launch: cwd => this.#launch(recipe, cwd),
          },
        };
      },
    });
  }

  readonly #log = (line: string): void => {
    this.output.push(redact(line, [SECRET]));
  };

  /** Starts an agent and records its output as the extension does. */
  async #launch(recipe: LaunchConfig, cwd: string): Promise<AgentProgram> {
    const environment = { ...this.environment(), CANARY_API_KEY: SECRET };
    const agent = await startAgent(recipe, { environment, cwd, workspaceRoots: [this.work] });
    const redactor = new OutputRedactor([SECRET]);
    agent.onDidReceiveOutput(text => this.output.push(redactor.write(text)));
    void agent.exited.then(() => this.output.push(redactor.end()));
    return createProcessProgram(agent, exit => createExitError(recipe, exit, environment));
  }
}

interface ClientParts {
  readonly scenario: FaultScenario;
  readonly agents: Readonly<Record<'faulty' | 'healthy', ScriptedAgent>>;
  readonly journals: SessionJournals;
}

const HEALTHY: Scenario = { on: [turn(step.say('fine'), step.stop('end_turn'))] };

const withSecret = (scenario: Scenario): Scenario => ({
  ...scenario,
  start: [step.stderr({ text: `my key is ${SECRET}\n` }), ...(scenario.start ?? [])],
});

/** The initial files of the workspace and of the folder outside it. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'a.txt': Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join(''),
  'crlf.txt': 'one\r\ntwo\r\nthree',
  'latin1.txt': Buffer.from('Gr\u00FC\u00DFe\n', 'latin1'),
  'binary.bin': Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 13, 10]),
  'empty.txt': '',
};
