// @ts-check
/**
 * Runs a program, and ends it with all its children when stdin closes, which happens when the parent ends for whatever
 * reason. `processes.ts` starts every program through this script, so that none outlives the harness.
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
  process.kill(-process.pid, 'SIGTERM'); // The signal also reaches this process, which leads the group.
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS);
}
