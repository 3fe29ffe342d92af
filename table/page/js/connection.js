// The line to the server: requests with one reply each, pushes, and coming back after a break.

const WAIT = 1000; // milliseconds before another try
const NO_TOKEN = 4403; // so the server closes the line to a page without its token: trying again is of no use

/** What is said where nothing can be asked. */
export const LOST = "The table cannot be reached just now.";

/** A refusal by the server, with a sentence for the person. */
const refusal = ({ code, message }) => Object.assign(new Error(message), { code });
const lost = () => refusal({ code: "lost", message: LOST });

export class Connection {
  /** Listeners: `push(message)`, `refused(refusal)` of what answers no request, `open()` each time the line stands, `lost()`, `shutOut()`. */
  constructor(listeners) {
    this.listeners = listeners;
    this.waiting = new Map();
    this.next = 1;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.addEventListener("open", () => this.listeners.open());
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", ({ code }) => {
      for (const { fail } of this.waiting.values()) fail(lost());
      this.waiting.clear();
      this.listeners.lost();
      if (code === NO_TOKEN) this.listeners.shutOut();
      else setTimeout(() => this.connect(), WAIT);
    });
  }

  get stands() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  hear(message) {
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.push) this.listeners.push(message);
    else if (message.ok) asked?.done(message.result);
    else (asked?.fail ?? this.listeners.refused)(refusal(message.error));
  }

  /** Asks the server for something; resolves to its result, rejects with a refusal. */
  request(what, fields = {}) {
    if (!this.stands) return Promise.reject(lost());
    const id = this.next;
    this.next += 1;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.socket.send(JSON.stringify({ id, do: what, ...fields }));
    });
  }
}
