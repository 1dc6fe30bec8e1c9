import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { McpServerHttp } from '@agentclientprotocol/sdk';
import { CaptureStore } from '../../../../src/agent/context/captureStore.ts';
import type {
  OpenRequestSession,
  RequestSession,
} from '../../../../src/agent/requests/clientRequests.ts';
import type { PermissionPolicy } from '../../../../src/agent/requests/permissionPolicy.ts';
import { WorkspaceRequests } from '../../../../src/agent/requests/workspaceRequests.ts';
import type { Disposable } from '../../../../src/core/disposableStore.ts';
import { TerminalMentions } from '../../../../src/vscode/context/terminal/terminalMentions.ts';
import { EditorDocuments } from '../../../../src/vscode/files/editorDocuments.ts';
import { editorEncodings } from '../../../../src/vscode/files/editorEncodings.ts';
import { SavedTexts } from '../../../../src/vscode/files/savedTexts.ts';
import { IdeTools } from '../../../../src/vscode/tools/ideTools.ts';
import { fakeRequestSession } from '../../../fakes/requestSession.ts';

const SESSION = 'tools-session';
const logger = { info: () => {}, warn: () => {}, error: () => {} };
const [folder] = vscode.workspace.workspaceFolders ?? [];

/** A file or folder of the workspace. */
export const inFolder = (name: string): string => join(folder?.uri.fsPath ?? '', name);

/** The tools of a session whose roots and user are those of a test. */
export class ToolFixture implements Disposable {
  readonly tools: IdeTools;
  /** How many listen to what agents read and write. */
  listeners = 0;
  readonly #savedTexts = new SavedTexts();
  readonly #terminals = new TerminalMentions(new CaptureStore(''));
  readonly #session: OpenRequestSession | undefined;

  constructor(session: Partial<RequestSession> = {}, permissionPolicy?: PermissionPolicy) {
    const requests = new WorkspaceRequests({
      documents: new EditorDocuments(this.#savedTexts),
      encodings: editorEncodings,
      environment: async () => ({}),
      shell: () => '/bin/sh',
      permissionPolicy,
    });
    this.#session = requests
      .forAgent()
      .openSession?.(fakeRequestSession({ id: SESSION, roots: [inFolder('')], ...session }));
    this.tools = new IdeTools({
      requests: {
        getAccess: id => requests.getAccess(id),
        onDidAccessFile: listener => this.#count(requests.onDidAccessFile(listener)),
      },
      review: { pending: [], comments: [], findSession: () => undefined },
      lastCommand: () => this.#terminals.lastTrackedCommand,
      version: '0.0.0',
      bridge: '',
      logger,
    });
  }

  /** Gives the session its tools. */
  async open(): Promise<Disposable & { readonly server: McpServerHttp }> {
    const opened = await this.tools.open({ id: SESSION, supportsHttp: true, supportsAcp: false });
    assert.ok(opened, 'there is a server');
    return { server: opened.server as McpServerHttp, dispose: () => opened.dispose() };
  }

  /** Asks as an agent does. */
  async ask(method: string, params: object = {}): Promise<string> {
    const opened = await this.open();
    const { url, headers } = opened.server;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...toObject(headers) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const text = await response.text();
    opened.dispose();
    return text;
  }

  /** What a tool answers. */
  async callTool(name: string, input: object = {}): Promise<string> {
    const answer = await this.ask('tools/call', { name, arguments: input });
    const { result } = JSON.parse(answer) as { result: { content: [{ text: string }] } };
    return result.content[0].text;
  }

  /** Does what the session does when the user stops the turn. */
  async stop(): Promise<void> {
    await this.#session?.stop();
  }

  dispose(): void {
    this.tools.dispose();
    this.#savedTexts.dispose();
    this.#terminals.dispose();
  }

  #count(listener: Disposable): Disposable {
    this.listeners += 1;
    return {
      dispose: () => {
        this.listeners -= 1;
        listener.dispose();
      },
    };
  }
}

const toObject = (
  headers: readonly { readonly name: string; readonly value: string }[],
): Record<string, string> => Object.fromEntries(headers.map(({ name, value }) => [name, value]));
