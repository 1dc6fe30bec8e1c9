import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Pty, SpawnPty } from '../../agent/terminal/pty.ts';

const COLUMNS = 120;
const ROWS = 30;

/** The part of `node-pty` that is used here. */
interface NodePty {
  spawn(
    program: string,
    args: readonly string[] | string,
    options: {
      readonly name: string;
      readonly cols: number;
      readonly rows: number;
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
    },
  ): Pty;
}

/** Loads the `node-pty` of VS Code itself. Undefined if this build of VS Code has none. */
export function loadNodePty(appRoot: string = vscode.env.appRoot): SpawnPty | undefined {
  const nodePty = load(appRoot);
  return (
    nodePty &&
    ((program, args, { cwd, env, isVerbatim }) =>
      nodePty.spawn(program, isVerbatim ? args.join(' ') : [...args], {
        name: 'xterm-256color',
        cols: COLUMNS,
        rows: ROWS,
        cwd,
        env,
      }))
  );
}

/** The desktop has its modules in an archive, the server has them in a folder. */
function load(appRoot: string): NodePty | undefined {
  for (const folder of ['node_modules', 'node_modules.asar']) {
    try {
      const require = createRequire(join(appRoot, 'package.json'));
      const found: unknown = require(join(appRoot, folder, 'node-pty'));
      if (isNodePty(found)) {
        return found;
      }
    } catch {
      // Not here, or not built for this platform: commands then run with pipes.
    }
  }
  return undefined;
}

const isNodePty = (found: unknown): found is NodePty =>
  typeof found === 'object' &&
  found !== null &&
  'spawn' in found &&
  typeof found.spawn === 'function';
