import type { Frame, Page } from 'playwright-core';

/** How the agent of the benchmarks is started. */
export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * How the benchmarks drive an ACP client: an extension with a chat in a webview. Selectors and expressions are evaluated
 * in the page of the chat.
 */
export interface ClientAdapter {
  /** The name in the tables. */
  readonly name: string;
  /** The id of the extension: `publisher.name`. */
  readonly id: string;
  /** The name of the extension in VS Code. */
  readonly displayName: string;
  /** User settings with which the client uses this agent, asks for nothing and shows nothing else. */
  settings(agent: AgentCommand): Readonly<Record<string, unknown>>;
  /** The command that shows the chat. */
  readonly openCommand: string;
  /** The command that starts an empty session in the open chat. */
  readonly newSessionCommand: string;
  /** A CSS selector of the element into which the user types. */
  readonly composer: string;
  /** A CSS selector of what appears last when the chat is opened. */
  readonly complete: string;
  /** An expression for the text of the last block of the answer, which is read in every frame. */
  readonly tail: string;
  /** An expression for the text of the conversation that is on the page. */
  readonly text: string;
  /** Does what is left to do in the open chat before a prompt can be sent, such as choosing the agent. */
  prepare?(chat: Frame, window: Page): Promise<void>;
}
