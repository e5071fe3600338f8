// SPDX-License-Identifier: Apache-2.0
//
// Which clashes the table shows.
import { byId, make } from "./dom.js";
import { kindText, plural, verdictText, words } from "./words.js";

/// What can be chosen from: a field's name, its label, the value of a row, and how that reads.
const CHOICES = [
    ["rule", "Rule", (row) => row.rule, String],
    ["kind", "Kind", (row) => row.clash.kind, kindText],
    ["severity", "Severity", (row) => row.clash.severity, words],
    ["verdict", "Verdict", (row) => row.clash.verdict, verdictText],
    ["status", "Status", (row) => row.status, words],
    ["group", "Group", (row) => row.group?.name ?? "", (name) => name || "none"],
];

function countsOf(rows, valueOf) {
    const counts = new Map();
    for (const row of rows) {
        const value = valueOf(row) ?? "";
        counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

export class Filters {
    constructor(clashes, changed) {
        this.clashes = clashes;
        this.changed = changed;
        this.part = null;
        this.selects = new Map();
        const box = byId("filters");
        this.search = make("input", { type: "search", id: "search", placeholder: "Part, id, comment", oninput: () => changed() });
        box.append(make("label", { class: "wide" }, make("span", { text: "Search" }), this.search));
        for (const choice of CHOICES) this.addChoice(box, choice);
        this.harmless = make("input", { type: "checkbox", id: "hide-harmless", onchange: () => changed() });
        if (clashes.rows.some((row) => row.clash.within_facet_error)) {
            box.append(make("label", { class: "check" }, this.harmless, make("span", { text: "Hide what lies within facet error" })));
        }
        this.partChip = make("button", { type: "button", class: "chip", hidden: true, onclick: () => this.setPart(null) });
        box.append(this.partChip, make("button", { type: "button", class: "plain", text: "Clear filters", onclick: () => this.clear() }));
    }

    addChoice(box, [name, label, valueOf, textOf]) {
        const counts = countsOf(this.clashes.rows, valueOf);
        if (counts.length < 2 && name !== "status") return;
        const select = make("select", { id: `filter-${name}`, onchange: () => this.changed() }, make("option", { value: "*", text: "all" }));
        const fillOptions = () => {
            const chosen = select.value;
            const options = countsOf(this.clashes.rows, valueOf).map(([value, count]) =>
                make("option", { value: "=" + value, text: `${textOf(value)} (${count})` }));
            select.replaceChildren(make("option", { value: "*", text: "all" }), ...options);
            select.value = chosen || "*";
            if (select.selectedIndex < 0) select.value = "*";
        };
        fillOptions();
        if (name === "status") this.clashes.onChange(fillOptions);
        this.selects.set(name, { select, valueOf });
        box.append(make("label", {}, make("span", { text: label }), select));
    }

    setPart(part) {
        this.part = part;
        this.partChip.hidden = !part;
        this.partChip.textContent = part ? `Part: ${part.name} \u00d7` : "";
        this.changed();
    }

    clear() {
        this.search.value = "";
        this.harmless.checked = false;
        for (const { select } of this.selects.values()) select.value = "*";
        this.setPart(null);
    }

    accepts(row) {
        if (this.part && row.a !== this.part && row.b !== this.part) return false;
        if (this.harmless.checked && row.clash.within_facet_error) return false;
        for (const { select, valueOf } of this.selects.values()) {
            if (select.value !== "*" && select.value !== "=" + (valueOf(row) ?? "")) return false;
        }
        const sought = this.search.value.trim().toLowerCase();
        const text = () => [row.nameA, row.nameB, row.clash.id, row.comment, row.assignee].join("\n").toLowerCase();
        return !sought || text().includes(sought);
    }
}

export function sayShown(shown, all) {
    byId("shown").textContent = shown === all ? plural(all, "clash", "clashes") : `${shown.toLocaleString("en")} of ${plural(all, "clash", "clashes")}`;
}
