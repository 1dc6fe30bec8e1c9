// @ts-check
/**
 * Runs a program, and ends it with all its children when our standard input closes: that is when whoever started us
 * ends, for whatever reason. `processes.ts` starts everything through this, so nothing outlives the harness.
 */
import { execFileSync, spawn } from 'node:child_process';

const GRACE_MS = 3000;

const [file = '', ...args] = process.argv.slice(2);
const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'] });

process.on('SIGTERM', () => endAll());
process.stdin.on('end', () => endAll()).on('error', () => endAll());
process.stdin.resume();
child.on('error', error => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  if (signal !== null) {
    console.error(`${file} was ended by ${signal}.`);
  }
  process.exit(code ?? 1);
});

let ending = false;

function endAll() {
  if (ending) {
    return;
  }
  ending = true;
  if (process.platform === 'win32') {
    execFileSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  process.kill(-process.pid, 'SIGTERM'); // We lead the group; our own copy comes back to this function.
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS);
}
