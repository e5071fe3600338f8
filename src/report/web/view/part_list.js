// SPDX-License-Identifier: Apache-2.0
//
// The list in which parts are hidden and shown.
import { byId, make } from "../dom.js";

export class PartList {
    constructor(parts, { changed, filterPart }) {
        this.parts = parts;
        this.changed = changed;
        this.place = byId("part-list");
        this.search = byId("part-search");
        this.search.addEventListener("input", () => this.list());
        byId("show-all-parts").addEventListener("click", () => this.hide(() => false));
        byId("hide-others").addEventListener("click", () => this.hide((part) => !this.chosen?.includes(part.part)));
        this.rows = parts.map((part) => {
            const box = make("input", { type: "checkbox", onchange: () => {
                part.hidden = !box.checked;
                changed();
            } });
            box.checked = true;
            const row = make("li", {}, make("label", {}, box, make("span", { text: part.part.name })),
                make("button", { type: "button", class: "plain", text: "its clashes", onclick: () => filterPart(part.part) }));
            return { part, box, row };
        });
        byId("parts").addEventListener("toggle", () => this.list());
    }

    list() {
        const sought = this.search.value.trim().toLowerCase();
        const shown = this.rows.filter(({ part }) => part.part.name.toLowerCase().includes(sought));
        this.place.replaceChildren(...shown.map(({ row }) => row));
    }

    hide(test) {
        for (const { part, box } of this.rows) {
            part.hidden = test(part);
            box.checked = !part.hidden;
        }
        this.changed();
    }
}
