/** The agent's capabilities and sessions, and its default answer to each method. */
export class Defaults {
  #scenario;
  #sessions = new Map();
  #mcpServers = new Map();
  #count = 0;

  constructor(scenario) {
    this.#scenario = scenario;
  }

  /** The session of a request. `session/new` and `session/fork` get their new id before any step runs. */
  sessionFor(method, params) {
    const isNew = method === 'session/new' || method === 'session/fork';
    const id = isNew ? this.#newId() : params?.sessionId;
    if (params?.cwd !== undefined) {
      this.#mcpServers.set(id, params.mcpServers ?? []);
      this.#sessions.set(id, { sessionId: id, cwd: params.cwd });
    }
    return this.#sessions.get(id) ?? { sessionId: id, cwd: process.cwd() };
  }

  /** The MCP servers that the client has passed for a session. */
  mcpServersOf(sessionId) {
    return this.#mcpServers.get(sessionId) ?? [];
  }

  /** A JSON-RPC answer, `{result}` or `{error}`. */
  answer(method, params, run) {
    const result = this.#results[method]?.(params ?? {}, run);
    return result === undefined
      ? { error: { code: -32601, message: `"Method not found": ${method}` } }
      : { result };
  }

  #newId() {
    this.#count += 1;
    return `${this.#scenario.sessionPrefix ?? 'session-'}${this.#count}`;
  }

  #state() {
    const { modes, configOptions } = this.#scenario;
    return { ...(modes && { modes }), ...(configOptions && { configOptions }) };
  }

  #results = {
    initialize: () => ({
      protocolVersion: 1,
      agentCapabilities: this.#scenario.capabilities ?? {},
      authMethods: this.#scenario.authMethods ?? [],
      agentInfo: this.#scenario.agentInfo ?? {
        name: 'scripted',
        title: 'Scripted',
        version: '1.0.0',
      },
      ...(this.#scenario.meta && { _meta: this.#scenario.meta }),
    }),
    authenticate: () => ({}),
    logout: () => ({}),
    'session/new': (_, run) => ({ sessionId: run.session.sessionId, ...this.#state() }),
    'session/fork': (_, run) => ({ sessionId: run.session.sessionId, ...this.#state() }),
    'session/load': () => this.#state(),
    'session/resume': () => this.#state(),
    'session/list': () => ({ sessions: this.#scenario.sessions ?? [...this.#sessions.values()] }),
    'session/close': () => ({}),
    'session/delete': ({ sessionId }) => {
      this.#sessions.delete(sessionId);
      return {};
    },
    'session/set_mode': ({ modeId }) => {
      if (this.#scenario.modes) {
        this.#scenario.modes.currentModeId = modeId;
      }
      return {};
    },
    'session/set_config_option': ({ configId, value }) => {
      const options = this.#scenario.configOptions ?? [];
      for (const option of options.filter(({ id }) => id === configId)) {
        option.currentValue = value;
      }
      return { configOptions: options };
    },
    'session/prompt': (_, run) => ({ stopReason: run.cancelled ? 'cancelled' : 'end_turn' }),
  };
}
