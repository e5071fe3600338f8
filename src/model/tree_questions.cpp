// SPDX-License-Identifier: Apache-2.0
#include "base/sort_unique.hpp"
#include "geometry/bvh.hpp"
#include "math/measures.hpp"
#include "model/box_tests.hpp"
#include "model/meeting_blocks.hpp"
#include "model/model_data.hpp"
#include "model/visit_blocks.hpp"

#include <algorithm>
#include <bit>

namespace impinge::inline v0::model {
bool through_trees(const PlacedModel& a, const PlacedModel& b) {
    return a.model.data().has_tree && b.model.data().has_tree && fits(placed_tree(a)) &&
           fits(placed_tree(b)) && are_comparable(placed_tree(a), placed_tree(b));
}

namespace {

/// Triangles with three corners of their own each.
class MeshOfTriangles {
  public:
    MeshOfTriangles(std::vector<TriangleIndices>& indices, std::size_t expected)
        : indices_(indices) {
        indices_.clear();
        indices_.reserve(expected);
        mesh_.storage.reserve(3 * expected);
    }
    void add(const Triangle& t) {
        const auto first = static_cast<std::uint32_t>(mesh_.storage.size());
        mesh_.storage.insert(mesh_.storage.end(), t.corners.begin(), t.corners.end());
        mesh_.box = united(mesh_.box, box_of(t));
        indices_.push_back({first, first + 1, first + 2});
    }
    WorldMesh take() {
        mesh_.vertices = mesh_.storage;
        mesh_.triangles = indices_;
        return std::move(mesh_);
    }

  private:
    std::vector<TriangleIndices>& indices_;
    WorldMesh mesh_;
};

} // namespace

WorldMesh world_mesh_of(const PlacedModel& body, std::span<const std::uint32_t> triangles,
                        std::vector<TriangleIndices>& indices) {
    const WorldTriangles world(body);
    MeshOfTriangles made(indices, triangles.size());
    for (const std::uint32_t triangle : triangles) {
        made.add(world(triangle));
    }
    return made.take();
}

namespace {

/// The triangles of a tree with corners that are farthest along a direction of the frame.
class FarthestSearch {
  public:
    /// Corners count that are less far by no more than `doubt`, by products in floats. Some corner
    /// is known to lie at `known`.
    FarthestSearch(const ObbTree& tree, const std::array<float, 3>& direction, float doubt,
                   float known)
        : tree_(tree), direction_(direction), doubt_(doubt), best_(known) {
        Bounded* top = stack_.data();
        *top++ = {tree.root().level, 0, std::numeric_limits<float>::infinity()};
        while (top != stack_.data()) {
            const Bounded next = *--top;
            if (next.bound >= best_ - doubt_) {
                top = next.level == 0 ? look_at(next.index, top)
                                      : open({next.level, next.index}, top);
            }
        }
    }

    /// Calls take(entry) for the numbers of the triangles in the order of the tree.
    template <typename Take> void for_each(Take take) const {
        for (const Reached& some : reached_) {
            if (some.farthest >= best_ - doubt_) {
                take(some.entry);
            }
        }
    }

  private:
    struct Bounded { // nothing is set beforehand: a search takes less time than that
        std::uint32_t level;
        std::uint32_t index;
        float bound; ///< no corner below the box lies farther
    };
    struct Reached {
        std::size_t entry = 0;
        float farthest = 0; ///< the largest product of its corners with the direction
    };

    Bounded* look_at(std::uint32_t block, Bounded* top) {
        Lane8 farthest;
        std::uint32_t left =
            farthest_along(tree_.block(block), direction_, best_ - doubt_, farthest) &
            ((1U << tree_.triangles_in_block(block)) - 1);
        for (; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            best_ = std::max(best_, farthest[lane]);
            reached_.push_back({block * lanes + lane, farthest[lane]});
        }
        return top;
    }

    /// The farthest of the children comes to the top.
    Bounded* open(BoxName box, Bounded* top) {
        const BoxGroup& group = tree_.children(box);
        Lane8 bounds;
        Bounded* const first = top;
        std::uint32_t left = supports(group, direction_, best_ - doubt_, bounds);
        for (; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            *top++ = {box.level - 1, ObbTree::child(box, lane).index, bounds[lane]};
        }
        if (top != first) {
            std::swap(top[-1], *std::max_element(first, top, [](const auto& p, const auto& q) {
                          return p.bound < q.bound;
                      }));
        }
        return top;
    }

    const ObbTree& tree_;
    std::array<float, 3> direction_;
    float doubt_;
    float best_;
    std::vector<Reached> reached_;
    std::array<Bounded, most_open_boxes> stack_;
};

/// How far a body reaches along the axes of the world.
class Reach {
  public:
    explicit Reach(const PlacedModel& body)
        : body_(body), map_(placed_tree(body)),
          world_(body), directions_{to_floats(map_.axes[0]), to_floats(map_.axes[1]),
                                    to_floats(map_.axes[2])},
          doubt_(4 * map_.slack), outer_(extents(body.model.data().outer_points(), directions_)) {}

    /// A box that the world's box holds, mostly to a few percent; may be empty.
    [[nodiscard]] Box3 inner_box() const { return in_world(outer_, -doubt_); }
    /// A box that holds the world's box.
    [[nodiscard]] Box3 outer_box() const {
        return in_world(extents(body_.model.data().tree.few_boxes(), directions_), doubt_);
    }

    /// Whether some corner surely lies in a box of the world: by the outer points alone.
    [[nodiscard]] bool some_point_in(const Box3& box) const;

    /// The largest coordinate along an axis of the world, or with -1 the smallest times -1.
    [[nodiscard]] double farthest(int axis, int sign) const;
    /// The box of the triangles, to the bit.
    [[nodiscard]] Box3 box() const {
        Box3 box;
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = -farthest(axis, -1);
            box.max[axis] = farthest(axis, 1);
        }
        return box;
    }

  private:
    [[nodiscard]] Box3 in_world(const Extents& in_frame, float wider) const {
        Box3 box;
        for (int axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<std::size_t>(axis);
            box.min[axis] = map_.centre[axis] + double{in_frame.low[k] - wider} / map_.per_unit;
            box.max[axis] = map_.centre[axis] + double{in_frame.high[k] + wider} / map_.per_unit;
        }
        return box;
    }

    const PlacedModel& body_;
    WorldMap map_;
    WorldTriangles world_;
    std::array<std::array<float, 3>, 3> directions_; ///< the axes of the world, in the frame
    float doubt_;
    Extents outer_; ///< of the model's outer points along them
};

bool Reach::some_point_in(const Box3& box) const {
    if (is_empty(box)) {
        return false;
    }
    Extents bounds;
    for (int axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        const double low = (box.min[axis] - map_.centre[axis]) * map_.per_unit;
        const double high = (box.max[axis] - map_.centre[axis]) * map_.per_unit;
        bounds.low[k] = static_cast<float>(low + 0x1p-20 * std::abs(low)) + doubt_;
        bounds.high[k] = static_cast<float>(high - 0x1p-20 * std::abs(high)) - doubt_;
    }
    return some_corner_within(body_.model.data().outer_points(), directions_, bounds);
}

double Reach::farthest(int axis, int sign) const {
    const auto k = static_cast<std::size_t>(axis);
    std::array<float, 3> direction = directions_[k];
    for (float& coordinate : direction) {
        coordinate *= static_cast<float>(sign);
    }
    const FarthestSearch search(body_.model.data().tree, direction, doubt_,
                                sign > 0 ? outer_.high[k] : -outer_.low[k]);
    double coordinate = -std::numeric_limits<double>::infinity();
    search.for_each([&](std::size_t entry) {
        for (const Vec3d& corner : world_.at(entry).corners) {
            coordinate = std::max(coordinate, corner[axis] * sign);
        }
    });
    return coordinate;
}

/// What the boxes of two bodies have in common, to the bit: for most of its sides only one of the
/// bodies has to be looked at.
Box3 common_box(const Reach& a, const Reach& b) {
    const Box3 inner_a = a.inner_box();
    const Box3 outer_a = a.outer_box();
    const Box3 inner_b = b.inner_box();
    const Box3 outer_b = b.outer_box();
    Box3 common;
    for (int axis = 0; axis < 3; ++axis) {
        common.min[axis] = outer_b.min[axis] > inner_a.min[axis] ? -b.farthest(axis, -1)
                           : outer_a.min[axis] > inner_b.min[axis]
                               ? -a.farthest(axis, -1)
                               : std::max(-a.farthest(axis, -1), -b.farthest(axis, -1));
        common.max[axis] = outer_b.max[axis] < inner_a.max[axis] ? b.farthest(axis, 1)
                           : outer_a.max[axis] < inner_b.max[axis]
                               ? a.farthest(axis, 1)
                               : std::min(a.farthest(axis, 1), b.farthest(axis, 1));
    }
    return common;
}

/// Whether the boxes of two bodies are apart along the axis along which that looks most likely.
bool boxes_are_apart(const Reach& a, const Box3& inner_a, const Reach& b, const Box3& inner_b) {
    double widest = 0;
    int axis = 0;
    bool a_is_low = false;
    for (int k = 0; k < 3; ++k) {
        for (const bool a_first : {true, false}) {
            const double gap = a_first ? inner_b.min[k] - inner_a.max[k] //
                                       : inner_a.min[k] - inner_b.max[k];
            if (gap > widest) {
                widest = gap;
                axis = k;
                a_is_low = a_first;
            }
        }
    }
    const Reach& low = a_is_low ? a : b;
    const Reach& high = a_is_low ? b : a;
    return widest > 0 && low.farthest(axis, 1) < -high.farthest(axis, -1);
}

/// A corner farthest along a direction of the frame.
std::array<float, 3> farthest_corner(const ObbTree& tree, const std::array<float, 3>& direction) {
    constexpr float anything = std::numeric_limits<float>::infinity();
    const FarthestSearch search(tree, direction, 0, -anything);
    std::array<float, 3> found{};
    float best = -anything;
    search.for_each([&](std::size_t entry) {
        const auto block = static_cast<std::uint32_t>(entry / lanes);
        for (const auto& p : triangle_of(tree.block(block), entry % lanes).corner) {
            const float along = p[0] * direction[0] + p[1] * direction[1] + p[2] * direction[2];
            if (along > best) {
                best = along;
                found = p;
            }
        }
    });
    return found;
}

} // namespace

std::vector<TriangleBlock> find_outer_points(const ObbTree& tree) {
    constexpr int directions = 96;
    static_assert(directions % (3 * lanes) == 0);
    std::vector<TriangleBlock> points(directions / (3 * lanes));
    for (std::size_t i = 0; i < directions; ++i) {
        // Evenly over the sphere: heights in equal steps, angles in steps of the golden section.
        const double height = 1 - (2 * static_cast<double>(i) + 1.0) / directions;
        const double radius = std::sqrt(1 - height * height);
        const Rigid turn = rotation_degrees({0, 0, 1}, 137.508 * static_cast<double>(i));
        const std::array<float, 3> direction =
            to_floats({turn.row_x.x * radius, turn.row_y.x * radius, height});
        const std::array<float, 3> point = farthest_corner(tree, direction);
        for (std::size_t k = 0; k < 3; ++k) {
            points[i / (3 * lanes)].corner[i / lanes % 3][k][i % lanes] = point[k];
        }
    }
    return points;
}

bool reach_into_each_other(const PlacedModel& a, const PlacedModel& b) {
    const Reach reach_a(a);
    const Reach reach_b(b);
    const Box3 common = intersection(reach_a.outer_box(), reach_b.outer_box());
    if (is_empty(common)) {
        return false;
    }
    const Box3 inner_a = reach_a.inner_box();
    const Box3 inner_b = reach_b.inner_box();
    if (reach_a.some_point_in(inner_b) || reach_b.some_point_in(inner_a)) {
        return true;
    }
    if (boxes_are_apart(reach_a, inner_a, reach_b, inner_b)) {
        return false;
    }
    // What the boxes have in common holds more of the surface of the smaller body.
    const bool a_is_small = longest_side(inner_a) < longest_side(inner_b);
    const PlacedModel& small = a_is_small ? a : b;
    const PlacedModel& large = a_is_small ? b : a;
    if (reaches_into(small, a_is_small ? inner_b : inner_a) ||
        reaches_into(large, a_is_small ? inner_a : inner_b)) {
        return true;
    }
    const auto some_reach = [&](const Box3& region) {
        return !is_empty(region) && (reaches_into(small, region) || reaches_into(large, region));
    };
    return some_reach(common) && some_reach(common_box(reach_a, reach_b));
}

std::optional<BoxBounds> world_box_bounds(const PlacedModel& body) {
    if (!body.model.data().has_tree || !fits(placed_tree(body))) {
        return std::nullopt;
    }
    const Reach reach(body);
    return BoxBounds{reach.inner_box(), reach.outer_box()};
}

double side_of_world_box(const PlacedModel& body, int axis, Side side) {
    const Reach reach(body);
    return side == Side::Low ? -reach.farthest(axis, -1) : reach.farthest(axis, 1);
}

std::optional<Box3> world_box(const PlacedModel& body) {
    const bool known = body.model.data().has_tree && fits(placed_tree(body));
    return known ? std::optional(Reach(body).box()) : std::nullopt;
}

bool reaches_into(const PlacedModel& body, const Box3& box) {
    if (is_empty(box)) {
        return false;
    }
    const ObbTree& tree = body.model.data().tree;
    const WorldMap map(placed_tree(body));
    const Vec3d half = extent(box) * (map.per_unit / 2);
    const FloatBox region{to_floats(map.point(centre(box))),
                          {to_floats(map.axes[0]), to_floats(map.axes[1]), to_floats(map.axes[2])},
                          to_floats(half)};
    const float margin = margin_of(region, map.slack);
    const WorldTriangles world(body);
    bool found = false;
    visit_blocks(
        tree,
        [&](const BoxGroup& group) { // AABBs may meet where the boxes do not
            return near_along(group, region, margin);
        },
        [&](std::uint32_t block) {
            for (std::size_t lane = 0; lane < tree.triangles_in_block(block) && !found; ++lane) {
                found = boxes_overlap(box, box_of(world.at(block * lanes + lane)));
            }
            return !found;
        });
    return found;
}

} // namespace impinge::inline v0::model
