// SPDX-License-Identifier: Apache-2.0
//
// Mouse and keys of the canvas. It takes keys only while it has the focus.
import { Raycaster, Vector2 } from "three";

const STEP = Math.PI / 24;

export function listenToKeys(stage, view) {
    const actions = {
        ArrowLeft: () => stage.turn(-STEP, 0),
        ArrowRight: () => stage.turn(STEP, 0),
        ArrowUp: () => stage.turn(0, STEP),
        ArrowDown: () => stage.turn(0, -STEP),
        "+": () => stage.zoom(0.85),
        "=": () => stage.zoom(0.85),
        "-": () => stage.zoom(1 / 0.85),
        Home: () => view.showAll(),
        f: () => view.flyAgain(),
    };
    stage.canvas.addEventListener("keydown", (event) => {
        const action = actions[event.key];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action();
    });
}

/// The part in front at a place of the canvas, those that are faded or cut away left out.
function partAt(stage, parts, planes, event) {
    const { left, top, width, height } = stage.canvas.getBoundingClientRect();
    const place = new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(place, stage.camera);
    const meshes = parts.map((part) => part.mesh).filter((mesh) => mesh.visible && !mesh.userData.ghost);
    const hit = ray.intersectObjects(meshes, false).find(({ point }) => planes.every((plane) => plane.distanceToPoint(point) >= 0));
    return hit?.object.userData.part ?? null;
}

/// A click (not the end of a drag) tells which part is there.
export function listenToClicks(stage, parts, planes, picked) {
    let down = null;
    stage.canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
    stage.canvas.addEventListener("click", (event) => {
        if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4) picked(partAt(stage, parts, planes, event));
    });
}
