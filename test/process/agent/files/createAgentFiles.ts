import { AgentFiles, type AgentFilesOptions } from '../../../../src/agent/files/agentFiles.ts';
import { getAgentQuirks } from '../../../../src/core/catalog/agentQuirks.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { createPathGuard } from './createPathGuard.ts';

/** The files of a session in this folder, with no open documents. */
export async function createAgentFiles(
  root: string,
  options: Partial<AgentFilesOptions> = {},
): Promise<AgentFiles> {
  return new AgentFiles({
    guard: options.guard ?? (await createPathGuard([root])),
    documents: new MemoryDocuments(),
    encodings: tableEncodings(),
    quirks: getAgentQuirks(undefined),
    ...options,
  });
}
