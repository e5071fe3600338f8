// SPDX-License-Identifier: Apache-2.0
#include "measures/facet_error.hpp"

#include "mesh/positions.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr double cosine_of_sharp = 0.8660254037844387; // 30 degrees
constexpr double flattest_angle = 1e-6;                // radians; flat walls bend by rounding

/// A triangle as seen from one of its edges.
struct Facet {
    Vec3d normal{}; ///< of length 1; zero if it has no area
    double height = 0;
};

Facet facet_at(const Triangle& t, double edge_length) {
    const Vec3d normal = cross(t[1] - t[0], t[2] - t[0]);
    const double twice_area = length(normal);
    return twice_area > 0 ? Facet{normal * (1 / twice_area), twice_area / edge_length} : Facet{};
}

/// 0 if the edge does not look smooth.
double chord_error(const Facet& p, const Facet& q) {
    const double twice_sine = length(p.normal - q.normal); // of half the angle
    if (!(dot(p.normal, q.normal) > cosine_of_sharp) || !(twice_sine > flattest_angle)) {
        return 0;
    }
    const double half_sine = twice_sine / 2;
    const double half_cosine = std::sqrt(1 - half_sine * half_sine);
    const double width = std::min(p.height, q.height);
    return width / 2 * half_sine / (1 + half_cosine); // tan(t / 4)
}

} // namespace

FacetErrors::FacetErrors(const MeshView& mesh) : of_triangle_(mesh.triangle_count()) {
    const std::vector<Vec3d> positions = gather_positions(mesh);
    const std::vector<std::uint32_t> weld = weld_map(positions);
    const std::vector<TriangleIndices> triangles = welded_triangles(mesh.triangles(), weld);
    const EdgeTable edges(triangles, positions.size());
    edges.for_each_edge([&](const EdgeFaces& edge) {
        if (edge.forward.size() != 1 || edge.backward.size() != 1) {
            return;
        }
        const double size = length(positions[edge.larger] - positions[edge.smaller]);
        const auto facet = [&](std::uint32_t index) {
            const TriangleIndices& t = triangles[index];
            return facet_at({{positions[t[0]], positions[t[1]], positions[t[2]]}}, size);
        };
        const auto first = static_cast<std::uint32_t>(edge.forward[0]);
        const auto second = static_cast<std::uint32_t>(edge.backward[0]);
        const double error = chord_error(facet(first), facet(second));
        of_triangle_[first] = std::max(of_triangle_[first], error);
        of_triangle_[second] = std::max(of_triangle_[second], error);
    });
}

double FacetErrors::at(std::span<const std::uint32_t> triangles) const {
    double largest = 0;
    for (const std::uint32_t triangle : triangles) {
        largest = std::max(largest, of_triangle_[triangle]);
    }
    return largest;
}

} // namespace impinge::inline v0
