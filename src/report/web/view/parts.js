// SPDX-License-Identifier: Apache-2.0
//
// The parts of the assembly as drawn things: one geometry for all instances of a mesh.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, FrontSide, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { creasedSurface } from "./creases.js";

/// Lines on parts with more edges than this would be a thicket, and those of so many faded parts cost more than
/// they show.
const MOST_EDGES = 200000;
const MOST_FADED_LINES = 300;
const COLOURS = { a: 0x3b7cc4, b: 0xe39a2d, part: 0xaeb6c0 };

export const attribute = (numbers) => new BufferAttribute(numbers, 3);

/// Where a section cuts a part open, its inside is shown as a plain surface, as if it were filled.
function showInsideFlat(material) {
    material.onBeforeCompile = (shader) => {
        shader.fragmentShader = shader.fragmentShader.replace("#include <opaque_fragment>",
            "if (!gl_FrontFacing) outgoingLight = diffuseColor.rgb * 0.55;\n#include <opaque_fragment>");
    };
    return material;
}

function geometriesOf(mesh) {
    const { points, normals, edges } = creasedSurface(mesh.positions, mesh.corners);
    const surface = new BufferGeometry();
    surface.setAttribute("position", attribute(points));
    surface.setAttribute("normal", attribute(normals));
    const lines = new BufferGeometry();
    lines.setAttribute("position", attribute(edges.length / 6 > MOST_EDGES ? new Float32Array() : edges));
    return { surface, lines, origin: mesh.origin };
}

/// A pose is three rows of four; points are kept near zero, so that doubles do the moving.
function matrixOf(pose, origin, middle) {
    const place = new Matrix4().set(...pose, 0, 0, 0, 1);
    place.multiply(new Matrix4().makeTranslation(...origin));
    return new Matrix4().makeTranslation(-middle[0], -middle[1], -middle[2]).multiply(place);
}

export class DrawnPart {
    /// `among` is how many parts there are.
    constructor(part, among, geometries, matrix, planes) {
        this.part = part;
        this.among = among;
        this.hidden = false;
        const own = part.colour ? new Color(part.colour) : new Color(COLOURS.part);
        this.colour = own;
        this.material = showInsideFlat(new MeshLambertMaterial({ color: own, clippingPlanes: planes }));
        this.lineMaterial = new LineBasicMaterial({ color: 0x20262e, transparent: true, opacity: 0.45, clippingPlanes: planes });
        this.matrix = matrix;
        this.mesh = new Mesh(geometries.surface, this.material);
        this.lines = new LineSegments(geometries.lines, this.lineMaterial);
        for (const thing of [this.mesh, this.lines]) {
            thing.matrixAutoUpdate = false;
            thing.matrix.copy(matrix);
            thing.userData.part = this;
        }
    }

    /// A point of its surface for a label: towards the eye, within the ball that is seen, and far from the
    /// other label.
    anchor(target, direction, size, other) {
        const corners = this.mesh.geometry.getAttribute("position");
        const stride = Math.max(1, Math.floor(corners.count / 400));
        let best = null;
        let most = -Infinity;
        for (let i = 0; i < corners.count; i += stride) {
            const point = new Vector3().fromBufferAttribute(corners, i).applyMatrix4(this.matrix);
            const offset = point.clone().sub(target);
            const forward = offset.dot(direction);
            const aside = offset.addScaledVector(direction, -forward).length() / size;
            const apart = other ? Math.min(1, point.distanceTo(other) / size) : 0;
            const gain = forward / size + apart + Math.min(aside, 0.55) - Math.max(0, aside - 0.75) * 8;
            if (gain > most) [most, best] = [gain, point];
        }
        return best;
    }

    /// `role` is "a" or "b" of the chosen clash, "other" beside it, "plain" if none is chosen.
    paint(role, faded, sectioned) {
        const glass = role === "a" || role === "b";
        const ghost = role === "other" && faded;
        this.material.color.copy(glass ? new Color(COLOURS[role]) : this.colour);
        const transparent = (glass && !sectioned) || ghost;
        const changed = this.material.transparent !== transparent;
        this.material.transparent = transparent;
        this.material.opacity = ghost ? 0.05 : glass && !sectioned ? 0.42 : 1;
        this.material.depthWrite = !transparent;
        const side = sectioned && !ghost ? DoubleSide : FrontSide;
        if (changed || this.material.side !== side) this.material.needsUpdate = true;
        this.material.side = side;
        this.lineMaterial.opacity = ghost ? 0.035 : 0.5;
        this.mesh.renderOrder = glass ? 2 : ghost ? 3 : 0;
        const visible = !this.hidden;
        this.mesh.visible = visible;
        this.lines.visible = visible && !(ghost && this.among > MOST_FADED_LINES);
        this.mesh.userData.ghost = ghost;
    }
}

/// Unpacks all meshes, a few at a time, and calls `progress` with the share that is done.
export async function loadParts(data, clashes, middle, planes, progress) {
    const { meshes, parts } = data.index;
    const geometries = [];
    let last = performance.now();
    for (let i = 0; i < meshes.length; ++i) {
        geometries.push(geometriesOf(await data.partMesh(i)));
        if (performance.now() - last < 40) continue;
        progress(i / meshes.length);
        await new Promise((done) => setTimeout(done, 0));
        last = performance.now();
    }
    return parts.map(({ mesh, pose }, index) => {
        const shape = geometries[mesh];
        return new DrawnPart(clashes.report.parts[index], parts.length, shape, matrixOf(pose, shape.origin, middle), planes);
    });
}

