import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { z } from 'zod';

const keybindings = z.array(
  z.object({ command: z.string(), key: z.string(), when: z.string().default('') }),
);

const MODIFIERS = [
  ['ctrl', 2048],
  ['shift', 1024],
  ['alt', 512],
  ['win', 256],
] as const;

/** The names of VS Code's key codes that occur in its key bindings. */
const KEYS = new Map<number, string>([
  ...Array.from({ length: 10 }, (_, n) => [21 + n, String(n)] as const),
  ...Array.from({ length: 26 }, (_, n) => [31 + n, String.fromCharCode(97 + n)] as const),
  ...Array.from({ length: 19 }, (_, n) => [59 + n, `f${n + 1}`] as const),
]);

function decode(code: number): string {
  const modifiers = MODIFIERS.flatMap(([name, bit]) => (code & bit ? [name] : []));
  return [...modifiers, KEYS.get(code & 255) ?? `#${code & 255}`].join('+');
}

/** Every key that VS Code binds on any platform. Chords occur as calls of a function with two key codes. */
function findDefaultKeys(source: string): ReadonlySet<string> {
  const single = [...source.matchAll(/(?:primary|secondary):\[?(\d+)/g)].map(([, code]) =>
    decode(Number(code)),
  );
  const chords = [...source.matchAll(/\b[\w$]+\((\d{4}),(\d{2,4})\)/g)].map(
    ([, first, second]) => `${decode(Number(first))} ${decode(Number(second))}`,
  );
  return new Set([...single, ...chords, ...DESKTOP_CHORDS]);
}

/** The web version, in which this test runs, does not have these. */
const DESKTOP_CHORDS = ['ctrl+k r', 'ctrl+k o'];

/** Keys that VS Code binds too. They are ours only inside a review, and are the same as in Copilot's review. */
const SHARED = new Map([
  ['ctrl+y', /accord\.cursorInHunk .*accord\.reviewActive/],
  ['ctrl+n', /accord\.cursorInHunk .*accord\.reviewActive/],
  ['alt+f5', /^accord\.hasPending \|\| accord\.reviewActive$/],
  ['shift+alt+f5', /^accord\.hasPending \|\| accord\.reviewActive$/],
  ['ctrl+shift+v', /^focusedView == accord\.chat/],
]);

describe('key bindings', () => {
  const extension = vscode.extensions.getExtension('accord-acp.accord');
  const manifest = z
    .object({ contributes: z.object({ keybindings }) })
    .parse(extension?.packageJSON);
  const ours = manifest.contributes.keybindings;

  it('use no key of VS Code on any platform, except inside a review', async () => {
    const workbench = path.join(vscode.env.appRoot, 'out/vs/code/browser/workbench/workbench.js');
    const taken = findDefaultKeys(await readFile(workbench, 'utf8'));
    assert.ok(taken.has('ctrl+s') && taken.has('ctrl+k ctrl+s') && taken.size > 300);
    for (const { key, when } of ours.filter(one => taken.has(one.key))) {
      assert.match(when, SHARED.get(key) ?? /^$/, key);
    }
  });

  it('use no Ctrl+Alt with a letter, which types characters on many keyboards', () => {
    assert.deepEqual(
      ours.filter(({ key }) => /ctrl\+alt\+\w$/.test(key)),
      [],
    );
  });
});
