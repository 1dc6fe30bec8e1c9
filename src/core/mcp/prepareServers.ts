import type { McpServer } from '@agentclientprotocol/sdk';
import { t, toLocalized } from '../l10n.ts';
import type { McpFile, McpFileServer, McpInput } from './mcpFile.ts';
import type { McpServerCandidate, McpServerSource } from './mcpServerCandidate.ts';
import {
  getDestination,
  getInputIds,
  getVariables,
  inputVariable,
  replaceVariables,
  resolveVariables,
} from './mcpVariables.ts';
import { findInputValue, type StoredInputs } from './storedInputs.ts';

/** Where a file is, and what its variables stand for. */
export interface McpFileContext {
  readonly path: string;
  readonly source: McpServerSource;
  /** The variables by name, without inputs. */
  readonly variables: Readonly<Record<string, string>>;
  readonly stored: StoredInputs;
}

/** A server of a file, the inputs that it uses, and those that the user has not entered yet. */
export interface PreparedServer extends McpServerCandidate {
  readonly inputIds: readonly string[];
  readonly missing: readonly McpInput[];
  readonly destination: string;
  /** A file with more variables for it. */
  readonly envFile?: string;
}

/** Replaces the variables of all servers of a file. A server whose variables are not known is left out. */
export const prepareServers = (
  { servers, inputs }: McpFile,
  context: McpFileContext,
): readonly PreparedServer[] => servers.map(entry => prepareServer(entry, inputs, context));

function prepareServer(
  entry: McpFileServer,
  inputs: readonly McpInput[],
  context: McpFileContext,
): PreparedServer {
  const { name } = entry;
  const about = { name, source: context.source };
  if ('problem' in entry) {
    const problem = toLocalized(entry.problem);
    return { ...about, problem, inputIds: [], missing: [], destination: '' };
  }
  const destination = getDestination(entry.server);
  const missing: McpInput[] = [];
  const values: Record<string, string> = { ...context.variables };
  const inputIds = getInputIds(entry.server);
  for (const id of inputIds) {
    const input = inputs.find(one => one.id === id);
    const value = findInputValue(context.stored, { file: context.path, id, destination });
    if (input && value !== undefined) {
      values[inputVariable(id)] = value;
    } else if (input) {
      missing.push(input);
    }
  }
  const problem = findProblem(entry.server, missing, values);
  return {
    ...about,
    ...(problem === undefined ? { server: resolveVariables(entry.server, values) } : { problem }),
    isLocalOnly: holdsValues(entry.server),
    ...(entry.envFile === undefined
      ? {}
      : { envFile: replaceVariables(entry.envFile, context.variables) }),
    inputIds,
    missing,
    destination,
  };
}

function findProblem(
  server: McpServer,
  missing: readonly McpInput[],
  values: Readonly<Record<string, string>>,
): string | undefined {
  const asked = new Set(missing.map(({ id }) => inputVariable(id)));
  const unknown = getVariables(server).find(
    name => !Object.hasOwn(values, name) && !asked.has(name),
  );
  if (unknown !== undefined) {
    return t("It uses {0}, which Accord can't replace.", `\${${unknown}}`);
  }
  return missing.length > 0
    ? t('It needs a value: {0}', missing.map(({ description }) => description).join(', '))
    : undefined;
}

/** Headers and variables may hold secrets that the user meant for this machine. */
const holdsValues = (server: McpServer): boolean =>
  getVariables(server).length > 0 || ('headers' in server && server.headers.length > 0);
