// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/look/dwindling_bodies.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
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
