import { openSync, writeSync } from 'node:fs';

/** Appends what happened to a file of one JSON object per line, at once, so that not even a crash loses it. */
export function recorder(path) {
  const file = openSync(path, 'a');
  const write = entry => {
    writeSync(file, `${JSON.stringify({ pid: process.pid, atMs: Date.now(), ...entry })}\n`);
  };
  return {
    path,
    received: message => write({ kind: 'received', message }),
    note: (name, value) => write({ kind: 'note', name, value }),
  };
}
