// SPDX-License-Identifier: Apache-2.0
//
// A plane that cuts the parts open: across an axis, or along the section of the chosen clash.
import { Plane, Vector3 } from "three";
import { byId } from "../dom.js";
import { measure } from "../words.js";

const AXES = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) };
const STEPS = 1000;

export class Cut {
    constructor(middle, radius, unit, changed) {
        this.middle = new Vector3(...middle);
        this.radius = radius;
        this.unit = unit;
        this.changed = changed;
        this.plane = new Plane(new Vector3(1, 0, 0), 0);
        this.planes = []; // shared with all materials
        this.flipped = false;
        this.clash = null;
        this.axis = byId("cut-axis");
        this.slider = byId("cut-place");
        this.axis.addEventListener("change", () => this.choose());
        this.slider.addEventListener("input", () => this.update());
        byId("cut-flip").addEventListener("click", () => {
            this.flipped = !this.flipped;
            this.update();
        });
    }

    get on() {
        return this.axis.value !== "off";
    }

    /// The plane of a chosen clash: through its point, across the normal of its section.
    setClash(point, normal) {
        this.clash = { point: point.clone(), normal: new Vector3(...normal).normalize() };
        if (this.on) this.choose();
    }

    get normal() {
        return AXES[this.axis.value] ?? this.clash?.normal ?? AXES.x;
    }

    /// A new axis: the plane goes through the clash, if there is one.
    choose() {
        const through = this.clash?.point.dot(this.normal) ?? 0;
        this.slider.value = Math.round((through / this.radius) * STEPS);
        this.exact = through;
        this.update(true);
    }

    update(exactly = false) {
        this.planes.length = 0;
        byId("cut-controls").hidden = !this.on;
        if (this.on) {
            const offset = exactly ? this.exact : (Number(this.slider.value) / STEPS) * this.radius;
            const sign = this.flipped ? 1 : -1;
            this.plane.normal.copy(this.normal).multiplyScalar(sign);
            this.plane.constant = -sign * offset;
            this.planes.push(this.plane);
            byId("cut-value").textContent = `at ${measure(offset + this.middle.dot(this.normal), this.unit)}`;
        }
        this.changed();
    }
}
