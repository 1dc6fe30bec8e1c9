import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNode, startProgram, type RunningProgram } from '../processes/processes.ts';
import { vscodeFolder } from './vscodeFolder.ts';
import { createTemporaryFolder, removeFolder } from '../createTemporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

const START_TIMEOUT_MS = 60_000;
const END_TIMEOUT_MS = 10_000;

/** A VS Code server with its own data and address. */
export interface VSCodeServer {
  /** `127.0.0.1:PORT`, which is also the remote authority in `vscode-remote` URIs. */
  readonly authority: string;
  /** The folder of its data and that of its extensions. */
  readonly data: string;
  /** What the server and its extension hosts have printed, for error messages. */
  output(): string;
  /** Changes the user's settings while windows are open. */
  configure(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Resolves when all extension hosts have ended; with false if that takes too long. */
  windowsEnded(): Promise<boolean>;
  /** Deletes the data of windows and extensions, so that the next window starts like the first one. */
  startOver(settings: Readonly<Record<string, unknown>>): Promise<void>;
  stop(): Promise<void>;
}

export interface VSCodeServerOptions {
  /** A folder made by `installExtension`. */
  readonly extensions?: string;
  /** User settings in addition to the defaults of the harness. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Opens new folders in Restricted Mode. */
  readonly workspaceTrust?: boolean;
  /** The port to listen on; any free one by default. */
  readonly port?: number;
  /** Allows the address of the page to name a test suite for the extension host. */
  readonly testDriver?: boolean;
  /** A folder with some built-in extensions; all of them by default. */
  readonly builtInExtensions?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Turns off everything that greets, suggests, updates or uses the network, so that windows are the same everywhere. */
const defaultSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.notifications.position': 'bottom-left', // At the right they would cover the composer.
  'workbench.tips.enabled': false,
  'files.autoSave': 'off', // The default of the desktop; the web would save documents while a test runs.
  'workbench.hover.delay': 60_000, // A hover where the mouse happens to be would cover what is clicked next.
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'git.openRepositoryInParentFolders': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
  'typescript.tsserver.useSyntaxServer': 'never', // One server per window is enough.
};

/** The native logger is not built, so the server logs to stdout, and prints this long error about it. */
const missingLogger = /^Error: Could not locate the bindings file[^]*?^}\n/gm;

/** Starts VS Code, on a free port unless one is named. */
export async function startVSCode(options: VSCodeServerOptions = {}): Promise<VSCodeServer> {
  const data = await createTemporaryFolder('vscode');
  await writeSettings(data, options.settings);
  const program = startProgram(
    process.execPath,
    [await serverScript(), ...serverArguments(data, options)],
    { env: { ...serverEnvironment(), ...options.env } },
  );
  try {
    const port = await announcedPort(program);
    return {
      authority: `127.0.0.1:${port}`,
      data,
      output: () => program.output().replaceAll(missingLogger, ''),
      configure: settings => writeSettings(data, settings),
      windowsEnded: () => hostsEnded(program),
      startOver: async settings => {
        await rm(path.join(data, 'data'), { recursive: true, force: true, maxRetries: 5 });
        await writeSettings(data, settings);
      },
      stop: () => stopAndForget(program, data),
    };
  } catch (error) {
    await stopAndForget(program, data);
    throw error;
  }
}

/** Installs a VSIX into a folder that servers can be given as their `extensions`. */
export async function installExtension(vsix: string, extensions: string): Promise<void> {
  const data = await createTemporaryFolder('install');
  const folders = ['--extensions-dir', extensions, '--server-data-dir', data];
  await runNode([await serverScript(), '--install-extension', vsix, ...folders]);
  await removeFolder(data);
}

/** Terminals and agents in the window use the Node of the harness as `node`. */
const serverEnvironment = (): Record<string, string> => ({
  PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
});

const serverScript = async (): Promise<string> =>
  path.join(await vscodeFolder(), 'out', 'server-main.js');

function serverArguments(data: string, options: VSCodeServerOptions): string[] {
  const extensions = options.extensions ?? path.join(data, 'extensions');
  return [
    '--host=127.0.0.1',
    `--port=${options.port ?? 0}`,
    '--without-connection-token',
    '--accept-server-license-terms',
    '--telemetry-level=off',
    `--server-data-dir=${data}`,
    `--extensions-dir=${extensions}`,
    ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
    ...(options.testDriver ? ['--enable-smoke-test-driver'] : []),
    ...(options.builtInExtensions ? [`--builtin-extensions-dir=${options.builtInExtensions}`] : []),
  ];
}

/** Writes both user and machine settings, so that they apply to settings of every scope. */
async function writeSettings(data: string, settings: object = {}): Promise<void> {
  const text = JSON.stringify({ ...defaultSettings, ...settings }, undefined, 2);
  for (const scope of ['User', 'Machine']) {
    const folder = path.join(data, 'data', scope);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'settings.json'), text);
  }
}

/** Waits until the server prints on which port it listens. */
async function announcedPort(program: RunningProgram): Promise<string> {
  const port = await waitUntil(
    () =>
      /Extension host agent listening on (\d+)/.exec(program.output())?.[1] ??
      (program.isRunning() ? undefined : 'ended'),
    START_TIMEOUT_MS,
  ).catch(() => 'ended');
  if (port === 'ended') {
    throw new Error(`VS Code did not start.\n${program.output()}`);
  }
  return port;
}

/** Waits until every extension host that the server started has exited, according to its output. */
async function hostsEnded(program: RunningProgram): Promise<boolean> {
  const count = (pattern: RegExp): number => program.output().match(pattern)?.length ?? 0;
  const haveEnded = (): boolean =>
    count(/> Launched Extension Host Process/g) <= count(/> Extension Host Process exited/g);
  return waitUntil(haveEnded, END_TIMEOUT_MS).catch(() => false);
}

async function stopAndForget(program: RunningProgram, data: string): Promise<void> {
  await program.stop();
  await removeFolder(data);
}
