import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { recorder } from './recorder.mjs';

const PROGRAM = fileURLToPath(import.meta.url);

/**
 * Starts a child process that keeps running. Shapes: `plain`; `detached` (in a session of its own); `doubleFork` (its
 * parent exits at once, as with a daemon). It exits after `lifeMs`, so that a failed test leaves no process behind.
 */
export function startChild(options) {
  const { shape, holdsPipes, cleanEnv } = options;
  const stdin = shape === 'plain' ? 'pipe' : 'ignore';
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
    detached: shape === 'detached',
    stdio: holdsPipes ? 'inherit' : [stdin, 'ignore', 'ignore'],
    env: cleanEnv ? {} : process.env,
  });
  child.unref();
  child.stdin?.unref?.();
  return child.pid;
}

function stay({ log, token, shape, lifeMs, ignoreSigterm, ignoreEof }) {
  if (ignoreSigterm) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
      process.on(signal, () => {});
    }
  }
  if (!ignoreEof && shape === 'plain') {
    process.stdin.on('end', () => process.exit(0)).resume();
  }
  setTimeout(() => process.exit(0), lifeMs);
  recorder(log).note('child', { token, pid: process.pid });
}

if (process.argv[1] === PROGRAM) {
  const options = JSON.parse(process.argv[2]);
  if (options.shape === 'doubleFork') {
    startChild({ ...options, shape: 'detached' });
  } else {
    stay(options);
  }
}
