// SPDX-License-Identifier: Apache-2.0
//
// The nearest pair of triangles of two models: their trees descended together, branch and bound. As
// for bare meshes, the answer is the smallest (distance, first triangle, second triangle), so it
// does not depend on the way there.
#include "base/no_throw.hpp"
#include "exact/distance/distance_search.hpp"
#include "geometry/triangle_distance.hpp"
#include "math/measures.hpp"
#include "model/meeting_blocks.hpp"
#include "model/model_data.hpp"
#include "model/model_pairs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

using model::BoxPair;
using model::first_by_trees;
using model::Lane8;
using model::placed_tree;
using model::through_trees;
using model::WorldTriangles;

constexpr double infinity = std::numeric_limits<double>::infinity();

bool in_content_order(const PlacedModel& a, const PlacedModel& b) {
    const auto vertices_of = [](const PlacedModel& body) {
        return [world = WorldTriangles(body)](std::size_t index) {
            return world.vertex(static_cast<std::uint32_t>(index));
        };
    };
    const model::IndexedMesh mesh_a = a.model.data().mesh();
    const model::IndexedMesh mesh_b = b.model.data().mesh();
    return comes_first(mesh_a.triangles, mesh_a.positions.size(), vertices_of(a), mesh_b.triangles,
                       mesh_b.positions.size(), vertices_of(b));
}

/// More than rounding takes from a computed distance of triangles of the two.
double slack_of(const PlacedModel& a, const PlacedModel& b) {
    double reach = 0;
    for (const PlacedModel* body : {&a, &b}) {
        const model::TreeFrame& frame = body->model.data().tree.frame();
        reach += 2 * body->pose.scale * (2 * largest_magnitude(frame.centre) + 2 / frame.unit) +
                 largest_magnitude(body->pose.translation);
    }
    return 2 * distance_error_steps * 0x1p-53 * reach;
}

class NearestSearch {
  public:
    NearestSearch(const PlacedModel& first, const PlacedModel& second, double clearance)
        : trees_(placed_tree(first), placed_tree(second)), world_first_(first),
          world_second_(second), slack_(slack_of(first, second)),
          unit_of_first_(first.pose.scale / trees_.a.frame().unit),
          unit_of_second_(second.pose.scale / trees_.b.frame().unit),
          map_second_(placed_tree(second)), map_to_second_(trees_.a_to_b.in_floats()) {
        set_limit(prune_limit(clearance * clearance, slack_));
    }

    void look_at(std::uint32_t first, std::uint32_t second) {
        const TriangleGap gap = triangle_gap(world_first_(first), world_second_(second), 1);
        const NearestPair pair{gap.squared, first, second};
        if (pair < best_ && gap.squared <= limit_) {
            best_ = pair;
            set_limit(prune_limit(gap.squared, slack_));
        }
        const double norm = length(gap.direction);
        if (norm > 0) {
            direction_ = map_second_.direction(gap.direction * (1 / norm));
        }
    }

    /// Looks at the pair of blocks at the end of the way down through the nearest boxes: mostly
    /// close to the answer, so that the search keeps few pairs.
    void descend() {
        BoxPair pair = root_pair(trees_);
        while (pair.a.level > 0 || pair.b.level > 0) {
            Entry nearest{pair, std::numeric_limits<float>::infinity()};
            open_larger(trees_, pair, reach_, model::distances,
                        [&](const BoxPair& child, float gap) {
                            if (gap < nearest.gap) {
                                nearest = {child, gap};
                            }
                        });
            if (nearest.gap == std::numeric_limits<float>::infinity()) {
                return; // all are farther than what is known already
            }
            pair = nearest.pair;
        }
        look_at_blocks(pair.a.index, pair.b.index);
    }

    void run(const Context& context) {
        const auto farther = [](const Entry& p, const Entry& q) { return p.gap > q.gap; };
        std::vector<Entry> heap{{root_pair(trees_), -std::numeric_limits<float>::infinity()}};
        while (!heap.empty() && best_.squared > 0 && !context.cancelled()) {
            const Entry entry = heap.front();
            if (entry.gap > reach_) {
                return; // and so are all others
            }
            std::pop_heap(heap.begin(), heap.end(), farther);
            heap.pop_back();
            if (entry.pair.a.level == 0 && entry.pair.b.level == 0) {
                look_at_blocks(entry.pair.a.index, entry.pair.b.index);
                continue;
            }
            open_larger(trees_, entry.pair, reach_, model::distances,
                        [&](const BoxPair& child, float gap) {
                            heap.push_back({child, gap});
                            std::push_heap(heap.begin(), heap.end(), farther);
                        });
        }
    }

    [[nodiscard]] const NearestPair& best() const { return best_; }

  private:
    struct Entry {
        BoxPair pair;
        float gap = 0;
    };

    void set_limit(double squared) {
        limit_ = squared;
        const double length = std::sqrt(squared);
        reach_ = round_up(length / unit_of_first_);
        reach_in_second_ = round_up(length / unit_of_second_);
    }
    static float round_up(double value) {
        return std::nextafter(static_cast<float>(value * (1 + 0x1p-20)),
                              std::numeric_limits<float>::infinity());
    }

    void look_at_blocks(std::uint32_t block_a, std::uint32_t block_b) {
        const model::TriangleBlock& of_a = trees_.a.block(block_a);
        const Bounds whole = bounds_of(trees_.in_a({0, block_b}));
        const auto limit = [&] { return squared_limit(reach_, 4 * trees_.b_to_a.slack); };
        Lane8 squared;
        std::uint32_t left = squared_gaps(of_a, whole.low, whole.high, limit(), squared) &
                             first_lanes(trees_.a.triangles_in_block(block_a));
        if (left == 0) {
            return;
        }
        model::TriangleBlock mapped;
        map_block(of_a, map_to_second_, mapped);
        for (; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            if (squared[i] <= limit()) { // which may be smaller by now
                look_at_lanes(trees_.a.order()[block_a * model::lanes + i], triangle_of(mapped, i),
                              block_b, 4 * trees_.a_to_b.slack);
            }
        }
    }
    static std::uint32_t first_lanes(std::size_t count) { return (1U << count) - 1; }
    static float squared_limit(float reach, float slack) {
        return (reach + slack) * (reach + slack) * (1 + 0x1p-18F);
    }

    /// An AABB in one of the frames.
    struct Bounds {
        std::array<float, 3> low;
        std::array<float, 3> high;
    };
    static Bounds bounds_of(const model::FloatBox& box) {
        Bounds bounds{};
        for (std::size_t k = 0; k < 3; ++k) {
            const float reach = std::abs(box.axis[0][k]) * box.half[0] +
                                std::abs(box.axis[1][k]) * box.half[1] +
                                std::abs(box.axis[2][k]) * box.half[2];
            bounds.low[k] = box.centre[k] - reach;
            bounds.high[k] = box.centre[k] + reach;
        }
        return bounds;
    }
    static Bounds bounds_of(const model::FloatTriangle& t) {
        Bounds bounds{t.corner[0], t.corner[0]};
        for (std::size_t k = 0; k < 3; ++k) {
            bounds.low[k] = std::min(t.corner[0][k], std::min(t.corner[1][k], t.corner[2][k]));
            bounds.high[k] = std::max(t.corner[0][k], std::max(t.corner[1][k], t.corner[2][k]));
        }
        return bounds;
    }

    void look_at_lanes(std::uint32_t first, const model::FloatTriangle& t, std::uint32_t block_b,
                       float slack) {
        const Bounds bounds = bounds_of(t);
        Lane8 squared;
        std::uint32_t left = squared_gaps(trees_.b.block(block_b), bounds.low, bounds.high,
                                          squared_limit(reach_in_second_, slack), squared) &
                             first_lanes(trees_.b.triangles_in_block(block_b));
        Lane8 along;
        std::array<float, 3> seen_along{}; // the direction for which `along` was worked out
        float own = 0;
        for (; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            const float reach = reach_in_second_ + slack;
            if (squared[lane] > squared_limit(reach_in_second_, slack)) {
                continue;
            }
            const std::array<float, 3> direction = model::to_floats(direction_);
            if (direction != seen_along) {
                seen_along = direction;
                distances_along(trees_.b.block(block_b), direction, along);
                own = -std::numeric_limits<float>::infinity();
                for (const auto& p : t.corner) {
                    own = std::max(own,
                                   p[0] * direction[0] + p[1] * direction[1] + p[2] * direction[2]);
                }
            }
            if (direction != std::array<float, 3>{} && along[lane] - own > reach + 4 * slack) {
                continue;
            }
            look_at(first, trees_.b.order()[block_b * model::lanes + lane]);
        }
    }

    model::TreePair trees_;
    WorldTriangles world_first_;
    WorldTriangles world_second_;
    double slack_;
    double unit_of_first_;
    double unit_of_second_;
    model::WorldMap map_second_;
    model::FloatMap map_to_second_;
    double limit_ = infinity; ///< squared; farther boxes hold nothing better
    float reach_ = 0;         ///< its root, in units of the first frame
    float reach_in_second_ = 0;
    Vec3d direction_; ///< in which the last pair lay apart, in the frame of the second
    NearestPair best_;
};

/// The first of the pairs that meet; `first` and `second` are the bodies in the order of the
/// search.
NearestPair first_meeting(const PlacedModel& first, const PlacedModel& second,
                          const Context& context) {
    const auto found = first_by_trees(first, second, context);
    return found ? NearestPair{0, found->a, found->b} : NearestPair{};
}

bool names_triangles(const PairMemory::Triangles& pair, const PlacedModel& a,
                     const PlacedModel& b) {
    return pair.a < a.model.mesh().triangle_count() && pair.b < b.model.mesh().triangle_count();
}

NearestPair find_nearest(const PlacedModel& first, const PlacedModel& second,
                         const std::optional<PairMemory::Triangles>& last, double clearance,
                         const Context& context) {
    NearestSearch search(first, second, clearance);
    if (last && names_triangles(*last, first, second)) {
        search.look_at(last->a, last->b);
    }
    search.descend();
    search.run(context);
    return search.best().squared == 0 ? first_meeting(first, second, context) : search.best();
}

Distance nearest_through_trees(const PlacedModel& a, const PlacedModel& b, PairMemory& memory,
                               double clearance, const Context& context) {
    const bool keep = in_content_order(a, b);
    const PlacedModel& first = keep ? a : b;
    const PlacedModel& second = keep ? b : a;
    const auto ordered = [keep](const PairMemory::Triangles& pair) {
        return keep ? pair : PairMemory::Triangles{pair.b, pair.a};
    };
    std::optional<PairMemory::Triangles> last;
    if (memory.nearest) {
        last = ordered(*memory.nearest);
    }
    const NearestPair nearest = find_nearest(first, second, last, clearance, context);
    Distance result = nothing_found();
    if (nearest.found()) {
        memory.nearest = ordered({nearest.first, nearest.second});
        result = describe(nearest, WorldTriangles(first)(nearest.first),
                          WorldTriangles(second)(nearest.second), 1);
    }
    result.partial = context.cancelled();
    return keep ? result : mirrored(result);
}

Expected<Distance> nearest_within(const PlacedModel& a, const PlacedModel& b, PairMemory& memory,
                                  double clearance, const Context& context) {
    if (through_trees(a, b) && !context.cancelled()) {
        return nearest_through_trees(a, b, memory, clearance, context);
    }
    return nearest_within(Body{a.model.mesh(), a.pose}, Body{b.model.mesh(), b.pose}, clearance,
                          context);
}

} // namespace

Expected<Distance> distance(const PlacedModel& a, const PlacedModel& b, PairMemory& memory,
                            const Context& context) {
    return no_throw([&] { return nearest_within(a, b, memory, infinity, context); });
}

Expected<Distance> distance(const PlacedModel& a, const PlacedModel& b, const Context& context) {
    PairMemory memory;
    return distance(a, b, memory, context);
}

Expected<Clearance> within(const PlacedModel& a, const PlacedModel& b, double clearance,
                           PairMemory& memory, const Context& context) {
    return no_throw([&] {
        return as_clearance(clearance,
                            [&] { return nearest_within(a, b, memory, clearance, context); });
    });
}

Expected<Clearance> within(const PlacedModel& a, const PlacedModel& b, double clearance,
                           const Context& context) {
    PairMemory memory;
    return within(a, b, clearance, memory, context);
}

} // namespace impinge::inline v0
