// SPDX-License-Identifier: Apache-2.0
//
// What marks a clash: the curves in which the surfaces meet, the regions in which the parts overlap,
// and the deepest or nearest points.
import { BufferGeometry, DoubleSide, Group, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { creasedSurface } from "./creases.js";
import { attribute } from "./parts.js";

const REGION = 0xc2123c;
const CURVE = 0x7a0020;
const LEADER = 0x101418;

function segmentsOf(curves, middle) {
    const out = [];
    for (const { origin, points } of curves) {
        const at = (i) => [0, 1, 2].map((axis) => points[3 * i + axis] + (origin[axis] - middle[axis]));
        for (let i = 1; i < points.length / 3; ++i) out.push(...at(i - 1), ...at(i));
    }
    return out;
}

function thickLines(segments, colour, width, hiddenOpacity) {
    const geometry = new LineSegmentsGeometry().setPositions(segments);
    const lines = (options) => {
        const object = new LineSegments2(geometry, new LineMaterial({ color: colour, linewidth: width, ...options }));
        object.frustumCulled = false;
        return object;
    };
    const seen = lines({});
    seen.renderOrder = 5;
    const hidden = lines({ transparent: true, opacity: hiddenOpacity, depthTest: false });
    hidden.renderOrder = 4;
    return [hidden, seen];
}

function regionMesh(region, middle) {
    const { points, normals } = creasedSurface(region.positions, region.corners);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", attribute(points));
    geometry.setAttribute("normal", attribute(normals));
    // Its faces lie in those of the parts: they are drawn before them.
    const material = new MeshLambertMaterial({ color: REGION, emissive: REGION, emissiveIntensity: 0.25, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
    const mesh = new Mesh(geometry, material);
    mesh.position.set(...region.origin.map((value, axis) => value - middle[axis]));
    mesh.renderOrder = 1;
    return mesh;
}

export class ClashMarks {
    constructor(shape, clash, middle) {
        this.group = new Group();
        for (const region of shape.regions) this.group.add(regionMesh(region, middle));
        const curves = segmentsOf(shape.curves, middle);
        if (curves.length) this.group.add(...thickLines(curves, CURVE, 2.5, 0.35));
        this.point = new Vector3(...clash.point.map((value, axis) => value - middle[axis]));
        const ends = [clash.point_a, clash.point_b].map((point) => point.map((value, axis) => value - middle[axis]));
        if (Math.hypot(...ends[0].map((value, axis) => value - ends[1][axis])) > 0) {
            this.group.add(...thickLines(ends.flat(), LEADER, 3, 0.8));
        }
    }

    dispose() {
        this.group.traverse((object) => {
            object.geometry?.dispose();
            object.material?.dispose();
        });
    }
}
