// SPDX-License-Identifier: Apache-2.0
//
// Normals that run smoothly over a surface and break at its creases, and the creases as lines.
const CREASE = Math.cos((32 * Math.PI) / 180);

/// Unit normals of the triangles; of one without area it is zero.
function faceNormals(positions, corners) {
    const count = corners.length / 3;
    const out = new Float32Array(count * 3);
    for (let t = 0; t < count; ++t) {
        const [a, b, c] = [corners[3 * t] * 3, corners[3 * t + 1] * 3, corners[3 * t + 2] * 3];
        const ux = positions[b] - positions[a], uy = positions[b + 1] - positions[a + 1], uz = positions[b + 2] - positions[a + 2];
        const vx = positions[c] - positions[a], vy = positions[c + 1] - positions[a + 1], vz = positions[c + 2] - positions[a + 2];
        const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
        const length = Math.hypot(x, y, z) || 1;
        out.set([x / length, y / length, z / length], 3 * t);
    }
    return out;
}

/// The triangles at each vertex: those of v are `list` from starts[v] to starts[v + 1].
function trianglesAtVertices(vertexCount, corners) {
    const starts = new Uint32Array(vertexCount + 1);
    for (const vertex of corners) ++starts[vertex + 1];
    for (let v = 0; v < vertexCount; ++v) starts[v + 1] += starts[v];
    const next = starts.slice();
    const list = new Uint32Array(corners.length);
    corners.forEach((vertex, corner) => { list[next[vertex]++] = Math.floor(corner / 3); });
    return { starts, list };
}

/// Positions and normals of every corner of every triangle.
export function creasedSurface(positions, corners) {
    const faces = faceNormals(positions, corners);
    const { starts, list } = trianglesAtVertices(positions.length / 3, corners);
    const points = new Float32Array(corners.length * 3);
    const normals = new Float32Array(corners.length * 3);
    for (let corner = 0; corner < corners.length; ++corner) {
        const own = Math.floor(corner / 3) * 3;
        const vertex = corners[corner];
        let x = 0, y = 0, z = 0;
        for (let i = starts[vertex]; i < starts[vertex + 1]; ++i) {
            const other = list[i] * 3;
            const cosine = faces[own] * faces[other] + faces[own + 1] * faces[other + 1] + faces[own + 2] * faces[other + 2];
            if (cosine < CREASE && other !== own) continue;
            x += faces[other]; y += faces[other + 1]; z += faces[other + 2];
        }
        const length = Math.hypot(x, y, z) || 1;
        normals.set([x / length, y / length, z / length], corner * 3);
        points.set(positions.subarray(vertex * 3, vertex * 3 + 3), corner * 3);
    }
    return { points, normals, edges: creaseLines(positions, corners, faces, starts, list) };
}

/// Edges where the surface turns sharply or ends, as pairs of points.
function creaseLines(positions, corners, faces, starts, list) {
    const lines = [];
    const has = (triangle, vertex) => corners[3 * triangle] === vertex || corners[3 * triangle + 1] === vertex || corners[3 * triangle + 2] === vertex;
    for (let corner = 0; corner < corners.length; ++corner) {
        const triangle = Math.floor(corner / 3);
        const a = corners[corner];
        const b = corners[triangle * 3 + (corner + 1) % 3];
        let neighbours = 0;
        let sharp = false;
        for (let i = starts[a]; i < starts[a + 1]; ++i) {
            const other = list[i];
            if (other === triangle || !has(other, b)) continue;
            ++neighbours;
            const cosine = faces[3 * other] * faces[3 * triangle] + faces[3 * other + 1] * faces[3 * triangle + 1] + faces[3 * other + 2] * faces[3 * triangle + 2];
            sharp ||= cosine < CREASE && other > triangle;
        }
        if (!sharp && neighbours > 0) continue;
        for (const vertex of [a, b]) lines.push(positions[vertex * 3], positions[vertex * 3 + 1], positions[vertex * 3 + 2]);
    }
    return new Float32Array(lines);
}
