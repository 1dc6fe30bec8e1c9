import type {
  DocumentChange,
  DocumentWriteResult,
  Documents,
  FileLocation,
  OpenDocument,
} from '../../src/agent/files/documents.ts';

/** An editor in memory: the documents by their displayed path, and the texts that were saved. */
export class MemoryDocuments implements Documents {
  readonly open = new Map<string, OpenDocument>();
  readonly saved: { readonly path: string; readonly text: string }[] = [];
  /** Called before each write, so that a test can let the user type in the meantime. */
  beforeWrite: (() => void) | undefined;

  async read({ shown }: FileLocation): Promise<OpenDocument | undefined> {
    return this.open.get(shown);
  }

  async write(
    { shown }: FileLocation,
    { before, after }: DocumentChange,
  ): Promise<DocumentWriteResult> {
    this.beforeWrite?.();
    const document = this.open.get(shown);
    if (!document || (!document.isDirty && document.text !== before)) {
      return { kind: 'closed' };
    }
    if (document.text !== before) {
      return { kind: 'changed' };
    }
    this.open.set(shown, { ...document, text: after, isDirty: false });
    this.saved.push({ path: shown, text: after });
    return { kind: 'written', text: after };
  }
}
