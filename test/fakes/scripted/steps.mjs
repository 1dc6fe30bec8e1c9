import { exec } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './child.mjs';
import { callTool } from './mcpClient.mjs';
import { copies, fill } from './template.mjs';

const POLL_MS = 10;
const CHILD_LIFE_MS = 60_000;
const COMMAND_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Steps that fill in the variables of their inner steps themselves. */
const FILLS_ITSELF = new Set(['repeat', 'parallel', 'background', 'match', 'ifFile', 'oneWrite']);

/** Plays steps one after the other. */
export async function playSteps(run, steps) {
  for (const step of steps) {
    await play(run, step);
  }
}

async function play(run, step) {
  const act = ACTS[step.do];
  if (!act) {
    throw new Error(`No such step: ${step.do}`);
  }
  await run.wait(Promise.resolve());
  const counted = (step.times ?? 1) > 1;
  const variables = counted ? run.round(undefined).variables : run.variables;
  await act(run, FILLS_ITSELF.has(step.do) ? step : fill(step, variables));
}

const ACTS = {
  // Messages to the client
  update: (run, step) => {
    const sessionId = step.sessionId ?? run.session.sessionId;
    return many(run, step, {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId, update: step.update },
    });
  },
  notify: (run, { method, params }) => run.wait(run.agent.wire.send({ method, params })),
  message: (run, step) => many(run, step, step.message),
  call,
  await: (run, { name }) => keep(run, name, run.variables[`${name}.pending`]),
  tool: async (run, { server = 'accord', name, arguments: input, save }) => {
    const entry = run.agent.defaults
      .mcpServersOf(run.session.sessionId)
      .find(one => one.name === server);
    const answer = entry
      ? await run.wait(callTool(entry, name, input, run.agent))
      : { error: 'no server' };
    run.variables[save ?? 'tool'] = answer;
    run.agent.recorder.note(save ?? 'tool', answer);
  },
  cancelCall: (run, { name }) =>
    run.agent.wire.send({
      method: '$/cancel_request',
      params: { requestId: run.variables[`${name}.id`] },
    }),
  reply: (run, { result, error }) => {
    const { method, params } = run.message;
    const isDefault = result === undefined && error === undefined;
    return run.reply(
      isDefault ? run.agent.defaults.answer(method, params, run) : error ? { error } : { result },
    );
  },
  ignore: run => {
    run.state.replied = true;
  },
  write,
  oneWrite: async (run, { steps }) => {
    run.agent.wire.hold();
    try {
      await playSteps(run, steps);
    } finally {
      await run.agent.wire.release();
    }
  },

  // Order and choice
  sleep: (run, { ms }) => run.wait(sleep(ms)),
  repeat: async (run, { times, steps, atOnce }) => {
    const rounds = Array.from({ length: times }, (_, i) => () => playSteps(run.round(i), steps));
    if (atOnce) {
      await run.wait(Promise.all(rounds.map(round => round())));
      return;
    }
    for (const round of rounds) {
      await round();
    }
  },
  parallel: (run, { branches }) => Promise.all(branches.map(steps => playSteps(run, steps))),
  background: (run, { steps }) => {
    run.agent.watch(playSteps(run, steps));
  },
  match: (run, { value, cases, otherwise }) => {
    const key = String(fill(value, run.variables));
    return playSteps(run, (Object.hasOwn(cases, key) ? cases[key] : otherwise) ?? []);
  },
  ifFile: (run, { path, there, missing }) =>
    playSteps(
      run,
      (existsSync(resolvePath(run, fill(path, run.variables))) ? there : missing) ?? [],
    ),
  waitForFile: (run, { path }) => until(run, () => existsSync(resolvePath(run, path))),
  waitForCancel: run => run.cancelling.promise,

  // Files and programs that the agent uses itself
  writeFile: async (run, { path, text, base64 }) => {
    const target = resolvePath(run, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, base64 === undefined ? (text ?? '') : Buffer.from(base64, 'base64'));
  },
  deleteFile: (run, { path }) => rm(resolvePath(run, path), { recursive: true, force: true }),
  rename: (run, { from, to }) => rename(resolvePath(run, from), resolvePath(run, to)),
  symlink: (run, { target, path }) => symlink(target, resolvePath(run, path)),
  shell: async (run, { command, save }) => {
    const outcome = await run.wait(shell(command, run.session.cwd));
    run.agent.recorder.note('shell', outcome);
    run.variables[save ?? 'shell'] = outcome;
  },
  note: (run, { name, value }) => run.agent.recorder.note(name, value),

  // Misbehavior
  spawn: async (run, step) => {
    const token = `${process.pid}-${run.agent.nextId()}`;
    const log = run.agent.recorder.path;
    startChild({ shape: 'plain', lifeMs: CHILD_LIFE_MS, ...step, token, log });
    await until(run, async () => (await readFile(log, 'utf8')).includes(`"${token}"`));
  },
  exit: async (run, { code }) => {
    await run.agent.wire.flush();
    process.exit(code ?? 0);
  },
  signal: async (run, { signal }) => {
    await run.agent.wire.flush();
    process.kill(process.pid, signal);
    await sleep(CHILD_LIFE_MS);
  },
  stopReading: () => {
    process.stdin.pause();
  },
  readAgain: () => {
    process.stdin.resume();
  },
  closeStdin: async () => {
    await once(process.stdin.destroy(), 'close');
    // Node releases its standard streams, but never closes them.
    closeSync(0);
  },
  closeStdout: async run => {
    await run.agent.wire.flush();
    closeSync(1);
  },
  burn: (_, { ms }) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  },
  allocate: (run, { bytes }) => {
    run.agent.ballast.push(Buffer.alloc(bytes, 1));
  },
};

/** Sends a message many times, as fast as the client reads, or `perTick` of them every `everyMs`. */
async function many(run, { times = 1, everyMs = 0, perTick = 1 }, message) {
  const copy = copies(`${JSON.stringify(message)}\n`);
  const { wire } = run.agent;
  if (everyMs === 0 || times === 1) {
    await run.wait(wire.writeMany(copy, times, () => run.stopped));
    return;
  }
  for (let sent = 0; sent < times; sent += perTick) {
    const from = sent;
    await run.wait(
      wire.writeMany(
        i => copy(from + i),
        Math.min(perTick, times - sent),
        () => run.stopped,
      ),
    );
    await run.wait(sleep(everyMs));
  }
}

async function call(run, { method, params, save, later, omitSession }) {
  const filled = omitSession ? params : { sessionId: run.session.sessionId, ...params };
  const { id, answer } = run.agent.call(method, filled);
  const name = save ?? 'answer';
  run.variables[`${name}.id`] = id;
  run.variables[`${name}.pending`] = answer;
  if (!later) {
    await keep(run, name, answer);
  }
}

async function keep(run, name, pending) {
  run.variables[name] = await run.wait(pending);
}

/**
 * Writes any bytes to stdout or stderr. Parts can be repeated, so that a scenario for huge or deeply nested input is
 * small.
 */
async function write(run, { to, parts, times = 1, everyMs = 0 }) {
  for (let i = 0; i < times; i += 1) {
    for (const part of parts) {
      await run.wait(writePart(run, to, part));
    }
    await run.wait(everyMs > 0 ? sleep(everyMs) : undefined);
  }
}

async function writePart(run, to, { text, hex, base64, times = 1 }) {
  if (text !== undefined && to !== 'stderr') {
    await run.agent.wire.writeMany(copies(text), times, () => run.stopped);
    return;
  }
  const bytes = Buffer.from(text ?? hex ?? base64, encoding(text, hex));
  for (let i = 0; i < times && !run.stopped; i += 1) {
    await (to === 'stderr' ? toStderr(bytes) : run.agent.wire.write(bytes));
  }
}

function encoding(text, hex) {
  if (text !== undefined) {
    return 'utf8';
  }
  return hex === undefined ? 'base64' : 'hex';
}

function toStderr(bytes) {
  return new Promise(done => process.stderr.write(bytes, () => done()));
}

async function until(run, holds) {
  while (!(await holds())) {
    await run.wait(sleep(POLL_MS));
  }
}

function resolvePath(run, path) {
  return resolve(run.session.cwd ?? process.cwd(), path);
}

function shell(command, cwd) {
  return new Promise(done => {
    exec(command, { cwd, maxBuffer: COMMAND_OUTPUT_BYTES }, (error, stdout, stderr) =>
      done({ stdout, stderr, code: error ? (error.code ?? null) : 0 }),
    );
  });
}
