/** A program of its own: passes MCP messages between stdio and our HTTP server, for agents that do not support HTTP. */
import { request } from 'node:http';
import { asList, asRecord, parseJson, type JsonObject } from '../../core/json.ts';
import { BRIDGE_TOKEN_VARIABLE, BRIDGE_URL_VARIABLE } from './mcpBridge.ts';
import { CLIENT_HEADER } from './mcpMessages.ts';

const NEWLINE = 0x0a;

const url = process.env[BRIDGE_URL_VARIABLE] ?? '';
const token = process.env[BRIDGE_TOKEN_VARIABLE] ?? '';
/** What the server calls this client. */
let client: string | string[] | undefined;
let incomplete: readonly Buffer[] = [];

process.stdin.on('data', (chunk: Buffer) => {
  let from = 0;
  // Not `readline`, which also splits at characters that JSON allows within a message.
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
    passLine([...incomplete, chunk.subarray(from, end)]);
    incomplete = [];
    from = end + 1;
  }
  incomplete = [...incomplete, chunk.subarray(from)];
});
process.stdin.on('end', () => passLine(incomplete));

function passLine(parts: readonly Buffer[]): void {
  const line = Buffer.concat(parts).toString('utf8');
  if (line.trim() !== '') {
    void pass(line);
  }
}

async function pass(line: string): Promise<void> {
  const answer = await post(line).catch(() => failure(parseJson(line)));
  if (answer) {
    process.stdout.write(`${answer}\n`);
  }
}

/** Returns the response on one line; empty for a notification. */
function post(line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(client === undefined ? {} : { [CLIENT_HEADER]: client }),
    };
    const sent = request(url, { method: 'POST', headers }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 202) {
          client = response.headers[CLIENT_HEADER] ?? client;
          resolve(Buffer.concat(chunks).toString('utf8'));
        } else {
          reject(new Error(`Status ${response.statusCode}`));
        }
      });
    });
    sent.on('error', reject);
    sent.end(line);
  });
}

/** The response to requests that did not reach the server; empty for notifications. */
function failure(sent: unknown): string {
  const failures = (asList(sent, asRecord) ?? [asRecord(sent) ?? {}]).flatMap(toFailure);
  const [first] = failures;
  return first ? JSON.stringify(Array.isArray(sent) ? failures : first) : '';
}

const toFailure = ({ id }: JsonObject): readonly JsonObject[] => {
  const error = { code: -32_603, message: 'The tools of the editor are no longer available.' };
  return id === undefined ? [] : [{ jsonrpc: '2.0', id, error }];
};
