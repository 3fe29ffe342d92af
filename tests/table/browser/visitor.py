"""Somebody who plays at the page: clicks what is there, reads what is shown."""

import re

#: What is said about a connection that a test cuts on purpose.
EXPECTED = re.compile(r"WebSocket|ERR_CONNECTION|net::ERR_")

#: Clicks as fast as the page answers: a browser's own clicks wait for pictures in between.
BY_HINTS = """async () => {
  const find = (what) => document.querySelector(what);
  const over = () => find("dialog[open] .verdict");
  const point = () => find("#log-slider .slider > span").innerText;
  const until = (what) => new Promise((done, fail) => {
    const begun = Date.now();
    const look = setInterval(() => {
      const found = what();
      if (!found && Date.now() - begun < 30000) return;
      clearInterval(look);
      if (found) done(found);
      else fail(new Error("nothing came: " + find("#decision").innerText));
    }, 4);
  });
  while (!over()) {
    const before = point();
    find("#hint").click();
    (await until(() => find("#advice .take"))).click();
    await until(() => over() || (point() !== before && find("#choices button")));
  }
}"""


class Visitor:
    """A page with a person in front of it.

    Attributes:
        faults: What the page complained of, unseen by the person.
        asked: Every address that it asked for.
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

    def click(self, selector):
        self.page.click(selector)

    def text(self, selector):
        return self.page.inner_text(selector)

    def new_game(self, level=1, players=2, partner="rules", seed=3, real=False):
        """Begin a game through its dialog, with bots that play at once."""
        self.click("#new-game")
        self.page.locator("input[name=level]").nth(level - 1).check(force=True)
        self.page.locator("input[name=players]").nth(players - 1).check(force=True)
        for seat in range(players):
            who = "person" if seat == 0 else partner
            self.page.select_option(f"#seat-{seat}", who)
        if real:
            self.page.locator("input[name=chance]").nth(1).check(force=True)
            self.page.wait_for_selector("#setup .setup")
        self.click("details.more summary")
        self.page.fill("#seed", str(seed))
        self.page.press("#seed", "Tab")
        self.click("#begin")
        self.page.wait_for_selector("#table:not([hidden]) #question")
        if self.page.locator("#pace").count():
            self.page.select_option("select[aria-label='Speed of the bots']", "0")
        self.turn_comes()

    @property
    def point(self):
        """Where the slider is: the moves made, and how many there are."""
        words = self.page.locator("#log-slider .slider > span").inner_text()
        at, of = words.split("/")
        return int(at), int(of)

    @property
    def over(self):
        return self.page.locator("dialog[open] .verdict").count() > 0

    def turn_comes(self):
        """Wait until there is something to choose, or the game is over."""
        self.page.wait_for_selector("#choices button, #outcomes button, dialog[open] .verdict")

    def choose(self, n=0):
        """Take the choice of that place in the list, whole gestures at once."""
        before = self.point[0]
        self.page.locator("#choices button, #outcomes button").nth(n).click()
        if self.page.locator("#plan").count():
            if not self.page.locator("#confirm").count():
                self.page.locator("#plan .chip").first.click()
            self.click("#confirm")
        self.moved_from(before)

    def moved_from(self, before):
        self.page.wait_for_function(
            "before => document.querySelector('dialog[open] .verdict') || (parseInt(document"
            ".querySelector('#log-slider .slider > span').innerText) > before && document"
            ".querySelector('#choices button, #outcomes button'))",
            arg=before,
        )

    def stands_at(self, moves):
        """Wait until the game stands after so many moves."""
        self.page.wait_for_function(
            "moves => parseInt(document.querySelector('#log-slider .slider > span').innerText)"
            " === moves",
            arg=moves,
        )
        self.turn_comes()

    def play_by_hints(self):
        """Play to the end: each time ask for a hint and take what it puts first."""
        self.page.evaluate(BY_HINTS)

    def shown(self):
        """Return what the table shows, in words."""
        parts = ("#question", "#board", "#players", "#tasks", "#layers")
        return {part: self.page.locator(part).inner_text() for part in parts}
