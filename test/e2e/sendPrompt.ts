import type { Frame } from 'playwright-core';

/** Writes a prompt into a chat and sends it. */
export async function sendPrompt(chat: Frame, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Message' }).fill(text);
  await chat.getByRole('button', { name: 'Send' }).click();
}
