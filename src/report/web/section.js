// SPDX-License-Identifier: Apache-2.0
//
// The section through the deepest point, as a drawing made of numbers alone.
import { makeSvg } from "./dom.js";
import { numberText } from "./words.js";

const WIDTH = 480;
const HEIGHT = 320;

function pathOf(outlines, closed) {
    const x = WIDTH / 65535;
    const y = HEIGHT / 65535;
    return outlines.map((points) => {
        let text = "";
        for (let i = 0; i < points.length; i += 2) {
            text += `${i ? "L" : "M"}${(points[i] * x).toFixed(2)} ${(HEIGHT - points[i + 1] * y).toFixed(2)}`;
        }
        return text + (closed ? "Z" : "");
    }).join("");
}

function shape(outlines, name, closed = true) {
    if (!outlines.length) return null;
    return makeSvg("path", { class: closed ? name : `${name} line`, "fill-rule": "evenodd", d: pathOf(outlines, closed) });
}

/// The largest of 1, 2, 5, 10 ... that is not above.
function roundBelow(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    const digits = value / power;
    return power * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
}

function scaleBar(head, unit) {
    const length = roundBelow(head.width * 0.3);
    const end = 12 + (length / head.width) * WIDTH;
    return makeSvg("g", { class: "scale" },
        makeSvg("path", { d: `M12 ${HEIGHT - 16}v6H${end.toFixed(2)}v-6` }),
        makeSvg("text", { x: 12, y: HEIGHT - 22, text: `${numberText(length)}${unit ? " " + unit : ""}` }));
}

/// Diagonals over the overlap, and dots over B: readable without colour.
function patterns(id) {
    const hatch = makeSvg("pattern", { id: `hatch-${id}`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        makeSvg("rect", { width: 7, height: 7, class: "hatch-ground" }),
        makeSvg("rect", { width: 2, height: 7, class: "hatch-line" }));
    const dots = makeSvg("pattern", { id: `dots-${id}`, width: 9, height: 9, patternUnits: "userSpaceOnUse" },
        makeSvg("rect", { width: 9, height: 9, class: "dots-ground" }),
        makeSvg("circle", { cx: 3, cy: 3, r: 1, class: "dots-dot" }));
    return makeSvg("defs", {}, hatch, dots);
}

export function sectionDrawing(section, id, unit) {
    const over = shape(section.overlap, "both");
    const b = shape(section.b, "b");
    over?.setAttribute("fill", `url(#hatch-${id})`);
    b?.setAttribute("fill", `url(#dots-${id})`);
    const cross = makeSvg("path", { class: "deepest", d: `M${WIDTH / 2} ${HEIGHT / 2 - 7}v14m-7-7h14` });
    return makeSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "section", role: "img", "aria-label": "section of both parts through the deepest point" },
        patterns(id), shape(section.a, "a"), b, over,
        shape(section.openA, "a", false), shape(section.openB, "b", false), cross, scaleBar(section, unit));
}
