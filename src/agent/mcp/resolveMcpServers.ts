import { t } from '../../core/l10n.ts';
import type { McpServerCandidate } from '../../core/mcp/mcpServerCandidate.ts';
import { resolveCommand, type ProcessEnvironment } from '../process/resolveCommand.ts';
import { prepareRunner } from '../process/runnerFolder.ts';

/** The servers with their programs as absolute paths, which the protocol demands. Those that are not found have a problem. */
export const resolveMcpServers = (
  candidates: readonly McpServerCandidate[],
  search: {
    readonly environment: ProcessEnvironment;
    readonly workspaceRoots: readonly string[];
    readonly runnerFolder?: string;
  },
): Promise<readonly McpServerCandidate[]> =>
  Promise.all(
    candidates.map(async candidate => {
      const { server } = candidate;
      if (!server || !('command' in server)) {
        return candidate;
      }
      const found = await resolveCommand(server.command, server.args, search);
      if (found.kind !== 'found') {
        const { server: _, ...rest } = candidate;
        return { ...rest, problem: t('Couldn\'t find "{0}".', server.command) };
      }
      // The agent starts it in the workspace.
      const { program, args } = await prepareRunner(server, found, search.runnerFolder);
      return { ...candidate, server: { ...server, command: program, args: [...args] } };
    }),
  );
