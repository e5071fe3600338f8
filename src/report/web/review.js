// SPDX-License-Identifier: Apache-2.0
//
// The review file: what `impinge report --review FILE` reads, written and read by the page.
import { byId, download } from "./dom.js";
import { plural, STATUSES } from "./words.js";

function entryOf(row) {
    const { status, assignee, comment } = row;
    return { id: row.clash.id, title: `${row.nameA} - ${row.nameB}`, status, assignee, comment };
}

/// Whatever a person said, now or before; clashes nobody touched are not named.
export function reviewText(clashes) {
    const said = clashes.rows.filter((row) =>
        clashes.isEdited(row) || row.assignee || row.comment || !["new", "active"].includes(row.status));
    return JSON.stringify({ format: "impinge-review", format_version: 1, clashes: said.map(entryOf) }, null, 2) + "\n";
}

const textOr = (value, before) => (typeof value === "string" ? value : before);

/// Takes what a review file says about clashes of this report; returns a sentence.
function applyReview(clashes, text) {
    const entries = JSON.parse(text).clashes;
    if (!Array.isArray(entries)) throw new Error("it has no list of clashes");
    const rows = new Map(clashes.rows.map((row) => [row.clash.id, row]));
    let found = 0;
    for (const entry of entries) {
        const row = rows.get(entry?.id);
        if (!row) continue;
        ++found;
        const status = STATUSES.includes(entry.status) ? entry.status : row.status;
        clashes.edit([row], { status, assignee: textOr(entry.assignee, row.assignee), comment: textOr(entry.comment, row.comment) });
    }
    return `${found} of ${plural(entries.length, "entry is", "entries are")} about clashes of this report.`;
}

async function loadReview(clashes, file, say) {
    try {
        say(applyReview(clashes, await file.text()));
    } catch (error) {
        say(`${file.name} is no review file: ${error.message}`);
    }
}

export function setUpReview(clashes, data, say) {
    const save = byId("save-review");
    const showCount = () => {
        const count = clashes.editedRows().length;
        byId("edited").textContent = count ? `${plural(count, "change", "changes")} not saved` : "";
    };
    let saved = true;
    clashes.onChange(() => {
        saved = false;
        showCount();
    });
    save.addEventListener("click", () => {
        download("review.json", "application/json", reviewText(clashes));
        saved = true;
        byId("edited").textContent = "";
        say("Saved as review.json. Run impinge report again with --review review.json to keep it.");
    });
    byId("load-review").addEventListener("change", (event) => {
        const [file] = event.target.files;
        if (file) loadReview(clashes, file, say);
        event.target.value = "";
    });
    byId("save-json").addEventListener("click", async () => download("report.json", "application/json", await data.reportText()));
    addEventListener("beforeunload", (event) => {
        if (!saved) event.preventDefault();
    });
}
