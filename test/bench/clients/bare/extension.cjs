// @ts-check
/** The least that a client must do: a text field and a log in a webview, one agent process, text appended per frame. */
const { spawn } = require('node:child_process');
const { createInterface } = require('node:readline');
const vscode = require('vscode');

const FRAME_MS = 16;

/** @type {vscode.Webview | undefined} */
let webview;
/** @type {Promise<Agent> | undefined} */
let agent;
/** Text that the page has not got yet. */
let due = '';

/** @param {vscode.ExtensionContext} context */
exports.activate = context => {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider('bare.chat', {
      resolveWebviewView: view => {
        webview = view.webview;
        webview.options = { enableScripts: true };
        webview.onDidReceiveMessage(text => void prompt(String(text)));
        webview.html = PAGE;
      },
    }),
    vscode.commands.registerCommand('bare.newSession', () => {
      if (webview) {
        webview.html = `${PAGE}<!-- ${Date.now()} -->`;
      }
      void agent?.then(one => one.begin());
    }),
  );
};

/** @param {string} text */
async function prompt(text) {
  agent ??= Agent.start();
  await (await agent).prompt(text);
}

/** @param {string} text */
function show(text) {
  if (due === '' && text !== '') {
    setTimeout(() => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
      void webview?.postMessage(due);
      due = '';
    }, FRAME_MS);
  }
  due += text;
}

/**
 * @typedef {object} Message
 * @property {number} id
 * @property {{ sessionId?: string }} [result]
 * @property {{
 *   update?: {
 *     sessionUpdate: string;
 *     title?: string;
 *     status?: string;
 *     content?: { text?: string };
 *   };
 * }} [params]
 */

class Agent {
  static async start() {
    /** @type {{ command: string; args: string[] }} */
    const { command, args } = vscode.workspace
      .getConfiguration('bare')
      .get('agent', { command: '', args: [] });
    const one = new Agent(spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] }));
    await one.#ask('initialize', { protocolVersion: 1 });
    await one.begin();
    return one;
  }

  #nextId = 0;
  /** @type {Map<number, (result: { sessionId?: string }) => void>} */
  #answers = new Map();
  #process;
  /** @type {string | undefined} */
  #sessionId;

  /** @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} child */
  constructor(child) {
    this.#process = child;
    createInterface({ input: child.stdout }).on('line', line => {
      const { id, params, result } = /** @type {Message} */ (JSON.parse(line));
      const update = params?.update;
      if (update?.sessionUpdate === 'tool_call') {
        show(`\n${update.title}: ${update.status}\n`);
      }
      show(update?.content?.text ?? '');
      this.#answers.get(id)?.(result ?? {});
    });
  }

  async begin() {
    const { sessionId } = await this.#ask('session/new', { cwd: '/', mcpServers: [] });
    this.#sessionId = sessionId;
  }

  /** @param {string} text */
  async prompt(text) {
    await this.#ask('session/prompt', {
      sessionId: this.#sessionId,
      prompt: [{ type: 'text', text }],
    });
  }

  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<{ sessionId?: string }>}
   */
  #ask(method, params) {
    const id = ++this.#nextId;
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise(resolve => this.#answers.set(id, resolve));
  }
}

const PAGE = `<!DOCTYPE html>
<html>
  <body style="display: flex; flex-direction: column; height: 100vh; margin: 0">
    <div role="log" aria-label="Bare" style="flex: 1; overflow: auto">
      <pre style="white-space: pre-wrap"></pre>
    </div>
    <textarea aria-label="Message" rows="3"></textarea>
    <script>
      const api = acquireVsCodeApi();
      const text = document.querySelector('pre');
      const box = text.parentElement;
      const field = document.querySelector('textarea');
      field.addEventListener('keydown', event => {
        if (event.key === 'Enter') {
          event.preventDefault();
          api.postMessage(field.value);
          field.value = '';
        }
      });
      window.addEventListener('message', ({ data }) => {
        text.append(data);
        box.scrollTop = box.scrollHeight;
      });
    </script>
  </body>
</html>`;
