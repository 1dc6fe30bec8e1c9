import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AgentContext,
  type PlanEntry,
  type SessionUpdate,
  type ToolCall,
  type ToolCallUpdate,
  methods,
} from '@agentclientprotocol/sdk';
import { CancellationError } from '../core/errors.ts';
import type { DemoPace } from './demoOptions.ts';
import type { DemoSession } from './demoSession.ts';

const NATURAL_CHUNK_MS = 24;
const RELAXED_FACTOR = 2.5;
/** A pause between two actions, measured in chunks. */
const PAUSE_CHUNKS = 18;
/** One or two words, as a model streams them. */
const CHUNK = /(?:\S+\s*){1,2}|\s+/g;

/** One turn of the demo. Streams its messages in small chunks, and sends nothing after a cancellation. */
export class DemoTurn {
  readonly session: DemoSession;
  readonly client: AgentContext;
  readonly signal: AbortSignal;

  constructor(session: DemoSession, client: AgentContext, signal: AbortSignal) {
    this.session = session;
    this.client = client;
    this.signal = signal;
  }

  say(markdown: string): Promise<void> {
    return this.#stream('agent_message_chunk', `${markdown}\n\n`);
  }

  async think(text: string): Promise<void> {
    if (this.session.options.thoughts) {
      await this.#stream('agent_thought_chunk', text);
      await this.pause();
    }
  }

  showPlan(entries: PlanEntry[]): Promise<void> {
    return this.update({ sessionUpdate: 'plan', entries });
  }

  /** Reports a tool call while it runs, and its result. What `run` returns is added to the last update. */
  async runTool(
    toolCall: Omit<ToolCall, 'toolCallId' | 'status'>,
    run: (toolCallId: string) => Promise<Omit<ToolCallUpdate, 'toolCallId'>>,
  ): Promise<void> {
    const toolCallId = randomUUID();
    await this.update({
      sessionUpdate: 'tool_call',
      toolCallId,
      status: 'in_progress',
      ...toolCall,
    });
    try {
      await this.pause();
      await this.finishTool(toolCallId, { status: 'completed', ...(await run(toolCallId)) });
    } catch (error) {
      await this.finishTool(toolCallId, { status: 'failed' });
      throw error;
    }
  }

  /** Sends the last update of a tool call, also after a cancellation, so that no tool call stays in progress. */
  finishTool(toolCallId: string, fields: Omit<ToolCallUpdate, 'toolCallId'>): Promise<void> {
    return this.#send({ sessionUpdate: 'tool_call_update', toolCallId, ...fields });
  }

  async update(update: SessionUpdate): Promise<void> {
    this.signal.throwIfAborted();
    await this.#send(update);
  }

  /** Waits for an answer of the client, and rejects at once when the user cancels. */
  async wait<T>(answer: Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return new Promise<T>((resolve, reject) => {
      const stop = () => reject(new CancellationError());
      this.signal.addEventListener('abort', stop, { once: true });
      answer.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', stop));
    });
  }

  pause(): Promise<void> {
    return this.#sleep(PAUSE_CHUNKS);
  }

  async #stream(kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string): Promise<void> {
    const messageId = randomUUID();
    this.session.characterCount += text.length;
    for (const [chunk] of text.matchAll(CHUNK)) {
      await this.update({
        sessionUpdate: kind,
        messageId,
        content: { type: 'text', text: chunk },
      });
      await this.#sleep(1);
    }
  }

  async #sleep(chunks: number): Promise<void> {
    const ms = chunkMs(this.session.options.pace) * chunks;
    if (ms > 0) {
      await this.wait(sleep(ms));
    }
  }

  #send(update: SessionUpdate): Promise<void> {
    return this.client.notify(methods.client.session.update, {
      sessionId: this.session.id,
      update,
    });
  }
}

/** Tests set DEMO_PACE_MS to 0, so that they do not have to wait. */
function chunkMs(pace: DemoPace): number {
  const natural = Number(process.env['DEMO_PACE_MS'] ?? NATURAL_CHUNK_MS);
  switch (pace) {
    case 'relaxed':
      return natural * RELAXED_FACTOR;
    case 'natural':
      return natural;
    case 'instant':
      return 0;
  }
}
