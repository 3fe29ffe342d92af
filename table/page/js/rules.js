// Rule cards in our own words, by search and by the terms that lead to them.

import { fault, openDialog } from "./dialogs.js";
import { h, put } from "./dom.js";

let cards = null;

async function fetched() {
  if (!cards) {
    const answer = await fetch("/page/data/cards.json");
    if (!answer.ok) throw new Error("The rule cards could not be fetched.");
    cards = await answer.json();
  }
  return cards;
}

const drawCard = (card, found) =>
  h("article", { class: `rule-card${found ? " found" : ""}`, id: `card-${card.id}` }, h("h3", {}, card.title), h("p", {}, card.text));

/** Opens the rules, at a card if one is named. */
export async function showRules(id = null) {
  try {
    const all = await fetched();
    const list = h("div", { class: "cards" });
    const fill = (words) => {
      const fits = all.filter((card) => `${card.title} ${card.text}`.toLowerCase().includes(words.trim().toLowerCase()));
      put(list, fits.length ? fits.map((card) => drawCard(card, card.id === id)) : h("p", { class: "soft" }, "No card says that."));
    };
    fill("");
    openDialog("Rules", [
      h("input", { type: "search", placeholder: "Search the cards", "aria-label": "Search the cards", oninput: (event) => fill(event.target.value) }),
      h("p", { class: "soft" }, "Numbers on cards are those of the standard box; those of your own parts are on the table."), list,
    ]);
    if (id) list.querySelector(`#card-${id}`)?.scrollIntoView({ block: "center" });
  } catch (error) {
    fault(error);
  }
}

/** Lets every term lead to its card. */
export function followTerms() {
  document.addEventListener("click", (event) => {
    const element = event.target.closest?.("[data-card]");
    if (element) showRules(element.dataset.card);
  });
}
