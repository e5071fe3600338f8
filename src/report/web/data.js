// SPDX-License-Identifier: Apache-2.0
//
// What the program wrote into the page: the report, the list of what is drawn, and the bytes of that.
// impinge's src/report/page/page_data.hpp is the other side.

function jsonOf(id) {
    return JSON.parse(document.getElementById(id).textContent);
}

/// Numbers written as differences, the low bytes of all first: that packs best.
class Reader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }

    /// `count` numbers of `planes` bytes each, as they stand.
    numbers(count, planes) {
        const out = new Uint32Array(count);
        for (let plane = 0; plane < planes; ++plane) {
            for (let i = 0; i < count; ++i) out[i] |= this.bytes[this.at + i] << (8 * plane);
            this.at += count;
        }
        return out;
    }

    /// Sums of signed differences, modulo 2^16.
    steps(count) {
        const out = this.numbers(count, 2);
        let last = 0;
        for (let i = 0; i < count; ++i) {
            last = (last + ((out[i] >>> 1) ^ -(out[i] & 1))) & 0xffff;
            out[i] = last;
        }
        return out;
    }

    /// Points of `size` coordinates each, scaled, without the origin.
    points(count, step) {
        const size = step.length;
        const out = new Float32Array(count * size);
        for (let axis = 0; axis < size; ++axis) {
            const steps = this.steps(count);
            for (let i = 0; i < count; ++i) out[i * size + axis] = steps[i] * step[axis];
        }
        return out;
    }

    /// Corners of triangles: 0 means a vertex not used before, k the one k before that.
    corners(count, planes) {
        const out = this.numbers(count, planes);
        let next = 0;
        for (let i = 0; i < count; ++i) {
            const code = out[i];
            out[i] = next - code;
            if (code === 0) ++next;
        }
        return out;
    }

    mesh(head) {
        return {
            origin: head.origin,
            positions: this.points(head.vertices, head.step),
            corners: this.corners(head.triangles * 3, head.planes),
        };
    }
}

export class PageData {
    constructor() {
        this.report = jsonOf("report"); // without the regions of clashes
        this.index = jsonOf("drawn");
        this.urls = new Map();
    }

    /// The bytes come last in the file: they are there once the document is.
    get base64() {
        this.text ??= document.getElementById("bytes").textContent;
        return this.text;
    }

    bytes([offset, length]) {
        const text = atob(this.base64.slice(offset, offset + length));
        const out = new Uint8Array(text.length);
        for (let i = 0; i < text.length; ++i) out[i] = text.charCodeAt(i);
        return out;
    }

    inflated(chunk) {
        return new Response(new Blob([this.bytes(chunk)]).stream().pipeThrough(new DecompressionStream("deflate")));
    }

    async reader(chunk) {
        return new Reader(new Uint8Array(await this.inflated(chunk).arrayBuffer()));
    }

    /// The report as the program wrote it.
    reportText() {
        return this.inflated(this.index.json).text();
    }

    drawnClash(index) {
        return this.index.clashes[index] ?? null;
    }

    /// The address of a clash's picture, or null.
    pictureUrl(index) {
        const picture = this.drawnClash(index)?.picture;
        if (!picture) return null;
        if (!this.urls.has(index)) {
            const blob = new Blob([this.bytes(picture.bytes)], { type: "image/jpeg" });
            this.urls.set(index, URL.createObjectURL(blob));
        }
        return this.urls.get(index);
    }

    async partMesh(number) {
        const head = this.index.meshes[number];
        return (await this.reader(head.bytes)).mesh(head);
    }

    /// The curves, the section and the regions of a clash.
    async clashShape(index) {
        const drawn = this.drawnClash(index);
        if (!drawn?.bytes) return { curves: [], section: null, regions: [] };
        const reader = await this.reader(drawn.bytes);
        const curves = this.curvesOf(reader, drawn.curves);
        const section = drawn.section ? this.sectionOf(reader, drawn.section) : null;
        return { curves, section, regions: (drawn.regions ?? []).map((head) => reader.mesh(head)) };
    }

    curvesOf(reader, head) {
        if (!head) return [];
        const total = head.lengths.reduce((sum, length) => sum + length, 0);
        const points = reader.points(total, head.step);
        let at = 0;
        return head.lengths.map((length) => {
            at += length;
            return { origin: head.origin, points: points.subarray((at - length) * 3, at * 3) };
        });
    }

    sectionOf(reader, head) {
        const outlines = ["a", "b", "overlap", "open_a", "open_b"].map((name) => head[name] ?? []);
        const total = outlines.flat().reduce((sum, length) => sum + length, 0);
        const points = reader.points(total, [1, 1]);
        let at = 0;
        const take = (lengths) => lengths.map((length) => {
            at += length;
            return points.subarray((at - length) * 2, at * 2);
        });
        const [a, b, overlap, openA, openB] = outlines.map(take);
        return { ...head, a, b, overlap, openA, openB };
    }
}
