import { execFile } from 'node:child_process';
import { chmod, copyFile } from 'node:fs/promises';

/** Longer than any number of files takes. */
const LIMIT_MS = 10_000;
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;
/** Only the system's own programs: the user's PATH may lead into a workspace, and TAR_OPTIONS can run commands. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin:/run/current-system/sw/bin', LC_ALL: 'C' };
/** The character after the permissions in a listing of `tar`. */
const MARK_COLUMN = 10;

/**
 * The files that have extended attributes which a new file in their place would lack. Node cannot read them, but `tar`
 * marks such files when it lists them, in one run for all. It does not read a file for an archive that is discarded.
 */
export async function findFilesWithAttributes(
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  if (process.platform !== 'linux' || files.length === 0) {
    return new Set(process.platform === 'darwin' ? files : []);
  }
  const options = ['--xattrs', '--absolute-names', '--quoting-style=literal', '--no-recursion'];
  const args = [...options, '--null', '--files-from=-', '-cvvf', '/dev/null'];
  const listed = await run('tar', args, files.join('\0'));
  const marked = listed.split('\n').filter(line => line[MARK_COLUMN] === '*');
  return new Set(marked.flatMap(line => files.find(file => line.endsWith(` ${file}`)) ?? []));
}

/** Creates a file with the extended attributes of another one, as far as that is possible. Its content is of no importance. */
export async function copyAttributes(from: string, to: string): Promise<void> {
  if (process.platform === 'darwin') {
    await copyFile(from, to);
    await chmod(to, 0o600); // The file may be read-only.
  } else {
    const [source, target] = [from, to].map(outsideThisProcess);
    const options = ['--attributes-only', '--preserve=xattr', '--no-dereference'];
    await run('cp', [...options, '--', source ?? '', target ?? '']);
  }
}

/** A path below a descriptor of ours, for another process. */
const outsideThisProcess = (file: string): string =>
  file.replace(/^\/proc\/self\//, `/proc/${process.pid}/`);

/** Runs a program. Resolves to what it has printed, also if it fails: it may be missing, or a file may be gone. */
function run(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise(resolve => {
    const child = execFile(
      program,
      args,
      {
        cwd: '/',
        env: ENVIRONMENT,
        timeout: LIMIT_MS,
        maxBuffer: OUTPUT_LIMIT_BYTES,
      },
      (_, printed) => resolve(printed),
    );
    child.stdin?.on('error', () => {}); // It has ended without reading everything.
    child.stdin?.end(input);
  });
}
