/** Whether the first bytes of a file, one character each, are those of a program for another platform. */
export function isForeignProgram(
  head: string,
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): boolean {
  const machine = machineOf(head);
  return machine !== undefined && (machine.platform !== platform || !machine.archs.includes(arch));
}

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly archs: readonly string[];
}

const ELF_MACHINES: Readonly<Record<number, readonly string[]>> = {
  0x03: ['ia32', 'x64'],
  0x28: ['arm', 'arm64'],
  0x3e: ['x64'],
  0xb7: ['arm64'],
  0xf3: ['riscv64'],
};

function machineOf(head: string): Machine | undefined {
  if (head.startsWith('\x7fELF')) {
    return { platform: 'linux', archs: ELF_MACHINES[head.charCodeAt(18)] ?? [] };
  }
  if (head.startsWith('\xcf\xfa\xed\xfe')) {
    return {
      platform: 'darwin',
      archs: head.charCodeAt(4) === 0x0c ? ['arm64'] : ['x64', 'arm64'],
    };
  }
  if (head.startsWith('MZ')) {
    return { platform: 'win32', archs: ['x64', 'ia32', 'arm64'] };
  }
  return undefined;
}
