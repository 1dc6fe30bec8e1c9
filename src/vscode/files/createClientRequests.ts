import { WorkspaceRequests } from '../../agent/requests/workspaceRequests.ts';
import type { Documents } from '../../agent/files/documents.ts';
import type { PermissionPolicy } from '../../agent/requests/permissionPolicy.ts';
import type { WriteApproval } from '../../agent/requests/writeApproval.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import type { Watchdog } from '../../agent/process/watchdog.ts';
import { getCommandShell } from '../terminal/getCommandShell.ts';
import { loadNodePty } from '../terminal/loadNodePty.ts';
import { EditorDocuments } from './editorDocuments.ts';
import { editorEncodings } from './editorEncodings.ts';
import type { SavedTexts } from './savedTexts.ts';

/** Serves the requests of agents in this window: with its documents, encodings and terminals, and the user's shell. */
export function createClientRequests({
  login,
  watchdog,
  review,
  permissionPolicy,
}: {
  readonly permissionPolicy: PermissionPolicy;
  readonly login: LoginEnvironment;
  readonly watchdog: Watchdog;
  readonly review: {
    /** Wraps documents, so that what is written through them is attributed to an agent. */
    trackAgentWrites(documents: Documents): Documents;
    readonly writeApproval: WriteApproval;
    readonly savedTexts: SavedTexts;
  };
}): WorkspaceRequests {
  const documents = new EditorDocuments(review.savedTexts);
  return new WorkspaceRequests({
    documents: review.trackAgentWrites(documents),
    encodings: editorEncodings,
    writeApproval: review.writeApproval,
    permissionPolicy,
    environment: async () => (await login.read()).variables,
    shell: getCommandShell,
    spawnPty: loadNodePty(),
    watchdog,
  });
}
