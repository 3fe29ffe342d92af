"""A chat service on this machine whose models answer well, badly, slowly or not at all."""

import contextlib
import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

#: Seconds that the slow model takes, longer than the tests wait.
SLOW = 2.0


def first_choice(messages):
    """Return the id of the first choice that a question lists, and all ids."""
    asked = next(one["content"] for one in messages if "\nChoices:\n" in one["content"])
    ids = re.findall(r"^(\d+): ", asked.partition("\nChoices:\n")[2], re.MULTILINE)
    return int(ids[0]), [*map(int, ids)]


def answer_of(model, messages):
    best, _ = first_choice(messages)
    refusals = sum(one["role"] == "assistant" for one in messages)
    match model:
        case "good":
            return json.dumps({"action": best})
        case "prose":
            return (
                f'I could end it, {{"action": 99999}}. Better:\n```json\n{{"action": {best}}}\n```'
            )
        case "illegal":
            return '{"action": 99999}'
        case "unreadable":
            return f"I choose {best}."
        case "learns":
            return json.dumps({"action": best}) if refusals else "Let me think."
        case "empty":
            return None
    return model


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model, server = body["model"], self.server
        with server.lock:
            server.bodies.append(body)
            server.keys.append(self.headers.get("Authorization"))
        if model == "slow":
            time.sleep(SLOW)
        if model == "silent":
            self.close_connection = True
            return
        if model == "trickle":
            self.send_response(200)
            self.end_headers()
            with contextlib.suppress(OSError):
                for _ in range(40):
                    self.wfile.write(b" ")
                    time.sleep(SLOW / 40)
            return
        if model == "no_key" or server.broken():
            self.reply(401 if model == "no_key" else 503, {"error": f"sent {server.keys[-1]}"})
            return
        if model == "elsewhere":
            self.send_response(307)
            self.send_header("Location", "http://127.0.0.1:9/v1")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if model == "nonsense":
            self.reply(200, ["no chat"])
            return
        message = {"role": "assistant", "content": answer_of(model, body["messages"])}
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        self.reply(200, {"choices": [{"message": message}], "usage": usage})

    def reply(self, status, data):
        text = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(text)

    def log_message(self, *_args):
        """Say nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.bodies, self.keys = [], []
        self.lock = threading.Lock()
        self.broken = lambda: False  # whether it is out of order
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, *_args):
        """Say nothing of clients that have gone."""


@contextlib.contextmanager
def serving():
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
