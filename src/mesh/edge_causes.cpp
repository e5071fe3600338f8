// SPDX-License-Identifier: Apache-2.0
#include "mesh/edge_causes.hpp"

#include "geometry/bvh.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// A few units in the last place of a float.
constexpr double rounding = 0x1p-21;

struct Segment {
    Vec3d from;
    Vec3d to;

    [[nodiscard]] double margin() const {
        return rounding *
               std::max({largest_magnitude(from), largest_magnitude(to), length(to - from)});
    }
    [[nodiscard]] Box3 box() const { return extend(extend({}, from), to); }
};

/// Whether the shorter segment lies along the longer one and has an end inside it.
bool runs_along(const Segment& longer, const Segment& shorter) {
    const double whole = length(longer.to - longer.from);
    const double margin = std::max(longer.margin(), shorter.margin());
    const Vec3d along = (longer.to - longer.from) * (1 / whole);
    const auto place = [&](Vec3d point) { return dot(point - longer.from, along); };
    const auto is_on_line = [&](Vec3d point) {
        return length(point - (longer.from + along * place(point))) <= margin;
    };
    if (!is_on_line(shorter.from) || !is_on_line(shorter.to)) {
        return false;
    }
    const auto [first, last] = std::minmax({place(shorter.from), place(shorter.to)});
    const double common = std::min(last, whole) - std::max(first, 0.0);
    const auto is_inside = [&](double at) { return margin < at && at < whole - margin; };
    return common > margin && (is_inside(first) || is_inside(last));
}

bool are_along(const Segment& a, const Segment& b) {
    return length(a.to - a.from) >= length(b.to - b.from) ? runs_along(a, b) : runs_along(b, a);
}

} // namespace

std::vector<std::uint8_t> at_t_junctions(std::span<const OpenEdge> edges,
                                         std::span<const Vec3d> positions) {
    std::vector<Segment> segments;
    std::vector<Box3> boxes;
    for (const OpenEdge& edge : edges) {
        segments.push_back({positions[edge.a], positions[edge.b]});
        boxes.push_back(segments.back().box());
    }
    const Bvh tree(boxes);
    std::vector<std::uint8_t> found(edges.size(), 0);
    for (std::size_t index = 0; index < edges.size(); ++index) {
        const Box3 near = grown(boxes[index], 2 * segments[index].margin());
        visit_related(
            tree, [&](const Box3& box) { return boxes_overlap(box, near); },
            [&](std::uint32_t other) {
                if (other != index && are_along(segments[index], segments[other])) {
                    found[index] = found[other] = 1;
                }
                return found[index] == 0;
            });
    }
    return found;
}

std::vector<std::uint8_t>
faces_without_duplicates(std::span<const TriangleIndices> welded_triangles) {
    struct Face {
        TriangleIndices sorted;
        std::uint32_t triangle = 0;
        int turn = 0; ///< 1 if it runs through its corners in increasing order, else -1
    };
    std::vector<Face> faces;
    for (std::uint32_t index = 0; index < welded_triangles.size(); ++index) {
        const auto& [a, b, c] = welded_triangles[index];
        if (a != b && b != c && c != a) {
            const int ascents = (a < b ? 1 : 0) + (b < c ? 1 : 0) + (c < a ? 1 : 0);
            faces.push_back({{a, b, c}, index, ascents == 2 ? 1 : -1});
            std::sort(faces.back().sorted.begin(), faces.back().sorted.end());
        }
    }
    std::sort(faces.begin(), faces.end(), [](const Face& left, const Face& right) {
        return std::pair(left.sorted, left.triangle) < std::pair(right.sorted, right.triangle);
    });
    std::vector<std::uint8_t> marked(welded_triangles.size(), 0);
    for (auto first = faces.begin(), end = first; first != faces.end(); first = end) {
        int balance = 0;
        for (; end != faces.end() && end->sorted == first->sorted; ++end) {
            balance += end->turn;
        }
        const auto kept =
            std::find_if(first, end, [&](const Face& face) { return face.turn * balance > 0; });
        if (kept != end) {
            marked[kept->triangle] = 1;
        }
    }
    return marked;
}

} // namespace impinge::inline v0
