// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/response/surface_edges.hpp"

#include "base/body_name.hpp"
#include "mesh/volume.hpp"
#include "mesh/weld.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

raster::EdgeIndices side_of(const TriangleIndices& triangle, std::size_t side) {
    const auto [low, high] = std::minmax(triangle[side], triangle[(side + 1) % 3]);
    return {low, high};
}

/// Where it stands among all; their number if it is none of them.
std::uint32_t number_of(std::span<const raster::EdgeIndices> edges, raster::EdgeIndices edge) {
    const auto at = std::ranges::lower_bound(edges, edge);
    const bool there = at != edges.end() && *at == edge;
    return static_cast<std::uint32_t>(there ? at - edges.begin() : std::ssize(edges));
}

} // namespace

Expected<SurfaceEdges> SurfaceEdges::of(const Body& body, std::uint32_t index,
                                        const Context& context) {
    auto world = to_world(body, body_number(index), context);
    if (!world) {
        return world.error();
    }
    auto edges = raster::unique_edges(body.mesh);
    if (!edges) {
        return edges.error();
    }
    SurfaceEdges surface;
    surface.world_ = std::move(*world);
    surface.edges_ = std::move(*edges);
    std::vector<Vec3d> own(body.mesh.vertex_count()); // edges are told by the mesh, not by the pose
    for (std::size_t i = 0; i < own.size(); ++i) {
        own[i] = body.mesh.position(i);
    }
    surface.welded_ = welded_triangles(surface.world_.triangles, weld_map(own));
    const std::size_t count = surface.edges_.size();
    surface.first_.assign(count + 2, 0);
    for (const bool is_counting : {true, false}) {
        for (std::uint32_t t = 0; t < surface.welded_.size(); ++t) {
            for (const std::uint32_t edge : surface.edges_of(t)) {
                if (is_counting) {
                    ++surface.first_[edge + 2];
                } else {
                    surface.triangles_[surface.first_[edge + 1]++] = t;
                }
            }
        }
        if (is_counting) {
            for (std::size_t i = 2; i < surface.first_.size(); ++i) {
                surface.first_[i] += surface.first_[i - 1];
            }
            surface.triangles_.resize(surface.first_.back());
        }
    }
    const Components whole{std::vector<std::uint32_t>(surface.world_.triangles.size(), 0), 1};
    const bool inside_out =
        !surface.world_.triangles.empty() &&
        volume_signs(surface.world_.vertices, surface.world_.triangles, whole).front() < 0;
    surface.outward_ = inside_out ? -1 : 1;
    return surface;
}

std::vector<std::uint32_t> SurfaceEdges::edges_of(std::uint32_t triangle) const {
    std::vector<std::uint32_t> found;
    for (std::size_t side = 0; side < 3; ++side) {
        const std::uint32_t edge = number_of(edges_, side_of(welded_[triangle], side));
        if (edge < edges_.size() && std::ranges::find(found, edge) == found.end()) {
            found.push_back(edge);
        }
    }
    return found;
}

Vec3d SurfaceEdges::normal(std::uint32_t triangle) const {
    const Triangle t = world_.triangle(triangle);
    return cross(t[1] - t[0], t[2] - t[0]) * outward_;
}

} // namespace impinge::inline v0::imagespace
