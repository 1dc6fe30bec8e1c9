import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openWindow, themes, type Theme, type Window } from './window.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="currentColor" d="M8 1 15 8 8 15 1 8z"/></svg>';
const HOSTILE = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Puts a registry and icons into the extension's storage, as if they had been fetched today. */
async function storeIcons(window: Window): Promise<void> {
  const storage = path.join(window.userFolder, 'globalStorage/accord-acp.accord');
  await mkdir(storage, { recursive: true });
  const fetchedMs = Date.now();
  const body = await readFile('media/registry.json', 'utf8');
  await writeFile(path.join(storage, 'registry.json'), JSON.stringify({ body, fetchedMs }));
  const icon = (svg: string) => ({ url: 'https://registry.example/a.svg', svg, fetchedMs });
  const icons = { 'claude-acp': icon(ICON), 'qwen-code': icon(ICON), gemini: icon(HOSTILE) };
  await writeFile(path.join(storage, 'icons.json'), JSON.stringify(icons));
}

/** The image beside an agent in the picker, decoded. */
async function pictureOf(window: Window, name: string): Promise<string> {
  const row = window.page
    .locator('.quick-input-widget .monaco-list-row')
    .filter({ has: window.page.getByText(name, { exact: true }) });
  const style = (await row.locator('.quick-input-list-icon').getAttribute('style')) ?? '';
  const [, base64 = ''] =
    /data:image\/svg\+xml;base64,([\w+/=]+)/.exec(decodeURIComponent(style)) ?? [];
  expect(base64, style).not.toBe('');
  return Buffer.from(base64, 'base64').toString();
}

it('agents have icons in the picker and on the welcome page, in every theme', async () => {
  const window = await openWindow();
  await storeIcons(window);
  await window.reopen();
  for (const theme of Object.keys(themes) as Theme[]) {
    await window.useTheme(theme);
    const chat = await window.chat();
    await chat.locator('.offer .agent-mark').first().waitFor();
    await window.runCommand('Accord: Select Agent');
    await window.page.getByText('Claude Agent', { exact: true }).first().waitFor();
    await window.screenshot(`agent icons ${theme}`);
    const color = /light/i.test(theme) ? '#424242' : '#c5c5c5';
    const claude = await pictureOf(window, 'Claude Agent');
    expect(claude).toContain(`color="${color}"`);
    expect(claude).toContain('d="M8 1 15 8 8 15 1 8z"');
    const gemini = await pictureOf(window, 'Gemini CLI');
    expect(gemini).toContain('<path d=');
    expect(gemini).not.toContain('script');
    await window.page.keyboard.press('Escape');
  }
});
