// SPDX-License-Identifier: Apache-2.0
#include "base/sort_unique.hpp"
#include "geometry/bvh.hpp"
#include "math/measures.hpp"
#include "model/box_tests.hpp"
#include "model/meeting_blocks.hpp"
#include "model/model_data.hpp"

#include <algorithm>
#include <bit>

namespace impinge::inline v0::model {
namespace {

/// Calls visit(block) for the blocks below boxes whose bits `test(group)` sets, until visit() says
/// false.
template <typename Test, typename Visit>
void visit_blocks(const ObbTree& tree, Test test, Visit visit) {
    std::vector<BoxName> stack{tree.root()};
    while (!stack.empty()) {
        const BoxName box = stack.back();
        stack.pop_back();
        if (box.level == 0) {
            if (!visit(box.index)) {
                return;
            }
            continue;
        }
        for (std::uint32_t left = test(tree.children(box)); left != 0; left &= left - 1) {
            stack.push_back(ObbTree::child(box, static_cast<std::size_t>(std::countr_zero(left))));
        }
    }
}

std::uint32_t at_most(const Lane8& values, float limit) {
    std::uint32_t mask = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        mask |= (values[lane] <= limit ? 1U : 0U) << lane;
    }
    return mask;
}

/// A segment as a box without width.
FloatBox box_of_segment(Vec3d middle, Vec3d direction, double half) {
    const Vec3d size = absolute(direction);
    const Vec3d other = size.x <= size.y && size.x <= size.z ? Vec3d{1, 0, 0}
                        : size.y <= size.z                   ? Vec3d{0, 1, 0}
                                                             : Vec3d{0, 0, 1};
    const Vec3d across = cross(direction, other);
    const Vec3d u = across * (1 / length(across));
    return {to_floats(middle),
            {to_floats(direction), to_floats(u), to_floats(cross(direction, u))},
            {static_cast<float>(half), 0, 0}};
}

} // namespace

bool through_trees(const PlacedModel& a, const PlacedModel& b) {
    return a.model.data().has_tree && b.model.data().has_tree && fits(placed_tree(a)) &&
           fits(placed_tree(b)) && are_comparable(placed_tree(a), placed_tree(b));
}

std::vector<std::uint32_t> triangles_on_ray(const PlacedModel& body, Vec3d point,
                                            double tolerance) {
    const ObbTree& tree = body.model.data().tree;
    const WorldMap map(placed_tree(body));
    const Vec3d start = map.point(point);
    const Vec3d direction = map.axes[0] * (1 / length(map.axes[0]));
    const double half = (4 + length(start)) / 2; // past the end of the frame, wherever it starts
    const Vec3d middle = start + direction * half;
    const FloatBox ray = box_of_segment(middle, direction, half);
    const float slack =
        margin_of(ray, map.slack) + static_cast<float>(4 * tolerance * map.per_unit);
    const std::array<float, 3> half_ray = to_floats(direction * half);

    std::vector<std::uint32_t> found;
    visit_blocks(
        tree,
        [&](const BoxGroup& group) {
            return meeting_segment(group, ray.centre, half_ray, slack * (4 + 2 * ray.half[0]));
        },
        [&](std::uint32_t block) {
            const auto real = (1U << tree.triangles_in_block(block)) - 1;
            std::uint32_t left = reaching_box(tree.block(block), ray, slack) & real;
            for (; left != 0; left &= left - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(left));
                found.push_back(tree.order()[block * lanes + lane]);
            }
            return true;
        });
    std::sort(found.begin(), found.end());
    return found;
}

namespace {

struct ReachedBlock {
    std::uint32_t block = 0;
    float farthest = 0; ///< the largest product of its corners with the direction
};

/// The blocks with corners that are farthest along a direction of the frame, or less so by no more
/// than `doubt`, by products in floats.
std::vector<ReachedBlock> farthest_blocks(const ObbTree& tree,
                                          const std::array<float, 3>& direction, float doubt) {
    struct Bounded {
        BoxName box;
        float bound; ///< no corner below the box lies farther
    };
    constexpr float anything = std::numeric_limits<float>::infinity();
    float best = -anything;
    std::vector<Bounded> stack{{tree.root(), anything}};
    std::vector<ReachedBlock> reached;
    while (!stack.empty()) {
        const Bounded next = stack.back();
        stack.pop_back();
        if (next.bound < best - doubt) {
            continue;
        }
        if (next.box.level == 0) {
            const float found =
                extents({&tree.block(next.box.index), 1}, {direction, direction, direction})
                    .high[0];
            best = std::max(best, found);
            reached.push_back({next.box.index, found});
            continue;
        }
        const BoxGroup& group = tree.children(next.box);
        Lane8 bounds;
        supports(group, direction, bounds);
        const std::size_t from = stack.size();
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            // Lanes without a box have no width.
            if (group.half[0][lane] > 0 && bounds[lane] >= best - doubt) {
                stack.push_back({ObbTree::child(next.box, lane), bounds[lane]});
            }
        }
        std::sort(stack.begin() + static_cast<std::ptrdiff_t>(from), stack.end(),
                  [](const Bounded& p, const Bounded& q) { return p.bound < q.bound; });
    }
    std::erase_if(reached, [&](const ReachedBlock& some) { return some.farthest < best - doubt; });
    return reached;
}

/// The largest coordinate of the body along an axis of the world; `sign` -1 for the smallest.
double farthest(const PlacedModel& body, const WorldMap& map, int axis, double sign) {
    const ObbTree& tree = body.model.data().tree;
    const std::array<float, 3> direction =
        to_floats(map.axes[static_cast<std::size_t>(axis)] * sign);
    const WorldTriangles world(body);
    double coordinate = -std::numeric_limits<double>::infinity();
    for (const ReachedBlock& some : farthest_blocks(tree, direction, 4 * map.slack)) {
        for (std::size_t lane = 0; lane < tree.triangles_in_block(some.block); ++lane) {
            for (const Vec3d& corner : world.at(some.block * lanes + lane).corners) {
                coordinate = std::max(coordinate, corner[axis] * sign);
            }
        }
    }
    return coordinate * sign;
}

} // namespace

std::vector<std::uint32_t> outer_vertices(const Mesh& sorted, const ObbTree& tree) {
    constexpr int directions = 96;
    std::vector<std::uint32_t> found;
    for (int i = 0; i < directions; ++i) {
        // Evenly over the sphere: heights in equal steps, angles in steps of the golden section.
        const double height = 1 - (2 * i + 1.0) / directions;
        const double radius = std::sqrt(1 - height * height);
        const Rigid turn = rotation_degrees({0, 0, 1}, 137.508 * i);
        const Vec3d direction{turn.row_x.x * radius, turn.row_y.x * radius, height};
        const ReachedBlock some = farthest_blocks(tree, to_floats(direction), 0).front();
        std::uint32_t farthest = sorted.triangles[some.block * lanes][0];
        for (std::size_t lane = 0; lane < tree.triangles_in_block(some.block); ++lane) {
            for (const std::uint32_t corner : sorted.triangles[some.block * lanes + lane]) {
                if (dot(sorted.positions[corner], direction) >
                    dot(sorted.positions[farthest], direction)) {
                    farthest = corner;
                }
            }
        }
        found.push_back(farthest);
    }
    sort_unique(found);
    return found;
}

namespace {

/// A box that the world's box holds, mostly to a few percent.
Box3 inner_box(const PlacedModel& body) {
    const WorldTriangles world(body);
    Box3 box;
    for (const std::uint32_t vertex : body.model.data().outer_vertices) {
        box = extend(box, world.sorted_vertex(vertex));
    }
    return box;
}

} // namespace

bool reach_into_each_other(const PlacedModel& a, const PlacedModel& b) {
    if (reaches_into(a, inner_box(b)) || reaches_into(b, inner_box(a))) {
        return true;
    }
    const Box3 region = intersection(world_box(a), world_box(b));
    return !is_empty(region) && (reaches_into(a, region) || reaches_into(b, region));
}

Box3 world_box(const PlacedModel& body) {
    const WorldMap map(placed_tree(body));
    Box3 box;
    for (int axis = 0; axis < 3; ++axis) {
        box.min[axis] = farthest(body, map, axis, -1);
        box.max[axis] = farthest(body, map, axis, 1);
    }
    return box;
}

bool reaches_into(const PlacedModel& body, const Box3& box) {
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
        [&](const BoxGroup& group) {
            Lane8 apart;
            gaps_along(group, region, apart); // AABBs may meet where the boxes do not
            return at_most(apart, margin);
        },
        [&](std::uint32_t block) {
            for (std::size_t lane = 0; lane < tree.triangles_in_block(block) && !found; ++lane) {
                found = boxes_overlap(box, box_of(world.at(block * lanes + lane)));
            }
            return !found;
        });
    return found;
}

WorldMesh world_mesh_of(const PlacedModel& body, std::span<const std::uint32_t> triangles,
                        std::vector<TriangleIndices>& indices) {
    const WorldTriangles world(body);
    WorldMesh mesh;
    indices.clear();
    for (const std::uint32_t triangle : triangles) {
        const Triangle t = world(triangle);
        const auto first = static_cast<std::uint32_t>(mesh.storage.size());
        mesh.storage.insert(mesh.storage.end(), t.corners.begin(), t.corners.end());
        mesh.box = united(mesh.box, box_of(t));
        indices.push_back({first, first + 1, first + 2});
    }
    mesh.vertices = mesh.storage;
    mesh.triangles = indices;
    return mesh;
}

} // namespace impinge::inline v0::model
