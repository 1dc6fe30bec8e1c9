import { readFileSync } from 'node:fs';
import { Defaults } from './defaults.mjs';
import { recorder } from './recorder.mjs';
import { Run, Stopped } from './run.mjs';
import { playSteps } from './steps.mjs';
import { Wire } from './wire.mjs';

const FAILED_SCRIPT_CODE = 70;
const OUTLIVED_CODE = 71;
const LIFE_MS = 10 * 60_000;

/** An ACP agent that plays a scenario. It follows the protocol wherever the scenario does not say otherwise. */
class ScriptedAgent {
  wire = new Wire();
  ballast = [];
  #scenario;
  #ids = 0;
  #pending = new Map();
  #runs = new Set();
  #turns = new Map();

  constructor(scenario) {
    this.#scenario = scenario;
    this.recorder = recorder(scenario.log);
    this.defaults = new Defaults(scenario);
  }

  async start(args) {
    const { start = [], commandLine = [] } = this.#scenario;
    this.recorder.note('started', { args, cwd: process.cwd(), env: process.env });
    this.#harden();
    const run = new Run({ agent: this, session: { cwd: process.cwd() } });
    const spoken = commandLine.find(({ when }) => new RegExp(when).test(args.join(' ')));
    await playSteps(run, spoken?.steps ?? start);
    if (spoken) {
      await this.wire.flush();
      process.exit(0);
    }
    this.wire.listen(
      line => this.#receive(line),
      () => this.#ended(),
    );
  }

  nextId() {
    this.#ids += 1;
    return this.#ids;
  }

  /** Sends a request. The answer is `{result}` or `{error}`, and is recorded like all other input. */
  call(method, params) {
    const id = this.nextId();
    const answer = new Promise(resolve => {
      this.#pending.set(id, resolve);
    });
    this.watch(this.wire.send({ id, method, params }));
    return { id, answer };
  }

  /** A script that fails is a mistake in the test and is reported. One that a cancellation stopped is not. */
  watch(promise) {
    promise.catch(error => {
      if (!(error instanceof Stopped)) {
        this.recorder.note('failed', String(error?.stack ?? error));
        process.stderr.write(`scripted agent: ${error?.stack ?? error}\n`);
        process.exit(FAILED_SCRIPT_CODE);
      }
    });
  }

  #receive(line) {
    const message = parse(line);
    if (message === undefined) {
      this.recorder.note('notJson', line);
      return;
    }
    this.recorder.received(message);
    if (message.method === undefined) {
      this.#pending.get(message.id)?.({ result: message.result, error: message.error });
      this.#pending.delete(message.id);
      return;
    }
    this.watch(message.id === undefined ? this.#notified(message) : this.#answer(message));
  }

  async #notified(message) {
    if (message.method === 'session/cancel') {
      this.#cancel(run => run.session.sessionId === message.params?.sessionId && isTurn(run));
    }
    if (message.method === '$/cancel_request') {
      this.#cancel(run => run.message.id === message.params?.requestId, true);
    }
    const { steps } = this.#ruleFor(message);
    await playSteps(this.#run(message), steps);
  }

  async #answer(message) {
    if (message.method === 'session/close') {
      this.#cancel(run => run.session.sessionId === message.params?.sessionId && isTurn(run));
    }
    const run = this.#run(message, this.#ruleFor(message));
    this.#runs.add(run);
    try {
      await this.#play(run);
      if (!run.state.replied) {
        await run.reply(this.#lastWord(run));
      }
    } finally {
      this.#runs.delete(run);
    }
  }

  async #play(run) {
    try {
      await playSteps(run, run.rule.steps);
    } catch (error) {
      if (!(error instanceof Stopped)) {
        throw error;
      }
      run.restart();
      await playSteps(run, Array.isArray(run.rule.onCancel) ? run.rule.onCancel : []);
    }
  }

  #lastWord(run) {
    return run.state.requestCancelled
      ? { error: { code: -32800, message: 'Request cancelled' } }
      : this.defaults.answer(run.message.method, run.message.params, run);
  }

  #cancel(isMeant, byRequest = false) {
    for (const run of [...this.#runs].filter(isMeant)) {
      run.state.requestCancelled = byRequest;
      run.cancel(stopsOnCancel(run.rule));
    }
  }

  #run(message, rule) {
    return new Run({
      agent: this,
      message,
      rule,
      session: this.defaults.sessionFor(message.method, message.params),
    });
  }

  /** A rule whose `when` matches takes precedence. The others are used in order, and the last one is repeated. */
  #ruleFor(message) {
    const rules = (this.#scenario.on ?? []).filter(({ method }) => method === message.method);
    const text = matchedText(message);
    const fitting = rules.find(({ when }) => when !== undefined && new RegExp(when).test(text));
    if (fitting) {
      return fitting;
    }
    const inOrder = rules.filter(({ when }) => when === undefined);
    const turn = this.#turns.get(message.method) ?? 0;
    this.#turns.set(message.method, turn + 1);
    return inOrder[Math.min(turn, inOrder.length - 1)] ?? { steps: [] };
  }

  #harden() {
    const { ignoreSignals, lifeMs } = this.#scenario;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
      process.on(signal, () => {
        this.recorder.note('signal', signal);
        if (!ignoreSignals) {
          process.exit(0);
        }
      });
    }
    // Keeps the agent alive while it does not read, and ends an agent that a failed test has left behind.
    setTimeout(() => process.exit(OUTLIVED_CODE), lifeMs ?? LIFE_MS);
  }

  #ended() {
    this.recorder.note('stdinEnded');
    if (!this.#scenario.ignoreEof) {
      process.exit(0);
    }
  }
}

/** Steps that wait for the cancellation handle it themselves. */
function stopsOnCancel({ steps, onCancel }) {
  return onCancel !== 'ignore' && !JSON.stringify(steps).includes('"do":"waitForCancel"');
}

function isTurn(run) {
  return run.message.method === 'session/prompt';
}

/** A rule is matched against the text of a prompt, or the JSON of any other message. */
function matchedText({ method, params }) {
  return method === 'session/prompt'
    ? (params?.prompt ?? []).map(({ text }) => text ?? '').join('\n')
    : JSON.stringify(params ?? {});
}

function parse(line) {
  try {
    const value = JSON.parse(line);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined; // The caller records the line as text.
  }
}

const [scenarioPath, ...args] = process.argv.slice(2);
const agent = new ScriptedAgent(
  JSON.parse(process.env['ACCORD_SCENARIO'] ?? readFileSync(scenarioPath, 'utf8')),
);
agent.watch(agent.start(args));
