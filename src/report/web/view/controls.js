// SPDX-License-Identifier: Apache-2.0
//
// The interactive view: parts, the chosen clash, and what is set beside the canvas.
import { Vector3 } from "three";
import { byId } from "../dom.js";
import { measure } from "../words.js";
import { Cut } from "./cut.js";
import { listenToClicks, listenToKeys } from "./keys.js";
import { ClashMarks } from "./marks.js";
import { PartList } from "./part_list.js";
import { loadParts } from "./parts.js";
import { Stage } from "./stage.js";

class View {
    constructor(stage, data, clashes, cut) {
        Object.assign(this, { stage, data, clashes, cut });
        this.middle = data.index.middle;
        this.parts = [];
        this.fade = byId("fade");
        this.fade.addEventListener("change", () => this.paint());
        this.labels = [byId("label-a"), byId("label-b"), byId("label-deep")];
        stage.drawn.push(() => this.placeLabels());
    }

    add(parts) {
        this.parts = parts;
        for (const part of parts) this.stage.scene.add(part.mesh, part.lines);
        this.paint();
    }

    paint() {
        for (const part of this.parts) {
            const role = !this.row ? "plain" : part.part === this.row.a ? "a" : part.part === this.row.b ? "b" : "other";
            part.paint(role, this.fade.checked, this.cut.on);
        }
        this.stage.draw();
    }

    /// Flies to a clash and marks it. Its shape may come a moment later.
    async show(row, { jump = false } = {}) {
        this.row = row;
        const drawn = this.data.drawnClash(row.index);
        if (this.marks) {
            this.stage.scene.remove(this.marks.group);
            this.marks.dispose();
            this.marks = null;
        }
        const point = new Vector3(...row.clash.point).sub(new Vector3(...this.middle));
        this.cut.setClash(point, drawn?.section?.normal ?? [1, 0, 0]);
        this.paint();
        this.flyAgain(jump);
        const shape = await this.data.clashShape(row.index);
        if (this.row !== row) return;
        this.marks = new ClashMarks(shape, row.clash, this.middle);
        this.stage.scene.add(this.marks.group);
        this.stage.draw();
    }

    flyAgain(jump = false) {
        const view = this.row && this.data.drawnClash(this.row.index)?.view;
        if (!view) return;
        const target = new Vector3(...view.target).sub(new Vector3(...this.middle));
        const direction = new Vector3(...view.from).normalize();
        this.chooseAnchors(target, direction, view.size);
        this.stage.lookAt(target, direction, view.size, jump);
    }

    showAll() {
        const direction = this.stage.camera.position.clone().sub(this.stage.controls.target);
        this.stage.home(direction, false);
    }

    /// Where the letters stand, until another clash is chosen.
    chooseAnchors(target, direction, size) {
        const drawn = (part) => this.parts.find((other) => other.part === part);
        const a = drawn(this.row.a)?.anchor(target, direction, size, null);
        const b = this.row.b ? drawn(this.row.b)?.anchor(target, direction, size, a) : null;
        this.anchors = [a, b, new Vector3(...this.row.clash.point).sub(new Vector3(...this.middle))];
    }

    placeLabels() {
        const { depth, distance } = this.row?.clash ?? {};
        this.labels.forEach((label, i) => {
            const at = this.anchors?.[i] && this.stage.onCanvas(this.anchors[i]);
            label.hidden = !at;
            if (at) label.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) ${i === 2 ? "translate(14px, -34px)" : "translate(-50%, -50%)"}`;
        });
        const unit = this.clashes.unit;
        const text = depth > 0 ? `${measure(depth, unit)} deep` : distance > 0 ? `gap ${measure(distance, unit)}` : "";
        this.labels[2].textContent = text;
        if (!text) this.labels[2].hidden = true;
    }
}

function sayWhy(place, why) {
    const note = byId("no-view");
    note.hidden = false;
    note.textContent = `${why} Pictures and sections stand in their place.`;
    place.classList.add("without-view");
    byId("view-tools").hidden = true;
}

function stageOrNull(place, radius) {
    try {
        return new Stage(place, radius);
    } catch (error) {
        sayWhy(place, `This browser gives the page no WebGL (${error.message}).`);
        return null;
    }
}

/// Resolves to the view once all parts are there, or to null where there is none.
export async function setUpView(data, clashes, { say, filterPart }) {
    const place = byId("canvas-place");
    const { middle, radius } = data.index;
    if (!data.index.meshes.length) return sayWhy(place, "This report was written without geometry."), null;
    if (typeof DecompressionStream === "undefined") return sayWhy(place, "This browser cannot unpack the geometry (DecompressionStream)."), null;
    const stage = stageOrNull(place, radius);
    if (!stage) return null;
    stage.canvas.tabIndex = 0;
    stage.canvas.setAttribute("role", "application");
    stage.canvas.setAttribute("aria-label", "3D view of the chosen clash. Arrow keys turn, plus and minus zoom, F flies to the clash, Home shows everything. The table says the same in words.");
    let view = null;
    const cut = new Cut(middle, radius, clashes.unit, () => view?.paint());
    view = new View(stage, data, clashes, cut);
    const bar = byId("progress");
    view.add(await loadParts(data, clashes, middle, cut.planes, (share) => { bar.value = share; }));
    bar.hidden = true;
    new PartList(view.parts, { changed: () => view.paint(), filterPart });
    listenToKeys(stage, view);
    listenToClicks(stage, view.parts, cut.planes, (part) => say(part ? `This is ${part.part.name}.` : ""));
    byId("fly").addEventListener("click", () => view.flyAgain());
    byId("whole").addEventListener("click", () => view.showAll());
    return view;
}
