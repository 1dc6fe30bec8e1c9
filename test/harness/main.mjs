// @ts-check
/**
 * Entry point of all commands: `node test/harness/main.mjs <command> [arguments]`.
 * It needs only Node and npm. It installs the dependencies of the project if they are missing or stale, downloads a Node
 * that runs TypeScript if necessary, and runs `test/harness/commands/<command>.ts`.
 */
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached, npm, unpackPackage } from './download/cache.mjs';
import { minimumNode, harnessNode, versions } from './download/versions.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const commands = path.join(root, 'test/harness/commands');

const PARENT_CHECK_MS = 300;

const [command = '', ...args] = process.argv.slice(2);
const script = path.join(commands, `${command}.ts`);

if (!isAtLeast(minimumNode)) {
  fail(`Accord is built with Node ${minimumNode.join('.')} or newer; this is ${process.version}.`);
} else if (!existsSync(script)) {
  const names = readdirSync(commands).map(name => path.basename(name, '.ts'));
  fail(`There is no command "${command}". There are: ${names.join(', ')}.`);
} else {
  try {
    await installDependencies();
    runCommand(await findNode());
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

async function installDependencies() {
  if (!dependenciesAreStale()) {
    return;
  }
  console.log('Installing dependencies ...');
  // Not `npm ci`: it refuses a lock file written where the registry lacks the binaries of some other platform.
  await npm(
    ['install', '--no-save', '--ignore-scripts', '--include=dev', '--include=optional'],
    root,
  );
}

/** npm records what it installed in node_modules/.package-lock.json, which must match the lock file. */
function dependenciesAreStale() {
  const modules = path.join(root, 'node_modules');
  if (!existsSync(path.join(modules, '.package-lock.json'))) {
    return true;
  }
  if (lstatSync(modules).isSymbolicLink()) {
    return false; // A linked folder is maintained where it was linked from.
  }
  const installed = lockedPackages(path.join(modules, '.package-lock.json'));
  const wanted = lockedPackages(path.join(root, 'package-lock.json'));
  delete wanted[''];
  const foreign = Object.entries(installed).some(
    ([name, { optional }]) => !wanted[name] && !optional,
  );
  return (
    foreign ||
    Object.entries(wanted).some(([name, { version, optional }]) =>
      installed[name] ? installed[name].version !== version : !optional,
    )
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version: string; optional?: boolean }>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Uses the installed Node if it is new enough, otherwise one from the npm registry. */
async function findNode() {
  if (isAtLeast(harnessNode)) {
    return process.execPath;
  }
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = await cached(`${name}-${versions.node}`, async into => {
    console.log(`Getting Node ${versions.node} ...`);
    await unpackPackage(`${name}@${versions.node}`, into, 'bin');
  });
  return path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
}

/** @param {string} node */
function runCommand(node) {
  const child = spawn(node, [script, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal)); // The command cleans up, and this process ends after it.
  }
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) {
      child.kill('SIGTERM'); // npm forwards signals to its shell only.
    }
  }, PARENT_CHECK_MS).unref();
  child.on('exit', code => {
    process.exitCode = code ?? 1;
  });
}

/** @param {number[]} version */
function isAtLeast([major = 0, minor = 0]) {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
