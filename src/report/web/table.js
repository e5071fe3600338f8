// SPDX-License-Identifier: Apache-2.0
//
// The table of clashes: sorted by a button in a column's head, walked through with the arrow keys.
// Rows enter the document as they come near the window, all of them before it is printed.
import { byId, make } from "./dom.js";
import { rankOf } from "./clashes.js";
import { letterMark, numberText, severityMark, statusMark, verdictText } from "./words.js";

const AT_ONCE = 80;

const numeric = (name) => (row) => row.clash[name] ?? null;
const compareTexts = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;

/// Head, its unit's power, the value to sort by, whether the largest comes first. A column that says the
/// same in every row is left out.
function columnsOf({ rows }) {
    const several = (valueOf) => new Set(rows.map(valueOf)).size > 1;
    const all = [
        { name: "severity", title: "Severity", value: (row) => rankOf(row.clash.severity) },
        { name: "parts", title: "Parts", value: (row) => `${row.nameA}\n${row.nameB}` },
        { name: "rule", title: "Rule", value: (row) => row.rule },
        { name: "verdict", title: "Verdict", value: (row) => verdictText(row.clash.verdict) },
        { name: "depth", title: "Depth", power: "", value: numeric("depth"), large: true },
        { name: "volume", title: "Volume", power: "\u00b3", value: numeric("volume"), large: true },
        { name: "area", title: "Area", power: "\u00b2", value: numeric("area"), large: true },
        { name: "distance", title: "Distance", power: "", value: numeric("distance") },
        { name: "status", title: "Status", value: (row) => row.status },
    ];
    const optional = ["rule", "volume", "area", "distance"];
    return all.filter(({ name, value }) => !optional.includes(name) || several(value));
}

const numberCell = (name) => (row) => make("td", { class: "number", text: numberText(row.clash[name]) });

const CELLS = {
    severity: (row) => make("td", {}, severityMark(row.clash.severity)),
    parts: (row) => make("th", { scope: "row", class: "parts", title: `${row.nameA} \u2013 ${row.nameB}` },
        make("span", { class: "name" }, letterMark("A"), row.shortA), make("span", { class: "name" }, letterMark("B"), row.shortB)),
    rule: (row) => make("td", { class: "rule", text: row.rule, title: row.rule }),
    verdict: (row) => make("td", {}, verdictText(row.clash.verdict),
        row.clash.within_facet_error ? make("span", { class: "note", text: "within facet error" }) : null),
    depth: numberCell("depth"),
    volume: numberCell("volume"),
    area: numberCell("area"),
    distance: numberCell("distance"),
    status: (row) => make("td", {}, statusMark(row.status)),
};

/// Rows without a value come last, whichever way the table is sorted.
function compareValues(a, b, sign) {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (typeof a === "number" ? a - b : compareTexts(a, b));
}

export class ClashTable {
    constructor(clashes, filters, choose) {
        this.clashes = clashes;
        this.filters = filters;
        this.choose = choose;
        this.columns = columnsOf(clashes);
        this.sorted = { name: null, sign: 1 };
        this.order = [...clashes.rows].sort((a, b) =>
            this.columns[0].value(a) - this.columns[0].value(b) ||
            compareValues(a.clash.depth ?? null, b.clash.depth ?? null, -1) || a.index - b.index);
        this.shown = [];
        this.made = 0;
        this.elements = new Map();
        this.body = byId("rows");
        this.scroller = byId("table");
        this.makeHead();
        this.listen();
    }

    makeHead() {
        const unit = this.clashes.unit;
        this.heads = this.columns.map((column) => {
            const arrow = make("span", { class: "arrow", "aria-hidden": "true", text: "\u2195" });
            const measured = column.power !== undefined && unit ? make("small", { text: ` ${unit}${column.power}` }) : "";
            const button = make("button", { type: "button", onclick: () => this.sortBy(column.name) }, column.title, measured, arrow);
            const head = make("th", { scope: "col", class: `col-${column.name}`, "data-column": column.name }, button);
            return { column, head, arrow };
        });
        byId("heads").replaceChildren(...this.heads.map(({ head }) => head));
    }

    listen() {
        this.body.addEventListener("click", (event) => {
            const element = event.target.closest("tr");
            if (element) this.choose(this.clashes.rows[element.dataset.row], { focus: false });
        });
        this.body.addEventListener("keydown", (event) => this.walk(event));
        this.scroller.addEventListener("scroll", () => this.makeNear(), { passive: true });
        addEventListener("beforeprint", () => this.makeRows(this.shown.length));
        this.clashes.onChange((rows) => rows.forEach((row) => this.refreshRow(row)));
    }

    walk(event) {
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
        if (event.target.tagName !== "TR") return;
        if (event.key in steps) {
            event.preventDefault();
            this.step(steps[event.key], Number(event.target.dataset.row));
        } else if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.choose(this.clashes.rows[event.target.dataset.row], { focus: true });
        }
    }

    /// Chooses the row so many further down, from the one given.
    step(by, from) {
        const at = this.shown.findIndex((row) => row.index === from);
        const next = this.shown[Math.max(0, Math.min(this.shown.length - 1, at + by))];
        if (!next) return;
        this.choose(next, { focus: false });
        this.elements.get(next.index)?.focus({ preventScroll: true });
    }

    sortBy(name) {
        const { column } = this.heads.find((head) => head.column.name === name);
        const first = column.large ? -1 : 1;
        const sign = this.sorted.name === name ? -this.sorted.sign : first;
        this.sorted = { name, sign };
        this.order.sort((a, b) => compareValues(column.value(a), column.value(b), sign) || a.index - b.index);
        for (const { column: other, head, arrow } of this.heads) {
            const chosen = other === column;
            if (chosen) head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
            else head.removeAttribute("aria-sort");
            arrow.textContent = !chosen ? "\u2195" : sign > 0 ? "\u25b2" : "\u25bc";
        }
        this.refresh();
    }

    refresh() {
        this.shown = this.order.filter((row) => this.filters.accepts(row));
        this.elements.clear();
        this.made = 0;
        this.body.replaceChildren();
        this.scroller.scrollTop = 0;
        this.makeRows(AT_ONCE);
        byId("nothing").hidden = this.shown.length > 0;
        byId("nothing").textContent = this.clashes.rows.length ? "No clash matches these filters." : "No clash was found.";
    }

    makeRows(upTo) {
        const end = Math.min(this.shown.length, upTo);
        const rows = document.createDocumentFragment();
        for (; this.made < end; ++this.made) {
            const element = this.rowElement(this.shown[this.made]);
            this.elements.set(this.shown[this.made].index, element);
            rows.append(element);
        }
        this.body.append(rows);
    }

    makeNear() {
        const { scrollTop, clientHeight, scrollHeight } = this.scroller;
        if (scrollTop + 2 * clientHeight > scrollHeight) this.makeRows(this.made + AT_ONCE);
    }

    rowElement(row) {
        const chosen = this.chosen === row;
        return make("tr", { "data-row": row.index, tabindex: chosen || (!this.chosen && row === this.shown[0]) ? 0 : -1, "aria-current": chosen ? "true" : null }, this.cells(row));
    }

    cells(row) {
        return this.columns.map(({ name }) => CELLS[name](row));
    }

    refreshRow(row) {
        this.elements.get(row.index)?.replaceChildren(...this.cells(row));
    }

    markChosen(row) {
        const old = this.chosen && this.elements.get(this.chosen.index);
        old?.removeAttribute("aria-current");
        this.body.querySelectorAll('tr[tabindex="0"]').forEach((element) => { element.tabIndex = -1; });
        this.chosen = row;
        const at = this.shown.indexOf(row);
        if (at >= this.made) this.makeRows(at + AT_ONCE);
        const element = this.elements.get(row.index);
        if (!element) return;
        element.setAttribute("aria-current", "true");
        element.tabIndex = 0;
        this.scrollTo(element);
    }

    /// Within the table: the page stays where it is.
    scrollTo(element) {
        const head = byId("heads").offsetHeight;
        const { top, bottom } = element.getBoundingClientRect();
        const frame = this.scroller.getBoundingClientRect();
        if (top < frame.top + head) this.scroller.scrollTop -= frame.top + head - top;
        else if (bottom > frame.top + this.scroller.clientHeight) this.scroller.scrollTop += bottom - frame.top - this.scroller.clientHeight;
    }
}
