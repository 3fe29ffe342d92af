"use strict";
(async function () {
  const $ = (id) => document.getElementById(id);
  const PAUSE = 1200; // milliseconds a step at speed 1

  function fail(sentence) {
    $("fault").textContent = sentence;
    $("fault").hidden = false;
  }

  // The game is one JSON text, deflated: shapes that many pictures share are in it once.
  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }
  let game;
  try {
    game = await unpack($("game").textContent);
  } catch (error) {
    fail("This game cannot be shown; browsers before 2023 show none: " + error.message);
    return;
  }

  const stops = game.stops;
  const last = stops.length - 1;
  const turns = game.turns; // the first stop of each turn
  let at = -1;
  let timer = null;

  function element(name, text, kind) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  function draw() {
    $("board").innerHTML = stops[at].drawn.map((n) => game.shapes[n]).join("");
    $("board").setAttribute("aria-label", "The table: " + stops[at].question);
  }

  function showReasons() {
    const stop = stops[at];
    if (!stop.reasons.length) {
      $("reasons").replaceChildren(element("p", stop.silence));
      return;
    }
    const list = element("ol");
    for (const [words, value, sentence, played] of stop.reasons) {
      const item = element("li", undefined, played ? "played" : "");
      item.append(
        words + (played ? " (played)" : ""),
        element("div", value + " · " + sentence, "worth"),
      );
      list.append(item);
    }
    $("reasons").replaceChildren(list);
  }

  function showLog() {
    let first = at;
    while (first > 0 && stops[first - 1].turn === stops[at].turn) first -= 1;
    const items = [];
    for (let n = first; n <= at; n += 1) {
      for (const sentence of stops[n].happened) {
        items.push(element("li", sentence, n === at ? "new" : ""));
      }
    }
    $("log").replaceChildren(...items);
    $("log").scrollTop = $("log").scrollHeight;
  }

  function show(stop, moved) {
    at = Math.min(Math.max(stop, 0), last);
    const now = stops[at];
    const place = "Turn " + now.turn + " · decision " + at + " of " + last;
    $("place").textContent = place;
    $("question").textContent = now.question;
    $("played").replaceChildren();
    if (now.who) $("played").append(element("b", now.who + ":"), now.words);
    $("why").hidden = at === last;
    showReasons();
    showLog();
    draw();
    if (moved !== "slider") $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", place);
    $("turn").value = now.turn;
    for (const name of ["start", "turnBack", "back"]) button(name).disabled = at === 0;
    for (const name of ["next", "turnNext", "end"]) button(name).disabled = at === last;
    // Inside another page there is no address of its own to write into.
    if (location.protocol !== "about:") history.replaceState(null, "", "#" + at);
  }

  function button(name) {
    return document.querySelector('[data-do="' + name + '"]');
  }

  const PLAY = $("play").querySelector("path").getAttribute("d");
  const BARS = "M6 4h4v16H6zM14 4h4v16h-4z";
  function face(shape, name) {
    $("play").querySelector("path").setAttribute("d", shape);
    $("play").setAttribute("aria-label", name);
  }

  function pause() {
    if (timer !== null) clearInterval(timer);
    timer = null;
    face(PLAY, "Play");
    $("live").setAttribute("aria-live", "polite");
  }

  function play() {
    pause();
    if (at === last) show(0);
    face(BARS, "Pause");
    $("live").setAttribute("aria-live", "off"); // a voice could not keep up
    timer = setInterval(() => {
      deeds[$("by").value]();
      if (at === last) pause();
    }, PAUSE / Number($("speed").value));
  }

  const deeds = {
    start: () => show(0),
    end: () => show(last),
    next: () => show(at + 1),
    back: () => show(at - 1),
    turnNext: () => show(turns.find((n) => n > at) ?? last),
    turnBack: () => show(turns.findLast((n) => n < at) ?? 0),
    play: () => (timer === null ? play() : pause()),
  };

  const keys = {
    ArrowRight: "next", ArrowLeft: "back", PageDown: "turnNext", PageUp: "turnBack",
    Home: "start", End: "end", " ": "play",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target;
    if (target.tagName === "SELECT") return; // its own keys choose
    if (event.key === " " && /BUTTON|SUMMARY/.test(target.tagName)) return; // presses it
    if (!keys[event.key]) return;
    if (keys[event.key] !== "play") pause();
    deeds[keys[event.key]]();
    event.preventDefault();
  });
  document.querySelectorAll("[data-do]").forEach((one) => {
    one.addEventListener("click", () => {
      if (one.dataset.do !== "play") pause();
      deeds[one.dataset.do]();
    });
  });
  $("slider").addEventListener("input", () => {
    pause();
    show(Number($("slider").value), "slider");
  });
  $("turn").addEventListener("change", () => {
    pause();
    show(stops.findIndex((stop) => stop.turn >= Number($("turn").value)));
  });
  $("speed").addEventListener("change", () => timer !== null && play());
  window.addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0));

  $("slider").max = last;
  for (const turn of new Set(stops.map((stop) => stop.turn))) {
    $("turn").append(element("option", String(turn)));
  }
  show(Number(location.hash.slice(1)) || 0);
})();
