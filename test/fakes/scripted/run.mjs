/** Thrown through a list of steps when the client cancels. */
export class Stopped extends Error {}

/** One reaction to one message: its variables, whether it has been answered, whether it was cancelled. */
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

  /** The client has cancelled; with `stops`, the steps end where they are. */
  cancel(stops) {
    this.state.cancelled = true;
    this.cancelling.resolve();
    if (stops) {
      this.state.stopped = true;
      this.stopping.reject(new Stopped());
    }
  }

  /** Waits for something, but not beyond a cancellation. */
  async wait(promise) {
    return Promise.race([promise, this.stopping.promise]);
  }

  /** What follows a cancellation runs to its end. */
  restart() {
    this.state.stopped = false;
    this.stopping = withResolvers();
    // Nobody may be waiting at the moment of the cancellation.
    this.stopping.promise.catch(() => {});
  }

  async reply(answer) {
    this.state.replied = true;
    await this.agent.wire.send({ id: this.message.id, ...answer });
  }

  /** The same run within a repetition: the counter and what is saved there are its own. */
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
