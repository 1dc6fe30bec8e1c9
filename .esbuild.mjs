import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { context } from 'esbuild';

const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');

/** esbuild copies all members of an external module for every file that imports it. With this, all files share one copy. */
const oneVSCode = {
  name: 'one-vscode',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'one-vscode'
        ? { path: 'vscode', external: true }
        : { path: 'vscode', namespace: 'one-vscode' },
    );
    build.onLoad({ filter: /^vscode$/, namespace: 'one-vscode' }, () => ({
      contents: "export * from 'vscode';",
    }));
  },
};

const shared = {
  plugins: [oneVSCode],
  bundle: true,
  minify: production,
  sourcemap: !production,
  metafile: production,
  logLevel: 'info',
  target: 'es2023',
};

/** What wakes the extension, the extension itself, three programs of their own (demo agent, watchdog, MCP bridge), the chat view, and its languages on demand. */
const builds = [
  {
    ...shared,
    entryPoints: ['src/startup.ts'],
    outfile: 'dist/startup.cjs',
    platform: 'node',
    format: 'cjs',
  },
  {
    ...shared,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.cjs',
    platform: 'node',
    format: 'cjs',
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
    entryPoints: ['src/agent/mcp/mcpBridgeMain.ts'],
    outfile: 'dist/mcpBridge.cjs',
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
    sourcemap: false,
    entryPoints: ['src/webview/firstScript.ts'],
    outfile: 'dist/firstScript.js',
    platform: 'browser',
    format: 'iife',
  },
  {
    ...shared,
    entryPoints: ['src/webview/main.tsx'],
    outfile: 'dist/webview.js',
    platform: 'browser',
    format: 'esm',
    conditions: ['browser'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
  {
    ...shared,
    entryPoints: ['src/webview/main.css'],
    outfile: 'dist/webview.css',
  },
  {
    ...shared,
    entryPoints: ['src/webview/code/highlighter.ts'],
    outfile: 'dist/highlighter.js',
    platform: 'browser',
    format: 'esm',
  },
];

const inputs = [];
for (const options of builds) {
  const build = await context(options);
  if (watch) {
    await build.watch();
  } else {
    const { metafile } = await build.rebuild();
    inputs.push(...Object.keys(metafile?.inputs ?? {}));
    await build.dispose();
  }
}
if (production) {
  writeFileSync('dist/notices.txt', notices(inputs));
}

/** The licences of the packages that are part of the bundles: they want to be passed on with them. */
function notices(files) {
  const folders = files.flatMap(
    file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(noticeOf)
    .join(`\n${'='.repeat(80)}\n\n`);
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find(one => /^(?:licen[cs]e|copying)/i.test(one));
  if (!file) {
    throw new Error(`${name} brings no licence to pass on.`);
  }
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
}
