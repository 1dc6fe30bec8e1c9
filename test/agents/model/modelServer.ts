import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asRecord, type JsonObject } from '../../../src/core/json.ts';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import type { Dialect, ModelAnswer, ModelRequest, ModelText } from './modelRequest.ts';
import { openaiChat } from './openaiChat.ts';
import { openaiResponses } from './openaiResponses.ts';
import { nextStep } from './script.ts';
import { placeholderArguments, toolCall } from './toolCall.ts';

/** A request as the model got it. */
export interface ReceivedRequest {
  readonly dialect: string;
  readonly path: string;
  readonly request: ModelRequest;
  readonly body: JsonObject;
  /** Every text in it, one per line. */
  readonly texts: string;
}

/** A model that does what the prompt tells it to, in all dialects, on a port of its own on this machine. */
export interface ModelServer {
  readonly url: string;
  /** What agents asked so far, titles and the like left out. */
  readonly requests: readonly ReceivedRequest[];
  /** What agents asked for that is not a model's business. */
  readonly others: readonly string[];
  close(): Promise<void>;
}

const DIALECTS: readonly Dialect[] = [anthropic, openaiChat, openaiResponses, gemini];

export async function startModel(): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  const others: string[] = [];
  const server = createServer((incoming, response) => {
    void serve(incoming, response, { requests, others });
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    others,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Books {
  readonly requests: ReceivedRequest[];
  readonly others: string[];
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  books: Books,
): Promise<void> {
  const { pathname: path } = new URL(incoming.url ?? '/', 'http://model');
  const body = await bodyOf(incoming);
  const dialect = incoming.method === 'POST' && DIALECTS.find(one => one.speaks(path));
  if (!dialect) {
    books.others.push(`${incoming.method} ${path}`);
    send(response, aside(path));
    return;
  }
  const request = dialect.read(body, path);
  if (isWork(request)) {
    books.requests.push({ dialect: dialect.name, path, request, body, texts: textsIn(body) });
  }
  const answer = { id: newId(), ...wordsFor(request) };
  if (request.streams) {
    stream(response, dialect, answer);
  } else {
    send(response, dialect.whole(answer));
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString();
  try {
    return asRecord(JSON.parse(text)) ?? {};
  } catch {
    return {}; // Telemetry comes in forms of its own.
  }
}

/** Titles, summaries and classifiers come without tools, or with a form for the answer. */
const isWork = ({ tools, answerSchema }: ModelRequest): boolean =>
  tools.length > 0 && answerSchema === undefined;

let answers = 0;

/** Unlike any other, also of another run whose conversation is taken up again. */
function newId(): string {
  answers += 1;
  return `scripted_${process.pid}_${answers}`;
}

function wordsFor(request: ModelRequest): ModelText {
  if (!isWork(request)) {
    const { answerSchema } = request;
    const text = answerSchema
      ? JSON.stringify(placeholderArguments(answerSchema))
      : 'A scripted title';
    return { kind: 'text', text };
  }
  const step = nextStep(request.conversation);
  if (step === undefined) {
    return { kind: 'text', text: 'The prompt holds no script.' };
  }
  if (step.do === 'say' || step.do === 'hang') {
    return { kind: step.do === 'say' ? 'text' : 'hang', text: step.text };
  }
  const call = toolCall(step, request.tools);
  if (!call) {
    const names = request.tools.map(({ name }) => name).join(', ');
    return { kind: 'text', text: `No tool fits "${step.do}". There are: ${names}` };
  }
  return { kind: 'call', ...call };
}

function stream(response: ServerResponse, dialect: Dialect, answer: ModelAnswer): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { event, data } of dialect.events(answer)) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }
  if (answer.kind !== 'hang') {
    response.end();
  }
}

function send(response: ServerResponse, body: JsonObject): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Lists of models and counts of tokens; whatever else is asked gets nothing. */
function aside(path: string): JsonObject {
  if (path.endsWith('/models')) {
    return { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] };
  }
  return /count_?tokens/i.test(path) ? { input_tokens: 100, totalTokens: 100 } : {};
}

/** All strings of a value, at any depth. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).map(textsIn).join('\n');
  }
  return '';
}
