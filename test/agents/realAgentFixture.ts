import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentProgram } from '../../src/agent/connection/agentProgram.ts';
import { createExitError } from '../../src/agent/process/exitError.ts';
import type { LaunchConfig } from '../../src/agent/process/launchConfig.ts';
import {
  filterMarkedLinux,
  listLinuxProcesses,
} from '../../src/agent/process/table/linuxProcesses.ts';
import { createProcessProgram } from '../../src/agent/connection/processProgram.ts';
import { startAgent } from '../../src/agent/process/startAgent.ts';
import type { Session } from '../../src/agent/session/session.ts';
import { Sessions } from '../../src/agent/session/sessions.ts';
import { WorkspaceRequests } from '../../src/agent/requests/workspaceRequests.ts';
import { createTrafficMessage, type TrafficMessage } from '../../src/core/traffic/trafficLog.ts';
import { MemoryDocuments } from '../fakes/memoryDocuments.ts';
import { tableEncodings } from '../fakes/tableEncodings.ts';
import { documentPrompts } from './documentPrompts.ts';
import { startModel, type ModelServer } from './model/modelServer.ts';
import type { AgentEnvironment, RealAgent } from './realAgent.ts';
import { ReviewFixture } from './reviewFixture.ts';
import { createTemporaryFolder } from '../harness/createTemporaryFolder.ts';

/** The variable by which all processes of an agent are found. */
const MARK = 'ACCORD_AGENT_RUN';

/** A real agent with a scripted model and the whole agent layer of Accord, without an editor. */
export class RealAgentFixture {
  readonly agent: RealAgent;
  readonly model: ModelServer;
  /** The workspace, which is a git repository. */
  readonly root: string;
  readonly documents = new MemoryDocuments();
  readonly requests: WorkspaceRequests;
  readonly review: ReviewFixture;
  readonly sessions: Sessions;
  readonly passages: TrafficMessage[] = [];
  /** What the agent printed besides protocol messages. */
  readonly logLines: string[] = [];
  readonly #folder: string;
  readonly #install: string;

  private constructor(agent: RealAgent, folder: string, model: ModelServer, install: string) {
    this.agent = agent;
    this.model = model;
    this.#folder = folder;
    this.#install = install;
    this.root = path.join(folder, 'work');
    this.requests = new WorkspaceRequests({
      documents: this.documents,
      encodings: tableEncodings(),
      environment: async () => ({
        PATH: process.env['PATH'] ?? '',
        HOME: path.join(folder, 'home'),
        [MARK]: folder,
      }),
      shell: () => '/bin/sh',
    });
    this.review = new ReviewFixture(path.join(folder, 'storage'), id => this.sessions.find(id));
    this.sessions = this.#open({ model: model.url, home: path.join(folder, 'home'), install });
    this.review.follow(this.sessions, this.requests);
    this.sessions.onDidLog(({ line }) => this.logLines.push(line));
  }

  static async open(
    agent: RealAgent,
    install: string,
    files: Readonly<Record<string, string>>,
  ): Promise<RealAgentFixture> {
    const folder = await createTemporaryFolder(agent.id);
    const model = await startModel();
    const environment = { model: model.url, home: path.join(folder, 'home'), install };
    await writeFiles(environment.home, { '.keep': '', ...agent.files?.(environment) });
    await writeFiles(path.join(folder, 'work'), files);
    commitAll(path.join(folder, 'work'));
    return new RealAgentFixture(agent, folder, model, install);
  }

  /** The same agent in a place of its own, to which version 2 of the protocol is offered. */
  openVersion2(): Promise<RealAgentFixture> {
    return RealAgentFixture.open({ ...this.agent, protocolVersion: 2 }, this.#install, {
      'a.txt': '',
    });
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  text(name: string): Promise<string> {
    return readFile(this.at(name), 'utf8');
  }

  /** Opens a session and waits until the agent is ready. */
  createSession(): Session {
    return this.sessions.create(this.agent.id);
  }

  /** The command lines of processes of the agent that are still running. */
  async listRunningProcesses(): Promise<readonly string[]> {
    if (process.platform !== 'linux') {
      return []; // Only Linux allows reading the environment of other processes.
    }
    const found = await filterMarkedLinux(`${MARK}=${this.#folder}`, await listLinuxProcesses());
    return Promise.all(
      found.map(async ({ pid }) =>
        (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '),
      ),
    );
  }

  async close(): Promise<void> {
    await this.sessions.stopAgents();
    await this.requests.close();
    this.sessions.dispose();
    this.review.dispose();
    await this.model.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #open(environment: AgentEnvironment): Sessions {
    const launchConfig = launchConfigOf(this.agent, environment, { [MARK]: this.#folder });
    return new Sessions({
      promptBuilder: documentPrompts(this.root, this.documents),
      turnParticipant: this.review.turns,
      roots: () => [this.root],
      resolveAgent: () => ({
        name: this.agent.name,
        options: {
          logger: { info: () => {}, warn: () => {}, error: () => {} },
          clientVersion: '0.0.0',
          clientRequests: this.requests.forAgent(),
          protocolVersion: () => this.agent.protocolVersion ?? 1,
          launchConfig: () => Promise.resolve(launchConfig),
          onMessage: (direction, message) => {
            const about = { agent: this.agent.id, direction, atMs: this.passages.length };
            this.passages.push(createTrafficMessage(message, about, 'verbose'));
          },
          launch: cwd => launch(launchConfig, cwd, line => this.logLines.push(line)),
        },
      }),
    });
  }
}

/** How an agent is started: with a home folder of its own, and with nothing of the user's environment but the PATH. */
export function launchConfigOf(
  agent: RealAgent,
  environment: AgentEnvironment,
  more: Readonly<Record<string, string>> = {},
): LaunchConfig {
  const { home, install } = environment;
  const program = path.join(install, 'node_modules', agent.program);
  const isScript = /\.[cm]?js$/.test(program);
  const args = agent.args ?? [];
  return {
    name: agent.name,
    command: isScript ? process.execPath : program,
    args: isScript ? [program, ...args] : args,
    env: {
      PATH: [path.dirname(process.execPath), process.env['PATH'] ?? ''].join(path.delimiter),
      HOME: home,
      TMPDIR: tmpdir(),
      // Requests to the internet fail immediately.
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
      NO_BROWSER: '1',
      ...agent.env?.(environment),
      ...more,
    },
  };
}

async function launch(
  launchConfig: LaunchConfig,
  cwd: string,
  note: (line: string) => void,
): Promise<AgentProgram> {
  const environment = { PATH: process.env['PATH'] ?? '' };
  const agent = await startAgent(launchConfig, { environment, cwd });
  agent.onDidReceiveOutput(note);
  return createProcessProgram(agent, exit => createExitError(launchConfig, exit, environment));
}

/** Writes files below a folder. */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function commitAll(cwd: string): void {
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd });
  };
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'a commit');
}
