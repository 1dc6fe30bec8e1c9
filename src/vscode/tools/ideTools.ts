import type { LanguageModelToolInformation } from 'vscode';
import * as z from 'zod';
import { toMcpServer } from '../../agent/mcp/mcpBridge.ts';
import { McpHttpServer } from '../../agent/mcp/mcpHttpServer.ts';
import { openAcpTools } from '../../agent/mcp/openAcpTools.ts';
import type { McpTool, McpToolResult } from '../../agent/mcp/mcpTool.ts';
import type { OpenTools, SessionTools, ToolSession } from '../../agent/mcp/sessionTools.ts';
import type { WorkspaceRequests } from '../../agent/requests/workspaceRequests.ts';
import { ResponseError } from '../../agent/wire/responseError.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { getErrorMessage } from '../../core/errors.ts';
import { asRecord, type JsonObject } from '../../core/json.ts';
import type { Logger } from '../../core/logger.ts';
import { getEnabledTools } from '../../core/tools/enabledTools.ts';
import {
  TOOL_DEFINITIONS,
  type ToolDefinition,
  type ToolName,
} from '../../core/tools/toolDefinitions.ts';
import {
  applyCodeActionInput,
  callHierarchyInput,
  codeActionsInput,
  diagnosticsInput,
  fileInput,
  notebookInput,
  positionInput,
  renameInput,
  revealInput,
  runTaskInput,
  runTestsInput,
  symbolSearchInput,
} from '../../core/tools/toolInputs.ts';
import { TOOL_SCHEMAS } from '../../core/tools/toolSchemas.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { getSetting } from '../settings.ts';
import { applyCodeAction, formatDocument, getCodeActions } from './codeActionTools.ts';
import { getDiagnostics } from './diagnosticsTool.ts';
import { getOpenEditors, revealLocation } from './editorTools.ts';
import { getGitState } from './gitTool.ts';
import { getLanguageModelTools, invokeLanguageModelTool } from './languageModelTools.ts';
import { findLocations, getCallHierarchy } from './locationTools.ts';
import { getNotebookCells } from './notebookTool.ts';
import { ReportedDiagnostics } from './reportedDiagnostics.ts';
import { renameSymbol } from './renameTool.ts';
import { getReviewState, type ReviewSource } from './reviewTool.ts';
import { getHover, listSymbols, searchSymbols } from './symbolTools.ts';
import { listTasks, runTask, runTests } from './taskTools.ts';
import { getLastCommand, type LastCommandSource } from './terminalTool.ts';
import { ToolCall, ToolCallError } from './toolCall.ts';
import { TurnProblems } from './turnProblems.ts';

/** The name of the server, which agents show with each call. */
const SERVER_NAME = 'accord';

const INSTRUCTIONS =
  'What the VS Code of the user knows about this workspace: problems, definitions, references, symbols, types, open editors, git, tasks, the last terminal command, notebooks, and the review of your changes. It also renames, fixes, formats, and runs tasks and tests. Lines and columns count from 1.';

/** Runs a tool with arguments that are not checked yet. */
type ToolHandler = (call: ToolCall, raw: JsonObject) => Promise<string>;
type ToolHandlers = Readonly<Record<ToolName, ToolHandler>>;

/** A call of a tool by a session. */
interface NamedCall {
  readonly name: string;
  readonly sessionId: string;
  readonly run: (call: ToolCall) => Promise<string>;
}

interface ServedTools {
  readonly handlers: ToolHandlers;
  readonly reported: ReportedDiagnostics;
}

export interface IdeToolsOptions {
  readonly requests: Pick<WorkspaceRequests, 'getAccess' | 'onDidAccessFile'>;
  readonly review: ReviewSource;
  readonly lastCommand: LastCommandSource;
  readonly version: string;
  /** The program that passes messages on for agents that do not support HTTP. */
  readonly bridge: string;
  readonly logger: Logger;
}

/** Offers what VS Code knows to agents on this machine, as an MCP server. It starts with the first session. */
export class IdeTools implements SessionTools, Disposable {
  readonly problems: TurnProblems;
  readonly #options: IdeToolsOptions;
  readonly #server = new McpHttpServer();
  /** What listens to VS Code, while a session has the tools. */
  #served: ServedTools | undefined;
  #openCount = 0;

  constructor(options: IdeToolsOptions) {
    this.#options = options;
    const { review, requests } = options;
    this.problems = new TurnProblems({
      review,
      findConversation: sessionId => review.findSession(sessionId)?.conversation,
      onDidAccessFile: requests.onDidAccessFile,
    });
  }

  /** A session without tools is better than none, so a failure is only logged. */
  async open({ id, supportsHttp, supportsAcp }: ToolSession): Promise<OpenTools | undefined> {
    const { bridge, version, logger } = this.#options;
    const tools = [
      ...getEnabledTools(getSetting('tools')).map(name => this.#createTool(name, id)),
      ...getLanguageModelTools().map(tool => this.#createLanguageModelTool(tool, id)),
    ];
    if (tools.length === 0) {
      return undefined;
    }
    const info = { name: SERVER_NAME, title: 'Accord', version, instructions: INSTRUCTIONS };
    if (supportsAcp) {
      return this.#keepServed(openAcpTools({ info, tools }));
    }
    try {
      const endpoint = await this.#server.open({ info, tools });
      const server = toMcpServer(SERVER_NAME, endpoint, { supportsHttp, bridge });
      return this.#keepServed({ server, dispose: () => endpoint.dispose() });
    } catch (error) {
      logger.error(`The tools for agents could not be started: ${getErrorMessage(error)}`);
      return undefined;
    }
  }

  dispose(): void {
    this.problems.dispose();
    this.#server.dispose();
    this.#endServed();
  }

  /** Listens to VS Code until the last session is without tools. */
  #keepServed(opened: OpenTools): OpenTools {
    this.#openCount += 1;
    this.#served ??= this.#serve();
    let isOpen = true;
    const dispose = (): void => {
      opened.dispose();
      this.#openCount -= isOpen ? 1 : 0;
      isOpen = false;
      if (this.#openCount === 0) {
        this.#endServed();
      }
    };
    return { ...opened, dispose };
  }

  #serve(): ServedTools {
    const { requests, review, lastCommand } = this.#options;
    const reported = new ReportedDiagnostics(requests.onDidAccessFile);
    const handlers = createHandlers({ reported, problems: this.problems, review, lastCommand });
    return { reported, handlers };
  }

  #getHandler(name: ToolName): ToolHandler {
    if (!this.#served) {
      throw new ToolCallError('The session has ended.');
    }
    return this.#served.handlers[name];
  }

  #endServed(): void {
    this.#served?.reported.dispose();
    this.#served = undefined;
  }

  #createTool(name: ToolName, sessionId: string): McpTool {
    const definition: ToolDefinition = TOOL_DEFINITIONS[name];
    const { title, description } = definition;
    return {
      name,
      title,
      description,
      inputSchema: TOOL_SCHEMAS[name],
      isReadOnly: !definition.isChange && !definition.runsProgram,
      runsProgram: definition.runsProgram ?? false,
      call: (raw, signal) => {
        const run = (call: ToolCall): Promise<string> => this.#getHandler(name)(call, raw);
        return this.#call({ name, sessionId, run }, signal);
      },
    };
  }

  #createLanguageModelTool(tool: LanguageModelToolInformation, sessionId: string): McpTool {
    const { name, description } = tool;
    return {
      name,
      title: name,
      description,
      inputSchema: asRecord(tool.inputSchema) ?? { type: 'object' },
      isReadOnly: false,
      runsProgram: true,
      call: (raw, signal) => {
        const run = (call: ToolCall): Promise<string> => invokeLanguageModelTool(call, name, raw);
        return this.#call({ name, sessionId, run }, signal);
      },
    };
  }

  async #call({ name, sessionId, run }: NamedCall, signal: AbortSignal): Promise<McpToolResult> {
    const { requests, logger } = this.#options;
    try {
      const access = await requests.getAccess(sessionId);
      if (!access) {
        throw new ToolCallError('The session is not open yet.');
      }
      const text = await access.fileRequests.run(signal, async either => {
        const call = new ToolCall(sessionId, access, either);
        await call.admit();
        return run(call);
      });
      return { text };
    } catch (error) {
      const isExpected = error instanceof ToolCallError || error instanceof ResponseError;
      if (!isExpected && !signal.aborted) {
        logger.error(`The tool ${name} failed: ${getErrorMessage(error)}`);
      }
      // Such a text may list much, or come from another extension.
      return { text: limitLines(getErrorMessage(error).split('\n')), isError: true };
    }
  }
}

/** Checks the arguments of a tool before it runs. */
const checked =
  <T>(schema: z.ZodType<T>, run: (call: ToolCall, input: T) => Promise<string>): ToolHandler =>
  async (call, raw) => {
    const parsed = schema.safeParse(raw);
    if (!parsed.success) {
      throw new ToolCallError(`The arguments do not fit: ${z.prettifyError(parsed.error)}`);
    }
    return run(call, parsed.data);
  };

interface ToolSources {
  readonly reported: ReportedDiagnostics;
  readonly problems: TurnProblems;
  readonly review: ReviewSource;
  readonly lastCommand: LastCommandSource;
}

const createHandlers = ({
  reported,
  problems,
  review,
  lastCommand,
}: ToolSources): ToolHandlers => ({
  get_diagnostics: checked(diagnosticsInput, getDiagnostics(reported, problems)),
  find_definition: checked(positionInput, findLocations('find_definition')),
  find_type_definition: checked(positionInput, findLocations('find_type_definition')),
  find_references: checked(positionInput, findLocations('find_references')),
  find_implementations: checked(positionInput, findLocations('find_implementations')),
  get_call_hierarchy: checked(callHierarchyInput, getCallHierarchy),
  search_symbols: checked(symbolSearchInput, searchSymbols),
  list_symbols: checked(fileInput, listSymbols),
  get_hover: checked(positionInput, getHover),
  get_open_editors: getOpenEditors,
  reveal_location: checked(revealInput, revealLocation),
  get_git_state: getGitState,
  get_review_state: getReviewState(review),
  rename_symbol: checked(renameInput, renameSymbol),
  get_code_actions: checked(codeActionsInput, getCodeActions(reported)),
  apply_code_action: checked(applyCodeActionInput, applyCodeAction(reported)),
  format_document: checked(fileInput, formatDocument),
  list_tasks: listTasks,
  run_task: checked(runTaskInput, runTask),
  run_tests: checked(runTestsInput, runTests),
  get_last_command: getLastCommand(lastCommand),
  get_notebook_cells: checked(notebookInput, getNotebookCells),
});
