// SPDX-License-Identifier: Apache-2.0
//
// All about one clash, and the form that reviews it.
import { byId, make, makeSelect } from "./dom.js";
import { sectionDrawing } from "./section.js";
import { kindText, letterMark, measure, numberText, pointText, severityMark, STATUSES, verdictText, words } from "./words.js";

function facts(row, clashes) {
    const { clash } = row;
    const unit = clashes.unit;
    const { group } = row;
    const depth = measure(clash.depth, unit);
    const most = clash.depth_at_most > clash.depth ? ` (at most ${numberText(clash.depth_at_most)})` : "";
    const within = clash.within_facet_error ? "within facet error: provably no deeper than the chord errors of both meshes together" : "";
    return [
        ["Verdict", verdictText(clash.verdict)],
        ["Note", within],
        ["Depth", depth && depth + most],
        ["Not measured", clash.unmeasured],
        ["Volume", measure(clash.volume, unit, "\u00b3")],
        ["Area", measure(clash.area, unit, "\u00b2")],
        ["Distance", measure(clash.distance, unit)],
        ["Where", pointText(clash.point, unit)],
        ["Rule", `${row.rule} (${kindText(clash.kind)})`],
        ["Group", group && `${group.name}: ${group.explanation}`],
        ["Identifier", clash.id],
    ].filter(([, text]) => text);
}

export function factList(row, clashes) {
    return make("dl", { class: "facts" }, facts(row, clashes).map(([name, text]) => [
        make("dt", { text: name }), make("dd", { text }),
    ]));
}

/// Both parts with their letters and where they come from.
export function partLines(row) {
    const line = (letter, name, part) => make("span", { class: "part-line" }, letterMark(letter), make("span", { text: name }),
        part?.path && part.path !== name ? make("small", { text: part.path }) : null);
    return [line("A", row.nameA, row.a), line("B", row.nameB, row.b)];
}

/// The picture and, once its numbers are unpacked, the section beside it.
export function pictures(row, clashes, data, place) {
    const box = make("div", { class: "pictures" });
    const url = data.pictureUrl(row.index);
    if (url) {
        const alt = `${row.nameA} (A, blue) and ${row.nameB} (B, orange), their overlap in red`;
        box.append(make("figure", {}, make("img", { src: url, width: 360, height: 240, loading: place === "card" ? "lazy" : "eager", decoding: "async", alt }),
            make("figcaption", { text: "seen from where most of the contact shows" })));
    }
    if (data.drawnClash(row.index)?.section) {
        const figure = make("figure", {}, make("div", { class: "section" }));
        box.append(figure);
        box.whole = data.clashShape(row.index).then(({ section }) => {
            figure.replaceChildren(sectionDrawing(section, `${place}-${row.index}`, clashes.unit),
                make("figcaption", { text: `section across ${section.axis} at ${measure(section.place, clashes.unit)}, the cross marks the point` }));
        });
    }
    return box.childElementCount ? box : null;
}

export class Detail {
    constructor(clashes, data, move) {
        this.clashes = clashes;
        this.data = data;
        this.move = move;
        this.place = byId("detail");
        clashes.onChange((rows) => {
            if (rows.includes(this.row) && !this.place.contains(document.activeElement)) this.show(this.row);
        });
    }

    form(row) {
        const edit = (change) => this.clashes.edit([row], change);
        const status = makeSelect({ id: "status", onchange: (event) => edit({ status: event.target.value }) }, STATUSES.map((word) => [word, word]), row.status);
        const assignee = make("input", { id: "assignee", value: row.assignee, autocomplete: "off", maxlength: 200, oninput: (event) => edit({ assignee: event.target.value }) });
        const comment = make("textarea", { id: "comment", rows: 2, oninput: (event) => edit({ comment: event.target.value }) });
        comment.value = row.comment;
        return make("form", { class: "review", onsubmit: (event) => event.preventDefault() },
            make("label", {}, make("span", { text: "Status" }), status),
            make("label", {}, make("span", { text: "Assignee" }), assignee),
            make("label", { class: "wide" }, make("span", { text: "Comment" }), comment));
    }

    show(row) {
        this.row = row;
        const step = (by, text, label) => make("button", { type: "button", "aria-label": label, title: label, onclick: () => this.move(by), text });
        const head = make("div", { class: "detail-head" },
            make("h2", {}, partLines(row)), severityMark(row.clash.severity),
            make("div", { class: "steps" }, step(-1, "\u2191", "Previous clash"), step(1, "\u2193", "Next clash")));
        this.place.replaceChildren(head, this.form(row), pictures(row, this.clashes, this.data, "detail") ?? "", factList(row, this.clashes));
        this.place.scrollTop = 0;
    }
}
