// SPDX-License-Identifier: Apache-2.0
//
// How numbers and the words of a report are shown. What has a colour has a shape and a word, too.
import { make } from "./dom.js";

const VERDICTS = {
    apart: "apart",
    touching: "touching",
    crossing: "crossing",
    a_inside_b: "A inside B",
    b_inside_a: "B inside A",
    same: "same",
};

const KINDS = {
    hard: "hard",
    clearance: "too near",
    contact: "no contact",
    containment: "containment",
    duplicate: "duplicate",
};

const SHAPES = { error: "\u25b2", warning: "\u25c6", note: "\u25cb" };
export const STATUSES = ["new", "active", "reviewed", "approved", "resolved"];
const STATUS_SHAPES = { new: "\u2605", active: "\u25d0", reviewed: "\u25ce", approved: "\u2713", resolved: "\u2212" };

export const words = (text) => String(text ?? "").replaceAll("_", " ");
export const verdictText = (verdict) => VERDICTS[verdict] ?? words(verdict);
export const kindText = (kind) => KINDS[kind] ?? words(kind);

/// Four digits: what an engineer reads. The JSON inside has all of them.
export function numberText(value) {
    if (value === null || value === undefined || !Number.isFinite(value)) return "";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-4) return value.toExponential(2);
    return String(Number(value.toPrecision(4)));
}

export function measure(value, unit, power = "") {
    const text = numberText(value);
    return text && unit ? `${text} ${unit}${power}` : text;
}

export function pointText(point, unit) {
    return point ? `(${point.map(numberText).join(", ")})${unit ? " " + unit : ""}` : "";
}

export function plural(count, one, many) {
    return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

export function severityMark(severity) {
    const shape = make("span", { class: "shape", "aria-hidden": "true", text: SHAPES[severity] });
    return make("span", { class: `mark severity ${severity}` }, shape, severity);
}

export function statusMark(status) {
    const shape = make("span", { class: "shape", "aria-hidden": "true", text: STATUS_SHAPES[status] ?? "\u2022" });
    return make("span", { class: `mark status ${STATUSES.includes(status) ? status : "other"}` }, shape, words(status));
}

export function letterMark(letter) {
    return make("span", { class: `letter ${letter.toLowerCase()}`, text: letter });
}
