import { AgentFiles } from '../../../../src/agent/files/agentFiles.ts';
import { PathGuard } from '../../../../src/agent/files/pathGuard.ts';
import { getAgentQuirks } from '../../../../src/core/catalog/agentQuirks.ts';
import { EditorDocuments } from '../../../../src/vscode/files/editorDocuments.ts';
import { editorEncodings } from '../../../../src/vscode/files/editorEncodings.ts';
import { SavedTexts } from '../../../../src/vscode/files/savedTexts.ts';

/** The files of a folder as an agent reads and writes them in this window. The caller disposes `savedTexts`. */
export async function createEditorFiles(folder: string) {
  const savedTexts = new SavedTexts();
  const documents = new EditorDocuments(savedTexts);
  const guard = await PathGuard.create({ roots: [folder], consent: { ask: async () => 'deny' } });
  const quirks = getAgentQuirks(undefined);
  const files = new AgentFiles({ guard, documents, encodings: editorEncodings, quirks });
  return { savedTexts, documents, files };
}
