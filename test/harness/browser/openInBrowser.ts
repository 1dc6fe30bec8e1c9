import { spawn } from 'node:child_process';

/** Opens an address in the user's browser if there is a display. Otherwise the user opens the printed address. */
export function openInBrowser(address: string): void {
  const opener = openers[process.platform];
  const hasDisplay =
    process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!opener || !hasDisplay || process.env['CI']) {
    return;
  }
  const [file, ...args] = opener;
  spawn(file, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => console.log('No program was found that opens it; please do so yourself.'))
    .unref();
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['explorer.exe'],
};
