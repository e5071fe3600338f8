// SPDX-License-Identifier: Apache-2.0
//
// A card with pictures for every clash that the table shows: to leaf through, and to print.
import { byId, make } from "./dom.js";
import { factList, partLines, pictures } from "./detail.js";
import { severityMark, statusMark } from "./words.js";

/// Safari has no requestIdleCallback.
const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(() => work({ timeRemaining: () => 8 }), 60));

export class Cards {
    constructor(clashes, data, choose) {
        this.clashes = clashes;
        this.data = data;
        this.choose = choose;
        this.place = byId("cards");
        this.made = new Map();
        this.shown = [];
        // Cards are made whole when they come near the window, the others when there is time for it.
        this.watch = new IntersectionObserver((entries) => {
            for (const entry of entries) if (entry.isIntersecting) this.complete(entry.target);
        }, { rootMargin: "600px" });
        addEventListener("beforeprint", () => this.completeAll());
        clashes.onChange((rows) => rows.forEach((row) => this.refreshReview(row)));
    }

    show(rows) {
        this.shown = rows;
        this.place.replaceChildren(...rows.map((row) => this.card(row)));
        this.next = 0;
        this.asked ??= whenIdle((idle) => this.completeSome(idle));
    }

    /// While nobody waits for the page.
    completeSome(idle) {
        const cards = this.place.children;
        while (this.next < cards.length && idle.timeRemaining() > 4) this.complete(cards[this.next++]);
        this.asked = this.next < cards.length ? whenIdle((again) => this.completeSome(again)) : null;
    }

    /// Resolves when all pictures and sections are there.
    async completeAll() {
        const cards = [...this.place.children];
        cards.forEach((card) => this.complete(card));
        const images = cards.flatMap((card) => [...card.querySelectorAll("img")]);
        images.forEach((image) => { image.loading = "eager"; });
        await Promise.all([...images.map((image) => image.decode().catch(() => {})), ...cards.map((card) => card.whole)]);
    }

    card(row) {
        const known = this.made.get(row.index);
        if (known) return known;
        const card = make("article", { class: "card", "data-row": row.index }, make("h3", {}, partLines(row)));
        this.made.set(row.index, card);
        this.watch.observe(card);
        return card;
    }

    complete(card) {
        if (card.dataset.complete) return;
        card.dataset.complete = "yes";
        this.watch.unobserve(card);
        const row = this.clashes.rows[card.dataset.row];
        const marks = make("p", { class: "marks" }, severityMark(row.clash.severity), make("span", { class: "review-state" }),
            make("button", { type: "button", class: "plain no-print", text: "Show in 3D", onclick: () => this.choose(row, { focus: true, up: true }) }));
        const drawn = pictures(row, this.clashes, this.data, "card");
        card.whole = drawn?.whole;
        card.append(marks, drawn ?? "", factList(row, this.clashes), make("p", { class: "said" }));
        this.refreshReview(row);
    }

    refreshReview(row) {
        const card = this.made.get(row.index);
        if (!card?.dataset.complete) return;
        card.querySelector(".review-state").replaceChildren(statusMark(row.status));
        const said = [row.assignee && `Assignee: ${row.assignee}.`, row.comment].filter(Boolean);
        card.querySelector(".said").textContent = said.join(" ");
    }
}
