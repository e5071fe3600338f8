// SPDX-License-Identifier: Apache-2.0
//
// Camera, light and canvas. Draws when something changed, and not otherwise.
import { AmbientLight, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Spherical, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const ANGLE = 20; // as that of the pictures, src/report/page/clash_view.hpp
const FLIGHT_MILLISECONDS = 700;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const eased = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);

export class Stage {
    constructor(place, radius) {
        this.radius = radius;
        this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
        this.renderer.localClippingEnabled = true;
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.canvas = this.renderer.domElement;
        place.prepend(this.canvas);
        this.scene = new Scene();
        this.camera = new PerspectiveCamera(ANGLE, 1, radius / 1000, radius * 20);
        this.camera.up.set(0, 0, 1);
        this.addLight();
        this.controls = new OrbitControls(this.camera, this.canvas);
        this.controls.addEventListener("change", () => this.draw());
        this.controls.addEventListener("start", () => this.land());
        this.drawn = [];
        this.home();
        new ResizeObserver(() => this.resize(place)).observe(place);
        this.resize(place);
    }

    addLight() {
        this.scene.add(new HemisphereLight(0xffffff, 0x9aa4b2, 1.6), new AmbientLight(0xffffff, 0.35));
        const key = new DirectionalLight(0xffffff, 1.7);
        key.position.set(-0.5, 0.8, 1);
        this.camera.add(key);
        this.scene.add(this.camera);
    }

    resize(place) {
        const { clientWidth: width, clientHeight: height } = place;
        if (!width || !height) return;
        this.renderer.setSize(width, height, false);
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.draw();
    }

    /// Draws once before the next frame, however often it is asked.
    draw() {
        this.asked ??= requestAnimationFrame(() => {
            this.asked = null;
            this.drawNow();
        });
    }

    drawNow() {
        const distance = this.camera.position.distanceTo(this.controls.target);
        this.camera.near = Math.max(distance / 500, this.radius / 1e5);
        this.camera.far = distance + this.radius * 4;
        this.camera.updateProjectionMatrix();
        this.renderer.render(this.scene, this.camera);
        for (const listener of this.drawn) listener();
    }

    /// How far a ball of this size is looked at from.
    distanceFor(size) {
        const half = (ANGLE / 2) * (Math.PI / 180);
        return (size * 1.08) / Math.sin(half) / Math.min(1, this.camera.aspect || 1);
    }

    home(direction = new Vector3(0.55, -1, 0.5), jump = true) {
        this.lookAt(new Vector3(), direction, this.radius, jump);
    }

    /// Flies to where a ball of this size around the target is seen whole, from that direction.
    lookAt(target, direction, size, jump = false) {
        const position = target.clone().addScaledVector(direction.clone().normalize(), this.distanceFor(size));
        this.land();
        if (jump || calm.matches) {
            this.controls.target.copy(target);
            this.camera.position.copy(position);
            this.controls.update();
            this.draw();
            return;
        }
        this.fly(target, position);
    }

    fly(target, position) {
        const from = { target: this.controls.target.clone(), position: this.camera.position.clone() };
        const start = performance.now();
        this.flying = true;
        const step = (now) => {
            if (!this.flying) return;
            const t = Math.min(1, Math.max(0, now - start) / FLIGHT_MILLISECONDS);
            this.controls.target.lerpVectors(from.target, target, eased(t));
            this.camera.position.lerpVectors(from.position, position, eased(t));
            this.controls.update();
            this.drawNow();
            if (t < 1) requestAnimationFrame(step);
            else this.flying = false;
        };
        requestAnimationFrame(step);
    }

    land() {
        this.flying = false;
    }

    turn(right, up) {
        const offset = this.camera.position.clone().sub(this.controls.target);
        // OrbitControls turns about z; Spherical about y.
        const round = new Spherical().setFromCartesianCoords(offset.x, offset.z, -offset.y);
        round.theta += right;
        round.phi = Math.min(Math.PI - 0.01, Math.max(0.01, round.phi - up));
        const turned = new Vector3().setFromSpherical(round);
        this.camera.position.copy(this.controls.target).add(new Vector3(turned.x, -turned.z, turned.y));
        this.land();
        this.controls.update();
        this.draw();
    }

    zoom(factor) {
        this.camera.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
        this.land();
        this.controls.update();
        this.draw();
    }

    /// Where a point stands in the canvas, in CSS pixels; null behind the eye.
    onCanvas(point) {
        const seen = point.clone().project(this.camera);
        if (seen.z > 1) return null;
        return { x: ((seen.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - seen.y) / 2) * this.canvas.clientHeight };
    }
}
