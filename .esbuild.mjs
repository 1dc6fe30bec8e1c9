import { context } from 'esbuild';

const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');

const shared = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  logLevel: 'info',
  target: 'es2023',
};

/** What wakes the extension, the extension itself, two programs of their own (demo agent, watchdog), the chat view, and its languages on demand. */
const builds = [
  {
    ...shared,
    entryPoints: ['src/startup.ts'],
    outfile: 'dist/startup.cjs',
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  },
  {
    ...shared,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.cjs',
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  },
  {
    ...shared,
    entryPoints: ['src/demo/demoAgent.ts'],
    outfile: 'dist/demoAgent.cjs',
    platform: 'node',
    format: 'cjs',
  },
  {
    ...shared,
    entryPoints: ['src/agent/process/watchdogMain.ts'],
    outfile: 'dist/watchdog.cjs',
    platform: 'node',
    format: 'cjs',
  },
  {
    ...shared,
    entryPoints: ['src/agent/diff/diffWorkerMain.ts'],
    outfile: 'dist/diffWorker.cjs',
    platform: 'node',
    format: 'cjs',
  },
  {
    ...shared,
    entryPoints: ['src/webview/main.tsx'],
    outfile: 'dist/webview.js',
    platform: 'browser',
    format: 'iife',
    conditions: ['browser'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
  {
    ...shared,
    entryPoints: ['src/webview/markdown/highlighter.ts'],
    outfile: 'dist/highlighter.js',
    platform: 'browser',
    format: 'esm',
  },
];

for (const options of builds) {
  const build = await context(options);
  if (watch) {
    await build.watch();
  } else {
    await build.rebuild();
    await build.dispose();
  }
}
