/** A program of its own: passes MCP messages between stdio and our HTTP server, for agents that do not support HTTP. */
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { asRecord, parseJson } from '../../core/json.ts';
import { BRIDGE_TOKEN_VARIABLE, BRIDGE_URL_VARIABLE } from './mcpBridge.ts';

const url = process.env[BRIDGE_URL_VARIABLE] ?? '';
const token = process.env[BRIDGE_TOKEN_VARIABLE] ?? '';

createInterface({ input: process.stdin }).on('line', line => {
  if (line.trim() !== '') {
    void pass(line);
  }
});

async function pass(line: string): Promise<void> {
  const answer = await post(line).catch(() => failure(line));
  if (answer) {
    process.stdout.write(`${answer}\n`);
  }
}

/** Returns the response on one line; empty for a notification. */
function post(line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const sent = request(url, { method: 'POST', headers }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 202) {
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

/** The response to a request that did not reach the server; empty for a notification. */
function failure(line: string): string {
  const id = asRecord(parseJson(line))?.['id'];
  const error = { code: -32_603, message: 'The tools of the editor are no longer available.' };
  return id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, error });
}
