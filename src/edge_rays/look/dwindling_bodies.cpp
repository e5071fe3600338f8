// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/look/dwindling_bodies.hpp"

#include "mesh/positions.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <numeric>

namespace impinge::inline v0::imagespace {
namespace {

constexpr std::uint32_t unused = ~std::uint32_t{0};

/// Of the triangles' vertices only, and the corners of the box.
ShownPart compacted(const ShownPart& part, std::vector<TriangleIndices> triangles) {
    std::vector<std::uint32_t> place(part.mesh.positions.size(), unused);
    for (const TriangleIndices& triangle : triangles) {
        for (const std::uint32_t corner : triangle) {
            place[corner] = 0;
        }
    }
    ShownPart compact;
    for (std::uint32_t vertex = 0; vertex < part.vertices.size(); ++vertex) {
        if (place[vertex] != unused) {
            place[vertex] = static_cast<std::uint32_t>(compact.vertices.size());
            compact.vertices.push_back(part.vertices[vertex]);
            compact.mesh.positions.push_back(part.mesh.positions[vertex]);
        }
    }
    for (TriangleIndices& triangle : triangles) {
        triangle = {place[triangle[0]], place[triangle[1]], place[triangle[2]]};
    }
    compact.mesh.triangles = std::move(triangles);
    compact.mesh.positions.insert(compact.mesh.positions.end(), part.mesh.positions.end() - 2,
                                  part.mesh.positions.end());
    return compact;
}

/// For every triangle 1 if it touches open pixels, else 0.
std::vector<std::uint8_t> touching(const Mesh& mesh, const Rigid& pose, const OpenPixels& pixels) {
    std::vector<WindowBounds> corners;
    corners.reserve(mesh.positions.size());
    for (const Vec3d& position : mesh.positions) {
        corners.push_back(bounds_of(pixels.view(), apply(pose, position)));
    }
    std::vector<std::uint8_t> touches;
    touches.reserve(mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        const WindowBounds bounds = joined(joined(corners[a], corners[b]), corners[c]);
        touches.push_back(pixels.any(bounds) ? 1 : 0);
    }
    return touches;
}

/// The same with all triangles that share a vertex with one of them.
std::vector<std::uint8_t> with_neighbours(const Mesh& mesh, std::span<const std::uint8_t> chosen) {
    std::vector<std::uint8_t> at_vertex(mesh.positions.size(), 0);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        for (const std::uint32_t corner : mesh.triangles[i]) {
            at_vertex[corner] |= chosen[i];
        }
    }
    std::vector<std::uint8_t> all;
    all.reserve(chosen.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        all.push_back(at_vertex[a] | at_vertex[b] | at_vertex[c]);
    }
    return all;
}

} // namespace

ShownPart whole_part(const MeshView& mesh) {
    ShownPart whole;
    whole.mesh.positions = gather_positions(mesh);
    Box3 box;
    for (const TriangleIndices& triangle : mesh.triangles()) {
        for (const std::uint32_t corner : triangle) {
            box = extend(box, whole.mesh.positions[corner]);
        }
    }
    whole.mesh.triangles = welded_triangles(mesh.triangles(), weld_map(whole.mesh.positions));
    whole.vertices.resize(whole.mesh.positions.size());
    std::iota(whole.vertices.begin(), whole.vertices.end(), std::uint32_t{0});
    whole.mesh.positions.insert(whole.mesh.positions.end(), {box.min, box.max});
    return whole;
}

Mesh with_box(const ShownPart& part) {
    Mesh mesh = part.mesh;
    const auto last = static_cast<std::uint32_t>(mesh.positions.size() - 1);
    mesh.triangles.push_back({last, last, last});
    mesh.triangles.push_back({last - 1, last - 1, last - 1});
    return mesh;
}

ShownPart part_at(const ShownPart& part, const Rigid& pose, const OpenPixels& pixels) {
    std::vector<std::uint8_t> shown = touching(part.mesh, pose, pixels);
    if (pixels.edges_move()) {
        shown = with_neighbours(part.mesh, shown);
    }
    std::vector<TriangleIndices> triangles;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown[i] != 0) {
            triangles.push_back(part.mesh.triangles[i]);
        }
    }
    return compacted(part, std::move(triangles));
}

namespace {

/// Another draw costs about as much as so many triangles.
constexpr std::size_t triangles_per_draw = 64;
/// Meshes with fewer triangles are drawn whole or not at all.
constexpr std::size_t least_triangles_cut = 1'024;

} // namespace

DwindlingBodies::DwindlingBodies(std::span<const EdgeBody> bodies)
    : bodies_(bodies.begin(), bodies.end()), parts_(bodies.size()), edges_(bodies.size()) {}

std::size_t DwindlingBodies::triangles(std::size_t place) const {
    if (bodies_[place].geometry == nullptr) {
        return 0;
    }
    return parts_[place] ? parts_[place]->shown.mesh.triangles.size()
                         : bodies_[place].mesh.triangle_count();
}

std::size_t DwindlingBodies::cost() const {
    std::size_t cost = 0;
    for (std::size_t place = 0; place < bodies_.size(); ++place) {
        const std::size_t drawn = triangles(place);
        cost += drawn == 0 ? 0 : drawn + triangles_per_draw;
    }
    return cost;
}

Status DwindlingBodies::keep(raster::Device& device, const OpenPixels& pixels) {
    for (std::size_t place = 0; place < bodies_.size(); ++place) {
        if (Status status = keep(device, place, pixels); !status) {
            return status;
        }
    }
    return {};
}

Status DwindlingBodies::keep(raster::Device& device, std::size_t place, const OpenPixels& pixels) {
    EdgeBody& body = bodies_[place];
    const std::size_t before = triangles(place);
    if (before == 0) {
        return {};
    }
    if (!pixels.any(bounds_of(pixels.view(), body.box))) {
        body.geometry = nullptr;
        return {};
    }
    if (before < least_triangles_cut) {
        return {};
    }
    ShownPart shown =
        part_at(parts_[place] ? parts_[place]->shown : whole_part(body.mesh), body.pose, pixels);
    if (shown.mesh.triangles.empty()) {
        body.geometry = nullptr;
    } else if (4 * shown.mesh.triangles.size() <= 3 * before) {
        auto geometry = device.upload(with_box(shown).view(), raster::Parts::TrianglesAndEdges);
        if (!geometry) {
            return geometry.error();
        }
        body.geometry = geometry->get();
        parts_[place] = std::make_shared<Part>(
            Part{.shown = std::move(shown), .geometry = std::move(*geometry), .whole_edges = {}});
    }
    return {};
}

Status DwindlingBodies::find_whole_edges(std::size_t place) {
    if (!edges_[place]) {
        auto edges = raster::unique_edges(bodies_[place].mesh);
        if (!edges) {
            return edges.error();
        }
        edges_[place] = std::make_shared<const std::vector<raster::EdgeIndices>>(std::move(*edges));
    }
    Part& part = *parts_[place];
    const auto edges = raster::unique_edges(part.shown.mesh.view());
    if (!edges) {
        return edges.error();
    }
    auto whole = edges_[place]->begin();
    for (const auto& [smaller, larger] : *edges) {
        const raster::EdgeIndices corners{part.shown.vertices[smaller],
                                          part.shown.vertices[larger]};
        whole = std::lower_bound(whole, edges_[place]->end(), corners);
        part.whole_edges.push_back(static_cast<std::uint32_t>(whole - edges_[place]->begin()));
    }
    return {};
}

Expected<std::uint32_t> DwindlingBodies::whole_edge(std::uint32_t body, std::uint32_t edge) {
    const auto found = std::ranges::lower_bound(bodies_, body, {}, &EdgeBody::index);
    const auto place = static_cast<std::size_t>(found - bodies_.begin());
    if (!parts_[place]) {
        return edge;
    }
    if (parts_[place]->whole_edges.empty()) {
        if (Status status = find_whole_edges(place); !status) {
            return status.error();
        }
    }
    return parts_[place]->whole_edges[edge];
}

} // namespace impinge::inline v0::imagespace
