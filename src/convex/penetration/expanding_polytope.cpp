// SPDX-License-Identifier: Apache-2.0
#include "convex/penetration/expanding_polytope.hpp"

#include "math/measures.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t most_points = 500;

Vec3d any_perpendicular(Vec3d v) {
    const Vec3d size = absolute(v);
    const bool x_is_least = size.x <= size.y && size.x <= size.z;
    const Vec3d axis = x_is_least         ? Vec3d{1, 0, 0}
                       : size.y <= size.z ? Vec3d{0, 1, 0}
                                          : Vec3d{0, 0, 1};
    return cross(v, axis);
}

/// Of the two points farthest along a direction and against it, the one farther from `origin`.
DifferencePoint farther_of_two(const MinkowskiDifference& difference, Vec3d direction,
                               Vec3d origin) {
    const DifferencePoint ahead = difference.farthest(direction);
    const DifferencePoint behind = difference.farthest(-direction);
    const double way_ahead = dot(direction, ahead.place - origin);
    const double way_back = -dot(direction, behind.place - origin);
    return way_ahead >= way_back ? ahead : behind;
}

} // namespace

ExpandingPolytope::ExpandingPolytope(const MinkowskiDifference& difference)
    : difference_(difference), tolerance_(difference.tolerance()) {}

bool ExpandingPolytope::add_face(std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    const Vec3d e = place(j) - place(i);
    const Vec3d f = place(k) - place(i);
    const Vec3d n = cross(e, f);
    const double area = length(n);
    if (!(area > 1e-12 * length(e) * length(f))) {
        return false; // no normal to rely on
    }
    const Vec3d normal = n * (1 / area);
    faces_.push_back({{i, j, k}, normal, dot(normal, place(i))});
    return true;
}

bool ExpandingPolytope::begin() {
    points_ = {difference_.farthest({1, 0, 0}), difference_.farthest({-1, 0, 0})};
    const Vec3d along = place(1) - place(0);
    const Vec3d across = any_perpendicular(along);
    points_.push_back(farther_of_two(difference_, across, place(0)));
    const Vec3d normal = cross(along, place(2) - place(0));
    points_.push_back(farther_of_two(difference_, normal, place(0)));
    if (dot(normal, place(3) - place(0)) > 0) { // seen from the last, the first three turn right
        std::swap(points_[1], points_[2]);
    }
    return add_face(0, 1, 2) && add_face(0, 3, 1) && add_face(1, 3, 2) && add_face(2, 3, 0);
}

/// Removes the faces that a point lies above, or in the plane of: what is left of their border
/// makes faces of some area with it.
void ExpandingPolytope::cut_away_below(Vec3d place) {
    border_.clear();
    const auto meets_reverse = [&](Edge edge) {
        const auto reverse = std::find_if(border_.begin(), border_.end(), [&](Edge other) {
            return other.from == edge.to && other.to == edge.from;
        });
        const bool found = reverse != border_.end();
        if (found) {
            border_.erase(reverse);
        }
        return found;
    };
    std::erase_if(faces_, [&](const Face& face) {
        const bool below = dot(face.normal, place) - face.distance > -tolerance_;
        for (std::size_t i = 0; below && i < 3; ++i) {
            const Edge edge{face.corners[i], face.corners[(i + 1) % 3]};
            if (!meets_reverse(edge)) {
                border_.push_back(edge);
            }
        }
        return below;
    });
}

bool ExpandingPolytope::border_is_a_loop() const {
    if (border_.empty()) {
        return false;
    }
    std::size_t length = 0;
    Edge edge = border_.front();
    do {
        const auto next = std::find_if(border_.begin(), border_.end(),
                                       [&](Edge other) { return other.from == edge.to; });
        if (next == border_.end() || ++length > border_.size()) {
            return false;
        }
        edge = *next;
    } while (edge.from != border_.front().from);
    return length == border_.size();
}

bool ExpandingPolytope::grow(const DifferencePoint& point) {
    const auto index = static_cast<std::uint32_t>(points_.size());
    points_.push_back(point);
    cut_away_below(point.place);
    return border_is_a_loop() && std::all_of(border_.begin(), border_.end(), [&](Edge edge) {
               return add_face(edge.from, edge.to, index);
           });
}

std::optional<std::array<DifferencePoint, 3>> ExpandingPolytope::nearest_face() {
    if (!begin()) {
        return std::nullopt;
    }
    while (points_.size() < most_points) {
        const auto nearest =
            std::min_element(faces_.begin(), faces_.end(),
                             [](const Face& f, const Face& g) { return f.distance < g.distance; });
        const DifferencePoint point = difference_.farthest(nearest->normal);
        if (dot(nearest->normal, point.place) - nearest->distance <= tolerance_) {
            depth_ = nearest->distance;
            const auto& c = nearest->corners;
            return std::array{points_[c[0]], points_[c[1]], points_[c[2]]};
        }
        if (!grow(point)) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

} // namespace impinge::inline v0
