import { describe, expect, it } from 'vitest';
import { Attach, type AttachParams, Send } from '../../src/core/chat/messages.ts';
import { type Draft, toDraft } from '../../src/core/prompt/draft.ts';
import type { Mention } from '../../src/core/prompt/mention/mention.ts';
import { DRAFT_LIMIT_CHARS } from '../../src/core/prompt/draft.ts';
import type { ChatPage } from './chatPage.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { transfer } from './dataTransfer.ts';

// Pasted or dropped content takes a moment to become a chip, while the user continues to write.

const openPage = useChatPage();
let chat: ChatPage;

interface Scene {
  readonly sent: readonly Draft[];
  readonly offers: readonly AttachParams[];
  /** Resolves the pasted content to these mentions. */
  readonly give: (mentions: readonly Mention[]) => void;
}

async function open(): Promise<Scene> {
  const state = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;
  const session = { state, entries: [], earlier: 0, terminals: [] };
  chat = await openPage({ view: { shell: sampleView.shell, session } });
  const sent: Draft[] = [];
  const offers: AttachParams[] = [];
  let give: Scene['give'] | undefined;
  const answer = new Promise<{ mentions: readonly Mention[]; refused: readonly string[] }>(
    resolve => {
      give = mentions => resolve({ mentions, refused: [] });
    },
  );
  chat.host.onRequest(Send, ({ draft }) => {
    sent.push(toDraft(draft));
    return { isAccepted: true };
  });
  chat.host.onRequest(Attach, offer => {
    offers.push(offer);
    return answer;
  });
  return { sent, offers, give: mentions => give?.(mentions) };
}

const field = () => chat.page.getByRole('textbox', { name: 'Message' });
const alert = () => chat.page.getByRole('alert');
const picture: Mention = { kind: 'file', uri: 'file:///w/a.png' };

const paste = (texts: Readonly<Record<string, string>>): Promise<void> =>
  transfer(chat.page, 'paste', { texts });

const pasteFile = (): Promise<unknown> => paste({ 'text/uri-list': 'file:///w/a.png' });

const textIn = (draft: Draft | undefined): string =>
  (draft ?? []).map(part => (part.kind === 'text' ? part.text : '@')).join('');

describe('pasted content', () => {
  it('is inserted where it was pasted, whatever is written before the chip arrives', async () => {
    const { sent, offers, give } = await open();
    await field().pressSequentially('see ');
    await pasteFile();
    await expect.poll(() => offers.length).toBe(1);
    await field().pressSequentially('and fix it');
    give([picture]);
    await chat.page.locator('.composer-field .chip').waitFor();
    await field().pressSequentially(' now');
    await field().press('Enter');
    await expect.poll(() => sent.length).toBe(1);
    expect(textIn(sent[0])).toBe('see @ and fix it now');
  });

  it('is sent with the message even if that is sent before the chip arrives', async () => {
    const { sent, offers, give } = await open();
    await field().pressSequentially('see ');
    await pasteFile();
    await expect.poll(() => offers.length).toBe(1);
    await field().press('Enter');
    give([picture]);
    await expect.poll(() => sent.length).toBe(1);
    expect(textIn(sent[0]).trim()).toBe('see @');
    await expect.poll(() => field().locator('.cm-placeholder').count()).toBe(1);
  });

  it('is text if the clipboard also has an image of it, as from spreadsheets', async () => {
    const { offers } = await open();
    await transfer(chat.page, 'paste', {
      texts: {
        'text/plain': 'a\tb',
        'text/html': '<table><tr><td>a</td><td>b</td></tr></table>',
      },
      files: [{ name: 'image.png', type: 'image/png', base64: btoa('x') }],
    });
    await expect.poll(() => field().innerText()).toBe('a\tb');
    expect(offers).toEqual([]);
  });

  it('does not replace the selection if nothing can be attached', async () => {
    const { offers, give } = await open();
    await field().pressSequentially('all of this');
    await field().press('Control+A');
    await pasteFile();
    await expect.poll(() => offers.length).toBe(1);
    give([]);
    await field().press('End');
    await field().press('!');
    await expect.poll(() => field().innerText()).toBe('all of this!');
  });

  it('restores a mention that was cut here', async () => {
    const { sent, offers, give } = await open();
    await field().pressSequentially('see ');
    await pasteFile();
    await expect.poll(() => offers.length).toBe(1);
    give([picture]);
    await chat.page.locator('.composer-field .chip').waitFor();
    const cut = await chat.page.locator('.cm-content').evaluate(content => {
      const clipboardData = new DataTransfer();
      document.execCommand('selectAll');
      content.dispatchEvent(
        new ClipboardEvent('cut', { bubbles: true, cancelable: true, clipboardData }),
      );
      return clipboardData.getData('text/plain');
    });
    expect(cut).toBe('see @a.png ');
    await expect.poll(() => chat.page.locator('.composer-field .chip').count()).toBe(0);
    await paste({ 'text/plain': 'see @a.png ' });
    await chat.page.locator('.composer-field .chip').waitFor();
    await field().press('Enter');
    await expect.poll(() => sent.length).toBe(1);
    expect(textIn(sent[0]).trim()).toBe('see @');
  });

  it('reports the files beyond the limit', async () => {
    const { offers, give } = await open();
    await paste({
      'text/uri-list': Array.from({ length: 23 }, (_, at) => `file:///w/${at}.ts`).join('\n'),
    });
    give([picture]);
    await expect
      .poll(() => alert().textContent())
      .toBe('Attached the first 20 files and skipped 3.');
    expect(offers[0]?.uris).toHaveLength(20);
  });

  it('is refused if the message would be too long, and the text stays', async () => {
    await open();
    await field().pressSequentially('before');
    await paste({ 'text/plain': 'x'.repeat(DRAFT_LIMIT_CHARS) });
    await expect.poll(() => alert().textContent()).toContain('This message is too long');
    expect(await field().textContent()).toBe('before');
  });
});
