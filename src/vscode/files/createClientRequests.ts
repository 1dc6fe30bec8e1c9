import type { Disposable } from '../../core/disposableStore.ts';
import { WorkspaceRequests } from '../../agent/requests/workspaceRequests.ts';
import type { Documents } from '../../agent/files/documents.ts';
import type { WriteApproval } from '../../agent/requests/writeApproval.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import type { Watchdog } from '../../agent/process/watchdog.ts';
import { getCommandShell } from '../terminal/getCommandShell.ts';
import { loadNodePty } from '../terminal/loadNodePty.ts';
import { EditorDocuments } from './editorDocuments.ts';
import { editorEncodings } from './editorEncodings.ts';

/** Hands that work in this window: its documents, its encodings, its terminal device, the user's shell. */
export function createClientRequests(
  parts: {
    readonly login: LoginEnvironment;
    readonly watchdog: Watchdog;
    /** Looks at what is written. */
    readonly review: {
      documents(documents: Documents): Documents;
      /** Holds writes until the user has decided. */
      readonly gate: WriteApproval;
    };
  },
  owner: Disposable[],
): WorkspaceRequests {
  const documents = new EditorDocuments();
  owner.push(documents);
  return new WorkspaceRequests({
    documents: parts.review.documents(documents),
    encodings: editorEncodings,
    writeApproval: parts.review.gate,
    environment: async () => (await parts.login.read()).variables,
    shell: getCommandShell,
    spawnPty: loadNodePty(),
    watchdog: parts.watchdog,
  });
}
