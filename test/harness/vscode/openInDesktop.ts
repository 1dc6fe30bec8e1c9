import { vsix } from '../paths.ts';
import { runProgram } from '../processes/processes.ts';
import { createTemporaryFolder } from '../createTemporaryFolder.ts';

/** Opens a folder in the installed VS Code, with the VSIX and nothing of the user's own, until its window is closed. */
export async function openInDesktop(folder: string): Promise<void> {
  const data = await createTemporaryFolder('desktop');
  const own = [`--user-data-dir=${data}/user`, `--extensions-dir=${data}/extensions`];
  await code([...own, '--install-extension', vsix]);
  console.log('Opening VS Code. Close its window or press Ctrl+C to end.');
  await code([...own, '--disable-workspace-trust', '--new-window', '--wait', folder]);
}

async function code(args: readonly string[]): Promise<void> {
  const program = process.env['ACCORD_CODE'] ?? 'code';
  const onWindows = process.platform === 'win32';
  try {
    await runProgram(onWindows ? 'cmd.exe' : program, onWindows ? ['/c', program, ...args] : args);
  } catch (error) {
    throw new Error(
      `"${program}" did not run; name your VS Code in ACCORD_CODE.\n${String(error)}`,
      { cause: error },
    );
  }
}
