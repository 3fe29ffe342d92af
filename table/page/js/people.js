// People and bots around a game: devices and seats, requests to bots, faults told.

import { ask } from "./actions.js";
import { closeDialog, field, footButton, notice, openDialog, options } from "./dialogs.js";
import { dot } from "./faces.js";
import { button, byId, capital, drawing, h, put } from "./dom.js";
import { read, titleOf } from "./store.js";

async function fill(seat) {
  const { now } = read();
  const answer = await ask("devices", { game: now.game, seat });
  if (!answer || !byId("devices")) return;
  const turn = (what, one) => async () => {
    if (await ask(what, { game: now.game, seat: one })) fill(what === "stand" ? one : null);
  };
  const line = ({ seat: one, name, who }) => (who === "person" ? h("li", { class: "game-row" }, dot(one), h("b", {}, capital(name)),
    h("span", { class: "soft" }, { here: "on this device", elsewhere: "on another device" }[answer.owners[one]] ?? "free"),
    answer.owners[one] === "here" ? button("Hand over", turn("stand", one), { "data-key": `stand-${one}` }) : button("Take the seat", turn("sit", one), { "data-key": `sit-${one}` })) : null);
  put(byId("devices"),
    h("ul", {}, now.seats.map(line)),
    answer.addresses.length
      ? [h("p", {}, seat === null ? "To watch, or to take a free seat, open this on another device:" : `To play ${now.seats[seat].name} there, open this on another device:`),
        answer.addresses.map(({ url, qr }) => h("div", { class: "address" }, drawing(qr, { class: "qr", role: "img", "aria-label": "QR code of the address below" }), h("a", { href: url }, url)))]
      : h("p", { class: "soft" }, "Only this machine can open the table now. Start it with --host 0.0.0.0, and the addresses for other devices stand here."));
}

export function showDevices() {
  openDialog("Devices", h("div", { id: "devices" }), [footButton("Close", closeDialog, true)]);
  fill(null);
}

function drawWishes() {
  const { now } = read();
  const drop = (number) => async () => {
    await ask("unwish", { game: now.game, number });
    drawWishes();
  };
  if (!byId("wishes")) return;
  put(byId("wishes"), now.wishes.length ? now.wishes.map((one) => h("li", { class: "game-row" }, dot(one.seat),
    h("div", {}, h("b", {}, `${one.kind === "do" ? "Do" : "Leave to others"}: ${one.words}`), h("small", {}, one.last)),
    button("Withdraw", drop(one.number), { "data-key": `drop-${one.number}` }))) : h("li", { class: "soft" }, "Nothing is asked for yet."));
}

export function showWishes() {
  const { now } = read();
  const bots = now.seats.filter((one) => one.who !== "person");
  const wish = { seat: bots[0]?.seat, kind: "leave" };
  const said = h("p", { id: "said", role: "status" });
  const words = h("input", { type: "text", id: "wish", maxlength: 60, placeholder: "ghast" });
  const send = async () => {
    if (!words.value.trim()) return;
    const answer = await ask("wish", { game: now.game, words: words.value.trim(), ...wish });
    if (!answer) return;
    said.textContent = answer.said;
    words.value = "";
    drawWishes();
  };
  openDialog("Requests to partners", [
    options("bot", bots.map((one) => ({ value: one.seat, words: capital(one.name), note: titleOf(one.who) })), wish.seat, (seat) => { wish.seat = seat; }),
    options("wish-kind", [{ value: "leave", words: "Leave it to others" }, { value: "do", words: "Do it" }], wish.kind, (kind) => { wish.kind = kind; }),
    field("Words of a choice, such as a piece, a colour or a place", words),
    said, h("ul", { id: "wishes" }),
  ], [footButton("Close", closeDialog), footButton("Ask", send, true, { id: "send-wish" })]);
  drawWishes();
}

/** Saves the game, the present turn and a sentence about what is wrong, as one file. */
export function showFault() {
  const { now, look } = read();
  const words = h("textarea", { id: "fault-words", rows: 3, maxlength: 500 });
  const save = () => {
    const query = new URLSearchParams({ fault: words.value.trim(), at: look?.at ?? now.moves });
    h("a", { href: `/games/${now.game}/save?${query}`, download: true }).click();
    closeDialog();
    notice("Saved. Send the file to whoever looks after the table.");
  };
  openDialog("Something is wrong", [field("What is wrong, in a sentence", words), h("p", { class: "soft" }, "The file has the whole game, the turn that is shown, and your sentence.")],
    [footButton("Cancel", closeDialog), footButton("Save the report", save, true, { id: "save-fault" })], { narrow: true });
}
