import { openSync, writeSync } from 'node:fs';

/** Appends each event to a file as a line of JSON. It is written synchronously, so that a crash loses nothing. */
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
