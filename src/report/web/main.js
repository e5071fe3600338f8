// SPDX-License-Identifier: Apache-2.0
//
// The page: summary and table at once, what is drawn when the whole file is there.
import { Cards } from "./cards.js";
import { Clashes } from "./clashes.js";
import { PageData } from "./data.js";
import { Detail } from "./detail.js";
import { byId } from "./dom.js";
import { Filters, sayShown } from "./filters.js";
import { setUpReview } from "./review.js";
import { showSummary } from "./summary.js";
import { ClashTable } from "./table.js";
import { setUpView } from "./view/controls.js";

const data = new PageData();
const clashes = new Clashes(data.report);
const say = (text) => { byId("said").textContent = text; };
const page = { clashes, firstTable: 0, view: null, chosen: null };
globalThis.impingePage = page; // for the tests

showSummary(clashes);
const table = new ClashTable(clashes, null, choose);
const filters = new Filters(clashes, refresh);
table.filters = filters;
table.refresh();
sayShown(table.shown.length, clashes.rows.length);
setUpReview(clashes, data, say);
page.firstTable = performance.now();

let cards = null;
let detail = null;

function refresh() {
    table.refresh();
    sayShown(table.shown.length, clashes.rows.length);
    cards?.show(table.shown);
}

function choose(row, { focus = false, up = false } = {}) {
    page.chosen = row;
    table.markChosen(row);
    detail?.show(row);
    page.view?.show(row);
    if (up) byId("workspace").scrollIntoView();
    if (focus) byId("canvas-place").querySelector("canvas")?.focus({ preventScroll: true });
}

const statusOfShown = byId("status-of-shown");
statusOfShown.addEventListener("change", () => {
    if (statusOfShown.value) clashes.edit(table.shown, { status: statusOfShown.value });
    say(`The status of ${table.shown.length} clashes is now ${statusOfShown.value}.`);
    statusOfShown.value = "";
});

byId("print").addEventListener("click", async () => {
    await cards?.completeAll();
    print();
});

/// The bytes of the drawings stand behind this script.
async function showDrawings() {
    detail = new Detail(clashes, data, (by) => table.step(by, page.chosen?.index ?? 0));
    cards = new Cards(clashes, data, choose);
    cards.show(table.shown);
    if (!page.chosen && table.shown.length) choose(table.shown[0]);
    page.view = await setUpView(data, clashes, { say, filterPart: (part) => filters.setPart(part) });
    if (page.chosen) page.view?.show(page.chosen, { jump: true });
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", showDrawings);
else showDrawings();
