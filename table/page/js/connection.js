// The line to the server: requests with one reply each, pushes, and coming back after a break.

const FIRST_WAIT = 400; // milliseconds before another try
const LONGEST_WAIT = 5000;
const NO_TOKEN = 4403; // so the server closes the line to a page without its token: trying again is of no use

/** What is said where nothing can be asked. */
export const LOST = "The table cannot be reached just now.";

/** A refusal by the server, with a sentence for the person. */
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export class Connection {
  /**
   * @param listeners `push(message)`, `refused(refusal)` of what answers no request, `open()` each
   *   time the line stands, `lost()`, and after it `shutOut()`: the server does not let this page in.
   */
  constructor(listeners) {
    this.listeners = listeners;
    this.waiting = new Map();
    this.next = 1;
    this.wait = FIRST_WAIT;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.listeners.open();
    });
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", ({ code }) => {
      for (const { fail } of this.waiting.values()) fail(new Refusal("lost", LOST));
      this.waiting.clear();
      this.listeners.lost();
      if (code === NO_TOKEN) {
        this.listeners.shutOut();
        return;
      }
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
    });
  }

  /** Whether something can be asked at this moment. */
  get stands() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  hear(message) {
    if (message.push) {
      this.listeners.push(message);
      return;
    }
    const asked = this.waiting.get(message.id);
    if (!asked) {
      if (message.error) this.listeners.refused(new Refusal(message.error.code, message.error.message));
      return;
    }
    this.waiting.delete(message.id);
    if (message.ok) asked.done(message.result);
    else asked.fail(new Refusal(message.error.code, message.error.message));
  }

  /** Asks the server for something; resolves to its result, rejects with a `Refusal`. */
  request(what, fields = {}) {
    if (!this.stands) return Promise.reject(new Refusal("lost", LOST));
    const id = this.next;
    this.next += 1;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.socket.send(JSON.stringify({ id, do: what, ...fields }));
    });
  }
}
