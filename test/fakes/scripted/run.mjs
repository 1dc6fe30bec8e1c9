/** Thrown through the steps when the client cancels. */
export class Stopped extends Error {}

/** One reaction to one message: its variables, whether it was answered, and whether it was cancelled. */
export class Run {
  constructor({ agent, message, session, rule }) {
    this.agent = agent;
    this.message = message;
    this.session = session;
    this.rule = rule;
    this.variables = Object.assign(Object.create(null), {
      sessionId: session.sessionId,
      cwd: session.cwd,
      requestId: message?.id,
      params: message?.params,
    });
    this.state = { replied: false, cancelled: false, stopped: false, requestCancelled: false };
    this.cancelling = withResolvers();
    this.restart();
  }

  get cancelled() {
    return this.state.cancelled;
  }

  get stopped() {
    return this.state.stopped;
  }

  /** Handles a cancellation by the client. With `stops`, the current steps end. */
  cancel(stops) {
    this.state.cancelled = true;
    this.cancelling.resolve();
    if (stops) {
      this.state.stopped = true;
      this.stopping.reject(new Stopped());
    }
  }

  /** Waits for a promise, or until the run is cancelled. */
  async wait(promise) {
    return Promise.race([promise, this.stopping.promise]);
  }

  /** Allows the steps after a cancellation to run to their end. */
  restart() {
    this.state.stopped = false;
    this.stopping = withResolvers();
    // The rejection is not unhandled if no step is waiting at the time of the cancellation.
    this.stopping.promise.catch(() => {});
  }

  async reply(answer) {
    this.state.replied = true;
    await this.agent.wire.send({ id: this.message.id, ...answer });
  }

  /** The same run in one round of a repetition, with its own counter and variables. */
  round(i) {
    const variables = Object.assign(Object.create(this.variables), { i });
    return Object.assign(Object.create(this), { variables });
  }
}

function withResolvers() {
  let resolve;
  let reject;
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
