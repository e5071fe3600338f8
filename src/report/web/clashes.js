// SPDX-License-Identifier: Apache-2.0
//
// The clashes as the page uses them, with what a reviewer changed.

/// The worst first.
export const SEVERITIES = ["error", "warning", "note"];
export const rankOf = (severity) => SEVERITIES.indexOf(severity);

/// How many characters of all names are the folders of an assembly that every part lies in.
function sharedFolders(names) {
    if (names.length < 2) return 0;
    let shared = names[0].split("/").slice(0, -1);
    for (const name of names) {
        const differs = name.split("/").slice(0, -1).findIndex((folder, i) => folder !== shared[i]);
        const own = name.split("/").length - 1;
        shared = shared.slice(0, differs < 0 ? own : differs);
    }
    return shared.reduce((length, folder) => length + folder.length + 1, 0);
}

function rowOf(report, clash, index, skipped) {
    const a = report.parts[clash.a];
    const b = clash.b === null ? null : report.parts[clash.b];
    return {
        index,
        clash,
        a,
        b,
        nameA: a.name,
        nameB: b?.name ?? "no part",
        shortA: a.name.slice(skipped),
        shortB: b?.name.slice(skipped) ?? "no part",
        rule: report.rules[clash.rule]?.name ?? "",
        group: clash.group === null ? null : report.groups[clash.group],
        status: clash.status,
        assignee: clash.assignee,
        comment: clash.comment,
    };
}

export class Clashes {
    constructor(report) {
        this.report = report;
        this.unit = report.unit ?? "";
        const skipped = sharedFolders(report.parts.map((part) => part.name));
        this.rows = report.clashes.map((clash, index) => rowOf(report, clash, index, skipped));
        this.listeners = [];
    }

    onChange(listener) {
        this.listeners.push(listener);
    }

    /// Changes status, assignee or comment of rows, and tells everyone who shows them.
    edit(rows, change) {
        for (const row of rows) Object.assign(row, change);
        for (const listener of this.listeners) listener(rows);
    }

    isEdited(row) {
        const { status, assignee, comment } = row.clash;
        return row.status !== status || row.assignee !== assignee || row.comment !== comment;
    }

    editedRows() {
        return this.rows.filter((row) => this.isEdited(row));
    }
}
