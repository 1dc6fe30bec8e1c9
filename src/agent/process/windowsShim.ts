import { win32 } from 'node:path';

/** What a `.cmd` file starts. */
export type ShimTarget =
  | { readonly kind: 'script'; readonly script: string; readonly node: string }
  | { readonly kind: 'program'; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: 'unknown' };

/**
 * Resolves a shim, so that no argument ever passes through cmd.exe. The shims of npm (also `npx` and `npm` themselves),
 * pnpm and yarn are supported: each names a file next to it.
 */
export function resolveShim(shim: string, text: string): ShimTarget {
  const folder = win32.dirname(shim);
  const named = [...text.matchAll(/"?%(?:~dp0|dp0%)\\?([^"%\r\n]+?\.(?:[cm]?js|exe))"?/gi)];
  const paths = named.map(match => win32.join(folder, match[1] ?? ''));
  const scripts = paths.filter(path => /js$/i.test(path));
  const programs = paths.filter(path => /\.exe$/i.test(path) && !/\\node\.exe$/i.test(path));
  const script = preferred(scripts, shim);
  if (script) {
    return { kind: 'script', script, node: win32.join(folder, 'node.exe') };
  }
  const program = programs.at(-1);
  return program ? { kind: 'program', program, args: [] } : { kind: 'unknown' };
}

/** npm's own `npx.cmd` also names a helper script; the one named like the shim is used. */
function preferred(scripts: readonly string[], shim: string): string | undefined {
  const name = win32.basename(shim).replace(/\.(cmd|bat)$/i, '');
  const own = scripts.filter(script => win32.basename(script).startsWith(`${name}-cli.`));
  return own[0] ?? scripts.at(-1);
}
