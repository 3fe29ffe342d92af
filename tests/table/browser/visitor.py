"""Somebody who plays at the page: clicks what is there, reads what is shown."""

import json
import re

#: What is said about a connection that a test cuts on purpose.
EXPECTED = re.compile(r"WebSocket|ERR_CONNECTION|net::ERR_")

#: What may be chosen now; choices that are outdated are marked as busy.
CHOICES = ", ".join(
    f"#{one}:not([aria-busy]) button" for one in ("choices", "outcomes-now", "rolls")
)
POINT = "const at = parseInt(document.querySelector('#log-slider .slider > span').innerText);"
ASKED = (
    "(document.querySelector('dialog[open] .verdict') || (document.body.dataset.settled"
    f" === 'true' && document.querySelector('{CHOICES}')))"
)

#: Begins a game as the form for a new game does.
NEW = """async ({ rules, level, players, ...fields }) => {
  const { ask, enter } = await import("/page/js/actions.js");
  const { read } = await import("/page/js/store.js");
  const form = read().hello.rules.at(rules);
  const levels = form.fields.find((one) => one.name === "level")?.options.map((one) => one.value);
  const scenario = { players, ...(levels && { level: levels[level - 1] }) };
  enter((await ask("new", { rules: form.rules, scenario, ...fields })).game);
}"""

#: Plays to the end as fast as the page answers: a browser's own clicks wait for pictures.
TO_THE_END = """async () => {
  const find = (what) => document.querySelector(what);
  const over = () => find("dialog[open] .verdict");
  const settled = () => document.body.dataset.settled === "true";
  const point = () => find("#log-slider .slider > span").innerText;
  const offered = () => [...document.querySelectorAll("#choices:not([aria-busy]) button")];
  const until = (what) => new Promise((done, fail) => {
    const begun = Date.now();
    const look = setInterval(() => {
      const found = what();
      if (!found && Date.now() - begun < 60000) return;
      clearInterval(look);
      if (found) done(found);
      else fail(new Error("nothing came: " + find("#bar").innerText));
    }, 4);
  });
  const choose = async (place) => {
    const loses = offered()[place].classList.contains("loses");
    offered()[place].click();
    if (!loses) return;
    await until(() => find("#inspector.warns") || !offered().length || over());
    offered()[place]?.click(); // which is asked for once more where another does not lose
  };
  while (!over()) {
    const before = point();
    const [count, at] = [offered().length, parseInt(before)];
    TAKE
    await until(() => over() || (settled() && point() !== before && offered().length));
  }
}"""
BY_HINT = """find("#hint").click(); (await until(() => find("#advice .take"))).click();"""


class Visitor:
    """A page with a person in front of it.

    ``faults`` is what the page complained of, unseen by the person, ``asked`` every address that
    it asked for.
    """

    def __init__(self, page, url):
        self.page, self.url = page, url
        self.faults, self.asked = [], []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("websocket", lambda line: self.asked.append(line.url))

    def _hear(self, message):
        if message.type == "error" and not EXPECTED.search(message.text):
            self.faults.append(message.text)

    def hears(self, change):
        """Let the page hear what a test makes of the server's messages."""

        def meet(line):
            def hear(text):
                message = json.loads(text)
                change(message)
                line.send(json.dumps(message))

            server = line.connect_to_server()
            line.on_message(server.send)
            server.on_message(hear)

        self.page.route_web_socket("**/ws", meet)

    def leaves(self):
        """Leave the page and its browser to the next visitor as they were."""
        self.page.evaluate("localStorage.clear()")
        self.page.goto("about:blank")
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.faults.clear()
        self.asked.clear()

    def settles(self):
        """Wait until the page shows where the game stands: no request, no bot is under way."""
        self.page.wait_for_selector("body[data-settled=true]")

    def click(self, selector):
        self.page.click(selector)

    def text(self, selector):
        self.settles()
        return self.page.inner_text(selector)

    def new_game(self, level=1, players=2, partner="random", seed=3, real=False, rules=0, pace=0):
        """Begin a game, of this index among those offered; ``pace``: seconds of a beat."""
        fields = {"rules": rules, "level": level, "players": players, "seed": seed}
        fields["seats"] = ["person", *[partner] * (players - 1)]
        fields["chance"] = "explicit" if real else "sampled"
        self.settles()
        self.page.evaluate(NEW, fields | {"pace": {"mode": "run", "seconds": pace}})
        self.page.wait_for_selector("#table:not([hidden]) #question")
        self.turn_comes()

    def fill_in(self, level=1, players=2, partner="random", seed=3, real=False, rules=0):
        """Begin such a game by the form for it."""
        self.click("#new-game")
        if self.page.locator("input[name=rules]").count():
            self.page.locator("input[name=rules]").nth(rules).check(force=True)
        if self.page.locator("input[name=level]").count():
            self.page.locator("input[name=level]").nth(level - 1).check(force=True)
        self.page.locator(f"input[name=players][value='{players}']").check(force=True)
        for seat in range(players):
            self.seat(seat, "person" if seat == 0 else partner)
        if real:
            self.page.locator("input[name=chance]").nth(1).check(force=True)
        self.click("details.more summary")
        self.page.fill("#seed", str(seed))
        self.page.press("#seed", "Tab")
        self.click("#begin")
        self.page.wait_for_selector("dialog[open]", state="detached")
        self.page.wait_for_selector("#table:not([hidden]) #question")
        self.page.select_option("select[aria-label='Speed of the bots']", "0")
        self.turn_comes()

    def seat(self, seat, who):
        """Give a seat of a new game to a person, one of the three partners or another agent."""
        offered = self.page.locator(f"input[name='seat-{seat}'][value='{who}']")
        if offered.count():
            offered.evaluate("one => one.click()")  # it may lie below the dialog's foot
        else:
            self.page.select_option(f"#seat-{seat}", who)

    @property
    def point(self):
        """Place of the slider: the moves made, and how many there are."""
        words = self.text("#log-slider .slider > span")
        at, of = words.split("/")
        return int(at), int(of)

    @property
    def over(self):
        return self.page.locator("dialog[open] .verdict").count() > 0

    def turn_comes(self):
        """Wait until there is something to choose, or the game is over."""
        self.settles()
        self.page.wait_for_selector(f"{CHOICES}, dialog[open] .verdict")

    def choose(self, n=0):
        """Take the choice of that place in the list."""
        before = self.point[0]
        self.take(n)
        self.moved_from(before)

    def take(self, n=0):
        """Take the choice of that place in the list, and do not wait for what follows.

        Of several dice on one screen each shows the face of that place, or its last one.
        """
        rows = self.page.locator("#rolls .roll").count()
        for row in range(rows):
            faces = self.page.locator(f"#rolls [data-row-of='{row}']")
            faces.nth(min(n, faces.count() - 1)).dispatch_event("click")
        if rows:
            return
        # The list is there for keys and screen readers even while nobody sees it.
        one = self.page.locator(f":is({CHOICES})").nth(n)
        loses = "loses" in (one.get_attribute("class") or "").split()
        for _ in range(1 + loses):  # which is asked for once more
            one.dispatch_event("click")

    def moved_from(self, before):
        self._stands("at > wanted", before)

    def stands_at(self, moves):
        """Wait until the game stands after so many moves."""
        self._stands("at === wanted", moves)

    def _stands(self, where, wanted):
        """Wait until the game stands there and somebody may choose, or it is over."""
        stands = f"wanted => {{ {POINT} return {where} && {ASKED}; }}"
        self.page.wait_for_function(stands, arg=wanted)

    def play_by_hints(self):
        """Play to the end: each time ask for a hint and take what it puts first."""
        self.page.evaluate(TO_THE_END.replace("TAKE", BY_HINT))

    def play(self, place):
        """Play to the end by the choices of one place, which is written in JavaScript.

        It may depend on the ``count`` of choices, and on how many moves the game stands ``at``.
        """
        self.page.evaluate(TO_THE_END.replace("TAKE", f"await choose({place});"))

    def shown(self):
        """Return what the table shows, in words."""
        self.settles()
        seen = self.page.evaluate(
            "[...document.querySelectorAll('.zone')].map((one) => one.textContent)"
        )
        return {"picture": seen, **{part: self.text(part) for part in ("#question", "#players")}}
