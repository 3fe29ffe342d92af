// The end: in one's own colours, with scores, luck against decisions, one's curve, and another game.

import { again, ask, look } from "./actions.js";
import { drawResult } from "./challenges.js";
import { closeDialog, footButton, openDialog } from "./dialogs.js";
import { byId, counted, h, put, s, times } from "./dom.js";
import { dot } from "./faces.js";
import { replay } from "./history.js";
import { showNewGame } from "./newgame.js";
import { isTrial, keepPuzzles } from "./puzzles.js";
import { keep, kept, read, titleOf, update } from "./store.js";

function signed(share) {
  const whole = Math.round(share * 100);
  return `${whole > 0 ? "+" : whole < 0 ? "−" : ""}${Math.abs(whole)} %`;
}
let shownFor = null;

/** A bar that goes left of the middle for what was lost and right for what was gained. */
function swing(share, words) {
  const width = Math.min(1, Math.abs(share)) * 100;
  return s("svg", { viewBox: "-100 0 200 14", preserveAspectRatio: "none", role: "img", "aria-label": words },
    s("rect", { x: -100, width: 200, height: 14, rx: 3, class: "bar-ground" }),
    s("rect", { x: share < 0 ? -width : 0, width, height: 14, class: share < 0 ? "heart" : "bar-fill" }),
    s("path", { d: "M0 0v14", class: "grid" }));
}

function curve(report) {
  const points = report.curve;
  if (points.length < 2) return null;
  const last = points.at(-1)[0] || 1;
  const [wide, high] = [Math.min(640, innerWidth - 62), 150]; // letters keep their size on a phone
  const x = (at) => 46 + (at / last) * (wide - 58);
  const y = (chance) => 10 + (1 - chance) * (high - 30);
  return s("svg", { viewBox: `0 0 ${wide} ${high}`, class: "curve", role: "img", "aria-label": "Chance to win through the game" },
    [0, 0.5, 1].map((share) => [s("path", { d: `M46 ${y(share)}H${wide - 10}`, class: "grid" }), s("text", { x: 40, y: y(share) + 4, "font-size": 12, "text-anchor": "end", class: "soft" }, `${share * 100} %`)]),
    s("polyline", { points: points.map(([at, chance]) => `${x(at).toFixed(2)},${y(chance).toFixed(2)}`).join(" "), fill: "none", class: "reach-line" }),
    report.turning_points.map((one) => s("circle", { cx: x(one.at), cy: y(one.after), r: 5, class: "heart" })),
    s("text", { x: wide - 10, y: high - 5, "font-size": 12, "text-anchor": "end", class: "soft" }, "moves"));
}

/** Returns how it ended for whoever sits here: won, lost, or seen by somebody who only watched. */
export function outcomeHere({ ending, mine }) {
  if (!mine.length) return "seen";
  return mine.some((seat) => ending.returns[seat] === 1) ? "won" : "lost";
}

const HEADS = { won: "Victory!", lost: "Defeat" };

function verdict(now) {
  const { head, text, scores } = now.ending;
  const outcome = outcomeHere(now);
  const best = scores && Math.max(1, ...scores.map((one) => one.score));
  const why = text.replace(`${head}: `, "");
  return h("div", { class: `verdict ${outcome}` },
    h("h3", {}, HEADS[outcome] ? h("span", { class: "outcome" }, HEADS[outcome]) : null, ` ${head}`), h("p", {}, `${why[0].toUpperCase()}${why.slice(1)}`),
    scores ? h("table", { class: "scores", id: "scores" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, now.ending.unit), h("th", { class: "wide" }))),
      h("tbody", {}, [...scores].sort((a, b) => a.place - b.place).map((one) => h("tr", { class: now.mine.includes(one.seat) ? "mine" : "" },
        h("td", {}, `${one.place}.`), h("td", {}, dot(one.seat), ` ${now.seats[one.seat].name}`, now.mine.includes(one.seat) ? h("span", { class: "soft" }, " you") : h("span", { class: "soft" }, ` ${now.seats[one.seat].who === "person" ? "" : titleOf(now.seats[one.seat].who)}`)),
        h("td", {}, h("b", {}, one.score)), h("td", { class: "wide" }, h("span", { class: "meter-ground", "aria-hidden": "true" }, h("i", { class: "meter", style: `width: ${(100 * Math.max(0, one.score)) / best}%` }))))))) : null,
    h("p", { class: "soft", id: "effort" }, `${counted(now.turn, "turn")}, ${counted(now.moves, "choice")}, undo ${now.undos ? `used ${times(now.undos)}` : "not used"}, ${now.hints ? counted(now.hints, "hint") : "no hints"}.`),
    drawResult(now));
}

/** Says what choices of people here cost, in this game and others before, and which partner errs about as much. */
function drawMistakes({ game, rules }, { judge, made, each, ladder }) {
  const costs = { ...kept("costs", {})[rules], ...(isTrial(game) ? {} : { [game]: each }) };
  const latest = Object.entries(costs).slice(-10), mean = latest.reduce((sum, one) => sum + one[1], 0) / Math.max(1, latest.length);
  keep("costs", { ...kept("costs", {}), [rules]: Object.fromEntries(latest) });
  const points = (cost) => `${(100 * cost).toFixed(2)} points`;
  const like = ladder.reduce((best, one) => (Math.abs(one.each - mean) < Math.abs(best.each - mean) ? one : best));
  const place = mean > 1.5 * ladder[0].each ? `${ladder[0].title} gives away less: ${points(ladder[0].each)} a choice` : `You play about like ${like.title}, who gives away ${points(like.each)} a choice`;
  return h("p", { id: "mistakes" }, `As ${titleOf(judge)} sees it, a choice of yours gave away ${points(each)} on average${latest.length > 1 ? `, ${points(mean)} in your latest ${latest.length} games` : ""}; ${made} cost a point or more. ${place}.`);
}

function drawReport(report) {
  const visit = (at) => () => { closeDialog(); look(at); };
  const { seats } = read().now;
  const name = (seat) => (seat === null ? "Together" : seats[seat].name);
  const balance = (words, share) => [h("span", {}, words), swing(share, words), h("b", {}, signed(share))];
  return [
    h("section", {}, h("h3", {}, "Luck and decisions"),
      h("div", { class: "balance" }, balance("Luck", report.luck.total), balance("Decisions", report.decisions.total)),
      h("p", {}, report.luck.sentence), h("p", {}, report.decisions.sentence), report.mistakes ? drawMistakes(read().now, report.mistakes) : null,
      report.decisions.by_seat.length > 1 ? h("ul", { class: "soft" }, report.decisions.by_seat.map((one) => h("li", {}, `${name(one.seat)} (${one.who === "person" ? "a person" : titleOf(one.who)}): ${signed(one.lost)} over ${counted(one.choices, "choice")}${one.luck === null ? "" : `, luck ${signed(one.luck)}`}`))) : null),
    curve(report),
    report.turning_points.length ? h("section", {}, h("h3", {}, "Turning points"), h("ol", { class: "turning" }, report.turning_points.map((one) =>
      h("li", {}, h("b", { class: "drop" }, signed(one.after - one.before)),
        h("span", {}, `Turn ${one.turn} (${one.kind}): ${one.text}`, h("small", {}, one.better ? `Better: ${one.better}` : one.kind === "luck" ? one.happened.slice(0, 6).join(" ") : "")),
        h("button", { type: "button", class: "button small", onclick: visit(one.at), "aria-label": `Look at move ${one.at}` }, "Look"))))) : null,
    h("p", { class: "soft" }, `Chances to win are estimates of ${titleOf(report.agent)}.`),
  ];
}

async function fetchReport(game) {
  const waiting = { waiting: true };
  update({ report: waiting });
  const report = await ask("report", { game });
  if (read().report !== waiting) return; // that ending was taken back, or the game was left
  update({ report });
  if (report) keepPuzzles(read().now, report);
  const box = byId("report");
  if (box) put(box, report ? drawReport(report) : h("p", { class: "soft" }, "No report came. To ask again, close this and open it by How it went."));
}

export function showEnding() {
  const { now, report } = read();
  if (!now?.ending) return;
  const play = (how) => () => { closeDialog(); again(how); };
  openDialog(now.name, [
    verdict(now),
    h("div", { id: "report", class: "dialog-report" }, report && !report.waiting ? drawReport(report) : h("p", { class: "soft", role: "status" }, h("span", { class: "thinking" }), " Working out luck and decisions …")),
  ], [
    footButton("Replay", () => { closeDialog(); look(0).then(replay); }, false, { id: "end-replay" }),
    footButton("Look", closeDialog, false, { title: "At the table" }), footButton("New game …", () => { closeDialog(); showNewGame(); }),
    now.ending.again.includes("same") ? footButton("Same dice", play("same"), false, { id: "again-same", title: "The same beginning, and the same dice as long as the same is done" }) : null,
    footButton("Again", play("again"), !now.ending.again.includes("next") || outcomeHere(now) !== "won", { id: "again" }),
    now.ending.again.includes("next") ? footButton("Next level", play("next"), outcomeHere(now) === "won", { id: "again-next" }) : null,
  ]);
  if (!report) fetchReport(now.game);
}

/** Opens the screen of the end once, when a game has just ended here; closes it when that is taken back. */
export function watchEnding(state) {
  const { now } = state;
  const over = now?.ending ? now.game : null;
  if (over && shownFor !== over && now.why !== "opened") showEnding();
  else if (!over && shownFor && byId("report")) closeDialog();
  shownFor = over;
}
