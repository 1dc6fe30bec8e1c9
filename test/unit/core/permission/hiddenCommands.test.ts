import { describe, expect, it } from 'vitest';
import { hidesCommand } from '../../../../src/core/permission/hiddenCommands.ts';

describe('hidesCommand', () => {
  it.each([
    [['sudo', 'bash', '-c', 'r""m -r $x']],
    [['timeout', '5', 'sh', '-c', '{rm,-r,x}']],
    [['sudo', 'sh', '-c', '/bin/r?']],
    [['env', 'a', 'echo $(x)']],
    [['npx', '-c', '/{bin/rm,x}']],
    [['find', '.', '-exec', 'sh', '-c', '$x', ';']],
    [['sudo', 'sh', '-c', `sh -c 'echo $x'`]],
    [['bash']],
    [['sudo', 'sh', '-s']],
    [['xargs', '-n1', 'env']],
    [['parallel', '-j4']],
    [['powershell', '-EncodedCommand', 'abc']],
    [['pwsh.exe', '-NoProfile', '-enc', 'abc']],
    [['cmd', '/c', 'PowerShell', '/e', 'abc']],
    [['pwsh', '-ec', 'abc']],
  ])('is true of %j', command => {
    expect(hidesCommand(command, 'posix')).toBe(true);
  });

  it.each([
    [['npx', 'eslint', 'src/**/*.{ts,tsx}']],
    [['find', '.', '-name', '*.ts']],
    [['xargs', '-I{}', 'cp', '{}', 'x']],
    [['sudo', 'bash', '-c', 'rm x']],
    [['grep', '$x', 'a']],
    [['bash', 'run.sh']],
    [['xargs', 'grep', 'x']],
    [['pwsh', '-File', 'run.ps1', '-ExecutionPolicy', 'Bypass']],
    [['grep', '-e', 'pwsh']],
  ])('is false of %j', command => {
    expect(hidesCommand(command, 'posix')).toBe(false);
  });
});
