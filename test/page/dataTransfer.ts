import type { Page } from 'playwright-core';

/** The content of a clipboard or of a drag. */
export interface TransferContent {
  /** Texts by type. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly files?: readonly {
    readonly name: string;
    readonly type: string;
    readonly base64: string;
  }[];
  /** The name of a folder, which the browser lists as a file that cannot be read. */
  readonly folder?: string;
}

/** Pastes or drops content into the composer, as a browser does. */
export const transfer = (
  page: Page,
  event: 'paste' | 'drop',
  content: TransferContent,
): Promise<void> =>
  page.locator('.cm-content').evaluate(
    (field, { isPaste, texts = {}, files = [], folder }) => {
      const data = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) {
        data.setData(type, text);
      }
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      if (folder !== undefined) {
        const file = new File(['x'], folder);
        file.arrayBuffer = () => Promise.reject(new Error('A folder'));
        Object.defineProperty(data, 'files', { value: [file] });
      }
      const { x, y } = field.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        isPaste
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data, clientX: x + 2, clientY: y + 2 }),
      );
    },
    { ...content, isPaste: event === 'paste' },
  );
