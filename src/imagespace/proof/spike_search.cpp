// SPDX-License-Identifier: Apache-2.0
//
// Finds the parts of a mesh that are too thin to be seen by pixels of a given size.
#include "base/parallel.hpp"
#include "imagespace/proof/confirm.hpp"
#include "imagespace/proof/spike_patches.hpp"
#include "imagespace/proof/spike_thickness.hpp"
#include "mesh/positions.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

constexpr double thin_pixels = 2;
constexpr double long_pixels = 4;
constexpr double cosine_of_blade = 0.88; // 28 degrees: thin_pixels thick at long_pixels

/// Where thin is, in units of the mesh.
struct Scale {
    double thin = 0;
    double length = 0;
};

Vec3d middle_of(const Triangle& t) { return (t[0] + t[1] + t[2]) * (1.0 / 3); }

/// Whether the body is thin across the direction from the corner to a point some pixels from it.
bool is_narrow_at(const Thickness& body, std::uint32_t triangle, Vec3d corner, const Scale& scale) {
    const Vec3d to_middle = middle_of(body.triangle(triangle)) - corner;
    const double distance = length(to_middle);
    if (!(distance > scale.length)) {
        return false; // the middle itself tells
    }
    const Vec3d along = to_middle * (1 / distance);
    const Vec3d point = corner + along * scale.length;
    const Vec3d inward = -body.unit_normal(triangle);
    const Vec3d across = cross(inward, along);
    const double half_turn = std::sqrt(0.5);
    const std::array<Vec3d, 3> directions{inward, (inward + across) * half_turn,
                                          (inward - across) * half_turn};
    return std::all_of(directions.begin(), directions.end(), [&](Vec3d direction) {
        return body.leaves(triangle, point, direction, scale.thin);
    });
}

bool is_thin(const Thickness& body, std::uint32_t triangle, const Scale& scale) {
    const Vec3d inward = -body.unit_normal(triangle);
    if (inward == Vec3d{}) {
        return false; // without area; what it lies in has neighbours that tell
    }
    const Triangle t = body.triangle(triangle);
    return body.leaves(triangle, middle_of(t), inward, scale.thin) ||
           is_narrow_at(body, triangle, t[0], scale) || is_narrow_at(body, triangle, t[1], scale) ||
           is_narrow_at(body, triangle, t[2], scale);
}

/// Whether two faces meet in a sharp edge of the material.
bool is_blade(const Thickness& body, std::uint32_t first, std::uint32_t second, Vec3d on_edge) {
    const Vec3d normal = body.unit_normal(first);
    const Vec3d into_second = middle_of(body.triangle(second)) - on_edge;
    return dot(normal, body.unit_normal(second)) < -cosine_of_blade && dot(normal, into_second) < 0;
}

std::vector<std::uint8_t> thin_triangles(const Surface& surface, const EdgeTable& edges,
                                         const Scale& scale, const Context& context) {
    const Thickness body(surface.positions, surface.triangles, context);
    std::vector<std::uint8_t> thin(surface.triangles.size(), 0);
    if (context.cancelled()) { // then the body is not complete
        return thin;
    }
    constexpr std::size_t triangles_per_chunk = 1 << 10;
    for_each_chunk(context, thin.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            thin[i] = is_thin(body, static_cast<std::uint32_t>(i), scale) ? 1 : 0;
        }
    });
    edges.for_each_edge([&](const EdgeFaces& edge) {
        if (edge.forward.size() == 1 && edge.backward.size() == 1) {
            const std::uint32_t first = triangle_at(edge.forward[0]);
            const std::uint32_t second = triangle_at(edge.backward[0]);
            if (is_blade(body, first, second, surface.positions[edge.smaller])) {
                thin[first] = 1;
                thin[second] = 1;
            }
        }
    });
    return thin;
}

} // namespace

std::vector<std::vector<std::uint32_t>> thin_spikes(const MeshView& mesh, double pixel_size,
                                                    const Context& context) {
    if (mesh.triangle_count() == 0 || !(pixel_size > 0)) {
        return {};
    }
    Surface surface{gather_positions(mesh), {}};
    surface.triangles = welded_triangles(mesh.triangles(), weld_map(surface.positions));
    const EdgeTable edges(surface.triangles, surface.positions.size());
    const Scale scale{thin_pixels * pixel_size, long_pixels * pixel_size};
    std::vector<std::uint8_t> thin = thin_triangles(surface, edges, scale, context);
    take_in_rims(thin, surface, edges, scale.thin);
    return connected_patches(thin, surface, edges, scale.length);
}

} // namespace impinge::inline v0::imagespace
