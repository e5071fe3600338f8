// SPDX-License-Identifier: Apache-2.0
#include "report/page/drawn_mesh.hpp"

#include <limits>

namespace impinge::inline v0::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

/// Vertices in the order in which triangles first use them. A corner is then told by how far back
/// its vertex was first used: mostly 0, a new one, or little.
struct UsedVertices {
    std::vector<Vec3d> points;
    std::vector<std::uint32_t> corners;
};

UsedVertices in_order_of_use(const Mesh& mesh) {
    UsedVertices out;
    std::vector<std::uint32_t> number(mesh.positions.size(), unseen);
    out.corners.reserve(mesh.triangles.size() * 3);
    for (const auto& triangle : mesh.triangles) {
        for (const std::uint32_t vertex : triangle) {
            const auto next = static_cast<std::uint32_t>(out.points.size());
            if (number[vertex] == unseen) {
                number[vertex] = next;
                out.points.push_back(mesh.positions[vertex]);
            }
            out.corners.push_back(next - number[vertex]);
        }
    }
    return out;
}

} // namespace

Json json_point(Vec3d point) { return Json::array({point.x, point.y, point.z}); }

Json pack_mesh(PackedNumbers& out, const Mesh& mesh) {
    const UsedVertices used = in_order_of_use(mesh);
    const Grid16 grid = grid_around(used.points);
    out.add_points(grid, used.points);
    const int planes = out.add_numbers(used.corners);
    return {{"vertices", used.points.size()},
            {"triangles", mesh.triangles.size()},
            {"planes", planes},
            {"origin", json_point(grid.origin)},
            {"step", json_point(grid.step)}};
}

Json pack_curves(PackedNumbers& out, const std::vector<ContactCurve>& curves) {
    std::vector<Vec3d> points;
    Json lengths = Json::array();
    for (const ContactCurve& curve : curves) {
        points.insert(points.end(), curve.points.begin(), curve.points.end());
        const bool closes = curve.closed && !curve.points.empty();
        if (closes) {
            points.push_back(curve.points.front());
        }
        lengths.push_back(curve.points.size() + (closes ? 1 : 0));
    }
    const Grid16 grid = grid_around(points);
    out.add_points(grid, points);
    return {
        {"lengths", lengths}, {"origin", json_point(grid.origin)}, {"step", json_point(grid.step)}};
}

} // namespace impinge::inline v0::report
