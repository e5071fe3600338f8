// SPDX-License-Identifier: Apache-2.0
//
// What was examined, with what rules, and what came of it.
import { byId, make } from "./dom.js";
import { SEVERITIES } from "./clashes.js";
import { kindText, measure, numberText, plural, severityMark, STATUSES, statusMark, words } from "./words.js";

function tile(title, entries) {
    return make("section", { class: "tile" }, make("h2", { text: title }),
        make("ul", {}, entries.map(([mark, count, wanted]) =>
            make("li", { class: count ? null : "none" }, mark, make("b", { text: count.toLocaleString("en"), "data-count": wanted })))));
}

function countsOf(clashes) {
    const count = (test) => clashes.rows.filter(test).length;
    const severities = SEVERITIES.map((word) => [severityMark(word), count((row) => row.clash.severity === word), word]);
    const kinds = [...new Set(clashes.rows.map((row) => row.clash.kind))]
        .map((kind) => [make("span", { text: kindText(kind) }), count((row) => row.clash.kind === kind), kind]);
    const gone = clashes.report.gone.filter((clash) => clash.status === "resolved").length;
    const statuses = STATUSES.map((word) =>
        [statusMark(word), count((row) => row.status === word) + (word === "resolved" ? gone : 0), word]);
    return [tile("By severity", severities), tile("By kind", kinds), tile("By status", statuses)];
}

function examinedTile({ report }) {
    const { pairs_examined: examined, pairs_wished: wished } = report;
    const pairs = examined === wished ? plural(wished, "pair", "pairs") : `${examined.toLocaleString("en")} of ${plural(wished, "pair", "pairs")}`;
    const triangles = report.parts.reduce((sum, part) => sum + part.triangles, 0);
    const lines = [`${plural(report.parts.length, "part", "parts")}, ${plural(triangles, "triangle", "triangles")}`,
        `${pairs} examined in ${numberText(report.seconds)} s`, report.pairs_ignored ? `${plural(report.pairs_ignored, "pair", "pairs")} ignored` : "",
        report.unit ? `lengths in ${report.unit}` : "no unit is stated"];
    return make("section", { class: "tile" }, make("h2", { text: "Examined" }), make("ul", { class: "lines" }, lines.filter(Boolean).map((text) => make("li", { text }))));
}

function alarms({ report }) {
    const texts = [];
    if (report.partial) texts.push("This report is unfinished: the run was interrupted, and clashes may be missing.");
    if (report.undecided.length) texts.push(`${plural(report.undecided.length, "pair", "pairs")} could not be decided: they may interfere. See below.`);
    for (const { rule, reason } of report.unmatched_rules) texts.push(`The rule \u201c${report.rules[rule]?.name}\u201d matches nothing: ${reason}`);
    return texts.map((text) => make("p", { class: "alarm" }, make("span", { class: "shape", "aria-hidden": "true", text: "!" }), text));
}

function listing(title, heads, rows, open = false) {
    if (!rows.length) return null;
    return make("details", { open }, make("summary", { text: `${title} (${rows.length.toLocaleString("en")})` }),
        make("div", { class: "scrolled" }, make("table", { class: "plain-table" },
            make("thead", {}, make("tr", {}, heads.map((text) => make("th", { scope: "col", text })))),
            make("tbody", {}, rows.map((cells) => make("tr", {}, cells.map((text) => make("td", { text: String(text ?? "") }))))))));
}

function listings({ report, unit }) {
    const name = (index) => report.parts[index]?.name ?? "";
    const whether = { true: "yes", false: "no" };
    return [
        listing("Rules", ["Name", "Kind", "Severity", "Between", "Limit", "Pairs", "Clashes", "Within tolerance"], report.rules.map((rule) =>
            [rule.name, kindText(rule.kind), rule.severity, rule.between.join(" and "), measure(rule.limit, unit), rule.pairs, rule.clashes, rule.within_tolerance]), true),
        listing("Warnings", ["Warning"], report.warnings.map((text) => [text]), true),
        listing("Files", ["File", "Bytes", "SHA-256"], report.inputs.map((input) => [input.file, input.bytes.toLocaleString("en"), input.sha256])),
        listing("Undecided pairs", ["A", "B", "Reason"], report.undecided.map((pair) => [name(pair.a), name(pair.b), pair.reason]), true),
        listing("Ignored pairs", ["A", "B", "Reason"], report.ignored.map((pair) => [name(pair.a), name(pair.b), pair.reason])),
        listing("Gone since the earlier report", ["A", "B", "Why", "Status", "Assignee", "Comment"], report.gone.map((clash) =>
            [clash.a, clash.b, words(clash.because), clash.status, clash.assignee, clash.comment])),
        listing("Groups", ["Name", "Reason", "Clashes"], report.groups.map((group) => [group.name, group.explanation, group.clashes.length])),
        listing("Parts", ["Name", "Path", "File", "Group", "Solid", "Triangles", "Chord error", "Notes"], report.parts.map((part) =>
            [part.name, part.path, part.file, part.group, whether[part.solid] ?? "not asked", part.triangles.toLocaleString("en"), measure(part.chord_error, unit), part.diagnosis.join("; ")])),
    ];
}

function titleOf(report) {
    const files = report.inputs.map((input) => input.file.split(/[\\/]/).pop());
    return files.length > 3 ? `${files.slice(0, 2).join(", ")} and ${files.length - 2} more` : files.join(", ");
}

export function showSummary(clashes) {
    const { report } = clashes;
    document.title = `Clash report: ${titleOf(report)}`;
    byId("what").textContent = titleOf(report);
    byId("made").textContent = `${report.created.replace("T", " ").replace("Z", " UTC")}, impinge ${report.impinge_version}${report.baseline ? ", compared with an earlier report" : ""}`;
    byId("alarms").replaceChildren(...alarms(clashes));
    const place = byId("tiles");
    const show = () => place.replaceChildren(examinedTile(clashes), ...countsOf(clashes));
    show();
    clashes.onChange(show);
    byId("listings").replaceChildren(...listings(clashes).filter(Boolean));
}
