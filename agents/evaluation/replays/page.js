(async function () {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const PAUSE = 1000; // milliseconds of a beat at speed 1

  let game;
  try {
    // One JSON text, deflated: shapes that many pictures share are in it once.
    const bytes = Uint8Array.from(atob($("game").textContent), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    game = await new Response(stream).json();
  } catch (error) {
    $("fault").append("This game cannot be shown; browsers before 2023 show none: " + error.message);
    $("fault").hidden = false;
    return;
  }
  const { shapes, pictures, zones, stops, turns } = game; // turns: the first stop of each
  const last = stops.length - 1;
  const buttons = document.querySelectorAll("[data-to]");
  let at = 0;
  let playing = false;
  let runs = 0; // how often telling has begun or was ended
  const shown = []; // the picture of each zone

  function element(name, text, kind = "") {
    return Object.assign(document.createElement(name), { textContent: text, className: kind });
  }

  function reason([words, value, sentence, played]) {
    const item = element("li", words + (played ? " (played)" : ""), played ? "played" : "");
    item.append(element("div", value + " · " + sentence, "worth"));
    return item;
  }

  /** Draws the zones that have changed; their pieces move to where they are now. */
  function draw(drawn) {
    const move = noteThings($("table"));
    zones.forEach(([name, role, title], n) => {
      if (shown[n] === drawn[n]) return;
      shown[n] = drawn[n];
      const svg = drawing(pictures[drawn[n]].map((one) => shapes[one]).join(""), { role: "img", "aria-label": title });
      let box = document.querySelector(`[data-zone="${name}"]`);
      if (!box) $(role === "board" ? "board" : "side").append(box = h("div", { class: "zone", "data-zone": name, "data-role": role }));
      box.replaceChildren(svg);
    });
    move();
  }

  /** Shows a beat: its picture, its dice, its words at the piece that they name. */
  function stage(beat) {
    if (beat) draw(beat.drawn);
    const words = beat && drawBeat(beat);
    $("told").replaceChildren(...(words ? [words] : []));
    lightUp($("table"), beat ? beat.focus : [], beat?.icon);
    if (words) placeWords(words, $("table"), $("board"), namesOf(beat), innerHeight - 60);
  }

  /** Tells what led to a stop beat by beat, then shows it; returns whether nothing came between. */
  async function tell(stop) {
    const mine = ++runs;
    const { beats } = stops[within(stop)];
    for (const beat of beats.length ? beats : [null]) {
      stage(beat);
      await new Promise((done) => { setTimeout(done, PAUSE / Number($("speed").value)); });
      if (mine !== runs) return false;
    }
    show(stop);
    return true;
  }

  function show(stop) {
    runs += 1;
    at = within(stop);
    const now = stops[at];
    const place = "Turn " + now.turn + " · decision " + at + " of " + last;
    const turn = stops.slice(stops.findIndex((one) => one.turn === now.turn), at + 1);
    const happened = turn.flatMap((one) =>
      one.happened.map((sentence) => element("li", sentence, one === now ? "new" : "")),
    );
    $("place").textContent = place;
    $("question").textContent = now.question;
    $("played").replaceChildren(...(now.who ? [element("b", now.who + ":"), now.words] : []));
    $("why").hidden = at === last;
    $("silence").textContent = now.silence;
    $("reasons").replaceChildren(...now.reasons.map(reason));
    $("log").replaceChildren(...happened);
    $("log").scrollTop = $("log").scrollHeight;
    stage(null);
    draw(now.drawn);
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", place);
    $("turn").value = now.turn;
    for (const one of buttons) one.disabled = within(target[one.dataset.to]()) === at;
    // Inside another page there is no address of its own to write into.
    if (location.protocol !== "about:") history.replaceState(null, "", "#" + at);
  }

  const within = (stop) => Math.min(Math.max(stop, 0), last);
  const target = {
    start: () => 0,
    turnBack: () => turns.findLast((n) => n < at) ?? 0,
    back: () => at - 1,
    next: () => at + 1,
    turnNext: () => turns.find((n) => n > at) ?? last,
    end: () => last,
  };

  function play(on) {
    playing = on;
    $("play").setAttribute("aria-label", on ? "Pause" : "Play");
    $("live").setAttribute("aria-live", on ? "off" : "polite"); // a voice could not keep up
  }

  /** Plays on to the end, or until somebody does something else. */
  async function run() {
    play(true);
    while (at < last && (await tell(target[$("by").value]())));
    if (at === last) play(false);
  }

  function playOrPause() {
    const on = !playing;
    jump(at === last ? 0 : at);
    if (on) run();
  }

  function jump(stop) {
    play(false);
    show(stop);
  }

  const keys = {
    ArrowRight: "next", ArrowLeft: "back", PageDown: "turnNext", PageUp: "turnBack",
    Home: "start", End: "end",
  };
  document.addEventListener("keydown", (event) => {
    const used = event.target.tagName;
    if (event.ctrlKey || event.altKey || event.metaKey || used === "SELECT") return; // its own keys
    if (event.key in keys) jump(target[keys[event.key]]());
    else if (event.key === " " && !/BUTTON|SUMMARY/.test(used)) playOrPause(); // else presses it
    else return;
    event.preventDefault();
  });
  buttons.forEach((one) => one.addEventListener("click", () => jump(target[one.dataset.to]())));
  $("play").addEventListener("click", playOrPause);
  $("slider").addEventListener("input", () => jump(Number($("slider").value)));
  $("turn").addEventListener("change", () =>
    jump(stops.findIndex((stop) => stop.turn >= Number($("turn").value))),
  );
  const follow = () => show(Number(location.hash.slice(1)) || 0);
  window.addEventListener("hashchange", follow);

  $("slider").max = last;
  $("turn").append(...[...new Set(stops.map((stop) => stop.turn))].map((n) => element("option", n)));
  follow();
})();
