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
/** A word or two, as a model would send them. */
const CHUNK = /(?:\S+\s*){1,2}|\s+/g;

/** How the demo speaks in one turn: a few words at a time, and silent at once when cancelled. */
export class DemoTurn {
  readonly session: DemoSession;
  readonly client: AgentContext;
  readonly signal: AbortSignal;

  constructor(session: DemoSession, client: AgentContext, signal: AbortSignal) {
    this.session = session;
    this.client = client;
    this.signal = signal;
  }

  /** Says something in Markdown. */
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

  /** Shows an action while it runs, and how it ended. What `act` returns is added to the card. */
  async runTool(
    card: Omit<ToolCall, 'toolCallId' | 'status'>,
    act: (toolCallId: string) => Promise<Omit<ToolCallUpdate, 'toolCallId'>>,
  ): Promise<void> {
    const toolCallId = randomUUID();
    await this.update({ sessionUpdate: 'tool_call', toolCallId, status: 'in_progress', ...card });
    try {
      await this.pause();
      await this.finishTool(toolCallId, { status: 'completed', ...(await act(toolCallId)) });
    } catch (error) {
      await this.finishTool(toolCallId, { status: 'failed' });
      throw error;
    }
  }

  /** The last word on an action, which is also said after a cancellation: no card is left spinning. */
  finishTool(toolCallId: string, fields: Omit<ToolCallUpdate, 'toolCallId'>): Promise<void> {
    return this.#send({ sessionUpdate: 'tool_call_update', toolCallId, ...fields });
  }

  async update(update: SessionUpdate): Promise<void> {
    this.signal.throwIfAborted();
    await this.#send(update);
  }

  /** Waits for the client, but not once the user has cancelled. */
  async wait<T>(answer: Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return new Promise<T>((resolve, reject) => {
      const stop = () => reject(new CancellationError());
      this.signal.addEventListener('abort', stop, { once: true });
      answer.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', stop));
    });
  }

  pause(): Promise<void> {
    return this.#rest(PAUSE_CHUNKS);
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
      await this.#rest(1);
    }
  }

  async #rest(chunks: number): Promise<void> {
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

/** Tests set DEMO_PACE_MS to 0, so that they need not listen at reading speed. */
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
