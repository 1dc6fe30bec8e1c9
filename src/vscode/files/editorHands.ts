import type { Disposable } from '../../core/lifetime.ts';
import { WorkspaceHands } from '../../agent/workspaceHands.ts';
import type { Documents, WriteGate } from '../../agent/ports.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import type { Watchdog } from '../../agent/process/watchdog.ts';
import { commandShell } from '../terminal/commandShell.ts';
import { editorPty } from '../terminal/editorPty.ts';
import { EditorDocuments } from './editorDocuments.ts';
import { editorEncodings } from './editorEncodings.ts';

/** Hands that work in this window: its documents, its encodings, its terminal device, the user's shell. */
export function editorHands(
  parts: {
    readonly login: LoginEnvironment;
    readonly watchdog: Watchdog;
    /** Looks at what is written. */
    readonly review: {
      documents(documents: Documents): Documents;
      /** Holds writes until the user has decided. */
      readonly gate: WriteGate;
    };
  },
  owner: Disposable[],
): WorkspaceHands {
  const documents = new EditorDocuments();
  owner.push(documents);
  return new WorkspaceHands({
    documents: parts.review.documents(documents),
    encodings: editorEncodings,
    gate: parts.review.gate,
    environment: async () => (await parts.login.read()).variables,
    shell: commandShell,
    spawnPty: editorPty(),
    watchdog: parts.watchdog,
  });
}
