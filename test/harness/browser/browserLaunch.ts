import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { LaunchOptions } from 'playwright-core';
import { cached, unpackPackage } from '../download/cache.mjs';
import { untar } from '../download/untar.mjs';
import { versions } from '../download/versions.mjs';

/** How Playwright starts the browser: the installed Chromium or Chrome, or one from the npm registry. */
export async function browserLaunch(): Promise<LaunchOptions> {
  const installed = installedBrowser();
  const options: LaunchOptions =
    installed === undefined ? await packagedBrowser() : { executablePath: installed };
  return {
    ...options,
    args: [
      '--no-sandbox', // Chromium refuses to run as root otherwise; it opens nothing but our own pages.
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  };
}

/** Where Chromium and Chrome are found on each system; ACCORD_BROWSER names another one. */
function installedBrowser(): string | undefined {
  const named = process.env['ACCORD_BROWSER'];
  return [...(named ? [named] : []), ...usualPlaces()].find(file => existsSync(file));
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      name => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(name => [
      path.join(process.env[name] ?? '', 'Google/Chrome/Application/chrome.exe'),
      path.join(process.env[name] ?? '', 'Microsoft/Edge/Application/msedge.exe'),
    ]);
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.flatMap(folder => names.map(name => path.join(folder, name)));
}

async function packagedBrowser(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser found. Install Chrome or Chromium, or name one in ACCORD_BROWSER.');
  }
  const folder = await cached(`chromium-${versions.chromium}`, unpackChromium);
  const fonts = existsSync('/usr/share/fonts') ? {} : { FONTCONFIG_PATH: folder };
  return {
    executablePath: path.join(folder, 'chromium'),
    // The libraries are for machines without NSS.
    env: { ...definedEnvironment(), ...fonts, LD_LIBRARY_PATH: path.join(folder, 'lib') },
  };
}

async function unpackChromium(folder: string): Promise<void> {
  await unpackPackage(`@sparticuz/chromium@${versions.chromium}`, folder, 'bin');
  const inflate = async (name: string): Promise<Buffer> =>
    promisify(brotliDecompress)(await readFile(path.join(folder, `${name}.br`)));
  await writeFile(path.join(folder, 'chromium'), await inflate('chromium'));
  await chmod(path.join(folder, 'chromium'), 0o755);
  for (const archive of ['al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
    await untar(await inflate(archive), folder);
  }
  await writeFile(path.join(folder, 'fonts.conf'), fontsConf);
}

/** The configuration in the package names folders of another system. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
