import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asRecord, type JsonObject } from '../../../src/core/json.ts';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import type { ModelApi, ModelAnswer, ModelRequest, ModelText } from './modelRequest.ts';
import { openaiChat } from './openaiChat.ts';
import { openaiResponses } from './openaiResponses.ts';
import { nextStep } from './script.ts';
import { placeholderArguments, toolCall } from './toolCall.ts';

/** A request as the model received it. */
export interface ReceivedRequest {
  readonly api: string;
  readonly path: string;
  readonly request: ModelRequest;
  readonly body: JsonObject;
  /** All strings in the request, one per line. */
  readonly texts: string;
}

/** A scripted model that does what the prompt says. It serves all APIs on a local port of its own. */
export interface ModelServer {
  readonly url: string;
  /** The requests so far, without those for titles and the like. */
  readonly requests: readonly ReceivedRequest[];
  /** The paths of requests that do not concern a model. */
  readonly others: readonly string[];
  close(): Promise<void>;
}

const MODEL_APIS: readonly ModelApi[] = [anthropic, openaiChat, openaiResponses, gemini];

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

interface RequestLog {
  readonly requests: ReceivedRequest[];
  readonly others: string[];
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  log: RequestLog,
): Promise<void> {
  const { pathname: path } = new URL(incoming.url ?? '/', 'http://model');
  const body = await bodyOf(incoming);
  const api = incoming.method === 'POST' && MODEL_APIS.find(one => one.matchesPath(path));
  if (!api) {
    log.others.push(`${incoming.method} ${path}`);
    send(response, answerOther(path));
    return;
  }
  const request = api.parseRequest(body, path);
  if (isWork(request)) {
    log.requests.push({ api: api.name, path, request, body, texts: textsIn(body) });
  }
  const answer = { id: newId(), ...createAnswer(request) };
  if (request.streams) {
    stream(response, api, answer);
  } else {
    send(response, api.toResponse(answer));
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
    return {}; // Telemetry has formats of its own.
  }
}

/** Requests for titles, summaries and classifications have no tools, or a schema for the response. */
const isWork = ({ tools, answerSchema }: ModelRequest): boolean =>
  tools.length > 0 && answerSchema === undefined;

let answers = 0;

/** Ids must also differ from those of an earlier run whose session is resumed. */
function newId(): string {
  answers += 1;
  return `scripted_${process.pid}_${answers}`;
}

function createAnswer(request: ModelRequest): ModelText {
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

function stream(response: ServerResponse, api: ModelApi, answer: ModelAnswer): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { event, data } of api.toEvents(answer)) {
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

/** Answers requests for lists of models and counts of tokens; any other request gets an empty answer. */
function answerOther(path: string): JsonObject {
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
