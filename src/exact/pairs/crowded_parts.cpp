// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/crowded_parts.hpp"

#include "base/parallel.hpp"
#include "exact/pairs/frame_boxes.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t triangles_per_sample = 32;

struct CodeBox {
    Codes low = highest_codes;
    Codes high = lowest_codes;
};

CodeBox spread_of(std::span<const QuantisedTriangle> boxes) {
    CodeBox all;
    for (const QuantisedTriangle& box : boxes) {
        all.low = lowest(all.low, box.low);
        all.high = highest(all.high, box.high);
    }
    return all;
}

/// What two boxes of the part share begins in `starts` and lies in `all`. For the lowest corner of
/// it is what belongs to a part; the rest may reach beyond.
struct CommonSpread {
    CodeBox starts;
    CodeBox all;
};

CommonSpread common_spread(const Part& part) {
    const CodeBox a = spread_of(part.boxes.a);
    const CodeBox b = part.boxes.same ? a : spread_of(part.boxes.b);
    CommonSpread spread;
    spread.all = {highest(part.low, highest(a.low, b.low)), lowest(a.high, b.high)};
    spread.starts = {spread.all.low, lowest(part.high, spread.all.high)};
    return spread;
}

/// Not so if it reaches beyond the region: how far, codes do not tell.
bool is_hardly_larger(const CodeBox& box, const CodeBox& than) {
    constexpr int times = 8;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (box.high[axis] == above_region ||
            box.high[axis] - box.low[axis] + 1 > times * (than.high[axis] - than.low[axis] + 1)) {
            return false;
        }
    }
    return true;
}

// --- new codes -----------------------------------------------------------------------------------

constexpr std::size_t boxes_per_renewal = 8192; // in one chunk

/// What is asked of one list of boxes. Those of a short list are made once and kept.
class ListInFrame {
  public:
    ListInFrame(std::span<const QuantisedTriangle> list, const WorldMesh& of, const Frame& in,
                const Context& with)
        : boxes(list), mesh(of), frame(in), context(with) {
        constexpr std::size_t worth_keeping = 1024;
        if (boxes.size() <= worth_keeping) {
            known_.reserve(boxes.size());
            for (const QuantisedTriangle& item : boxes) {
                known_.push_back(box_in(frame, mesh.triangle(item.index)));
            }
        }
    }
    [[nodiscard]] Box3 box(std::size_t i) const {
        return known_.empty() ? box_in(frame, mesh.triangle(boxes[i].index)) : known_[i];
    }

    std::span<const QuantisedTriangle> boxes;
    const WorldMesh& mesh;
    const Frame& frame;
    const Context& context;

  private:
    std::vector<Box3> known_;
};

Box3 spread_within(const Box3& bounds, const ListInFrame& list) {
    std::vector<Box3> parts(chunk_count(list.boxes.size(), boxes_per_renewal));
    for_each_chunk(list.context, list.boxes.size(), boxes_per_renewal, [&](const Chunk& chunk) {
        Box3& all = parts[chunk.index];
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Box3 box = intersection(bounds, list.box(i));
            all = is_empty(box) ? all : united(all, box);
        }
    });
    Box3 all;
    for (const Box3& part : parts) {
        all = united(all, part);
    }
    return all;
}

/// Both lists of a part, or the one that is compared with itself.
struct ListsInFrame {
    ListInFrame a;
    std::optional<ListInFrame> b;

    ListsInFrame(const Meshes& meshes, const BoxLists& boxes, const Frame& frame,
                 const Context& context)
        : a(boxes.a, meshes.a, frame, context) {
        if (!boxes.same) {
            b.emplace(boxes.b, meshes.b, frame, context);
        }
    }
    /// What both have in common within the bounds.
    [[nodiscard]] Box3 common_within(const Box3& bounds) const {
        const Box3 of_a = spread_within(bounds, a);
        return b ? intersection(of_a, spread_within(bounds, *b)) : of_a;
    }
};

std::vector<QuantisedTriangle> with_codes(const ListInFrame& list, const Quantiser& quantiser) {
    return gather_chunks<QuantisedTriangle>(
        list.context, list.boxes.size(), boxes_per_renewal, [&](const Chunk& chunk) {
            std::vector<QuantisedTriangle> result;
            result.reserve(chunk.end - chunk.begin);
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const QuantisedTriangle& item = list.boxes[i];
                const Box3 box = list.box(i);
                const QuantisedTriangle coded{quantiser(box.min), quantiser(box.max), item.index,
                                              item.earlier};
                if (!is_empty(box) && reaches_region(coded)) {
                    result.push_back(coded);
                }
            }
            return result;
        });
}

/// The boxes in a frame that has no codes yet; `bounds` holds the lowest corner of what any two of
/// them share.
Region coded_within(const Box3& bounds, const Meshes& meshes, const Part& part, const Frame& frame,
                    const Context& context) {
    const ListsInFrame lists(meshes, part.boxes, frame, context);
    const Box3 region = lists.common_within(bounds);
    Region result;
    result.same = part.boxes.same;
    result.cuts = part.cuts;
    if (!is_empty(region)) {
        result.frame = frame;
        result.frame.quantiser = Quantiser(region);
        result.a = with_codes(lists.a, result.frame.quantiser);
        if (lists.b) {
            result.b = with_codes(*lists.b, result.frame.quantiser);
        }
    }
    return result;
}

template <typename Visit>
void for_each_sample(const Meshes& meshes, const BoxLists& boxes, Visit visit) {
    const auto visit_list = [&](std::span<const QuantisedTriangle> list, const WorldMesh& mesh) {
        const std::size_t count = std::min(list.size(), triangles_per_sample);
        for (std::size_t i = 0; i < count; ++i) {
            visit(mesh.triangle(list[sampled_place(i, count, list.size())].index));
        }
    };
    visit_list(boxes.a, meshes.a);
    visit_list(boxes.b, meshes.b);
}

std::vector<Triangle> sampled(const Meshes& meshes, const BoxLists& boxes) {
    std::vector<Triangle> triangles;
    for_each_sample(meshes, boxes, [&](const Triangle& t) { triangles.push_back(t); });
    return triangles;
}

// --- cuts askew to the axes ----------------------------------------------------------------------

struct Interval {
    double low = 0;
    double high = 0;
};

/// Contains the place of every point of the triangle along the direction, counted from the origin.
Interval along(const Triangle& triangle, Vec3d origin, Vec3d direction) {
    Interval interval{std::numeric_limits<double>::infinity(),
                      -std::numeric_limits<double>::infinity()};
    for (const Vec3d& p : triangle.corners) {
        const Vec3d away = p - origin;
        const double place = dot(away, direction);
        // Components of the direction are at most 1; five roundings.
        const double slack = 1e-15 * (std::abs(away.x) + std::abs(away.y) + std::abs(away.z));
        if (!(slack < 1e290)) { // beyond the range of doubles
            return {-std::numeric_limits<double>::infinity(),
                    std::numeric_limits<double>::infinity()};
        }
        interval.low = std::min(interval.low, place - slack);
        interval.high = std::max(interval.high, place + slack);
    }
    return interval;
}

std::optional<Vec3d> scaled_to_one(Vec3d v) {
    const double size = largest_magnitude(v);
    if (!(size > 1e-290 && size < 1e290)) {
        return std::nullopt;
    }
    return v * (1 / size);
}

/// Its normal, and across its longest edge in its plane.
void add_directions(const Triangle& t, std::vector<Vec3d>& directions) {
    std::array<Vec3d, 3> edges{t[1] - t[0], t[2] - t[1], t[0] - t[2]};
    std::sort(edges.begin(), edges.end(),
              [](Vec3d p, Vec3d q) { return largest_magnitude(p) > largest_magnitude(q); });
    const auto longest = scaled_to_one(edges[0]);
    const auto other = scaled_to_one(edges[1]);
    if (!longest || !other) {
        return;
    }
    const auto normal = scaled_to_one(cross(*longest, *other));
    if (!normal) {
        return;
    }
    directions.push_back(*normal);
    if (const auto across = scaled_to_one(cross(*normal, *longest))) {
        directions.push_back(*across);
    }
}

/// The first triangles are of A, the others of B.
AskewCut middle_cut(std::span<const Triangle> triangles, std::size_t of_a, Vec3d direction) {
    AskewCut cut{triangles[0][0], direction};
    std::vector<double> centres;
    for (const Triangle& triangle : triangles) {
        const Interval interval = along(triangle, cut.origin, direction);
        const double centre_of_interval = 0.5 * interval.low + 0.5 * interval.high;
        centres.push_back(std::isfinite(centre_of_interval) ? centre_of_interval : 0);
    }
    const auto middle = centres.begin() + static_cast<std::ptrdiff_t>(centres.size() / 2);
    std::nth_element(centres.begin(), middle, centres.end());
    cut.at = *middle;
    std::array<std::array<double, 2>, 2> shares{};
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const unsigned on = cut.sides(triangles[i]);
        shares[i < of_a ? 0 : 1][0] += (on & 1) != 0 ? 1 : 0;
        shares[i < of_a ? 0 : 1][1] += (on & 2) != 0 ? 1 : 0;
    }
    const auto all = static_cast<double>(of_a * (triangles.size() - of_a));
    cut.work = (shares[0][0] * shares[1][0] + shares[0][1] * shares[1][1]) / all;
    return cut;
}

} // namespace

bool codes_are_coarse(const Part& part, const Frame& frame) {
    constexpr int gain = 8;
    const CodeBox spread = common_spread(part).starts;
    for (int axis = 0; axis < 3; ++axis) {
        const int codes = spread.high[axis] - spread.low[axis] + 1;
        if (!frame.quantiser.is_flat(axis) && codes * gain <= above_region - below_region) {
            return true;
        }
    }
    return false;
}

bool is_much_smaller(const Frame& frame, const Frame& than) {
    const Vec3d size = extent(frame.quantiser.region());
    const Vec3d before = extent(than.quantiser.region());
    return size.x < 0.5 * before.x || size.y < 0.5 * before.y || size.z < 0.5 * before.z;
}

Region renewed(const Meshes& meshes, const Part& part, const Frame& frame, const Context& context) {
    const CommonSpread spread = common_spread(part);
    if (!all_at_most(spread.starts.low, spread.starts.high)) {
        return {}; // no place where boxes of both lists are
    }
    const Quantiser& old = frame.quantiser;
    Frame next{{}, frame.clip, frame.corner};
    // Clipped boxes may start anywhere in what is common to both lists. That all of it gets codes
    // is worth it unless there are boxes that reach far beyond the part.
    if (!frame.corner && is_hardly_larger(spread.all, spread.starts)) {
        next.clip = intersection(frame.clip, old.box_of_codes(spread.all.low, spread.all.high));
        return coded_within(next.clip, meshes, part, next, context);
    }
    return coded_within(old.box_of_codes(spread.starts.low, spread.starts.high), meshes, part, next,
                        context);
}

std::vector<Region> octants(const Meshes& meshes, const Part& part, const Frame& frame,
                            const Context& context) {
    // From the boxes themselves: they may reach beyond the region of the codes.
    Box3 all = ListsInFrame(meshes, part.boxes, frame, context).common_within(everywhere);
    all.min = max(all.min, frame.quantiser.box_of_codes(part.low, highest_codes).min);
    if (is_empty(all)) {
        return {};
    }
    const Vec3d middle = centre(all);
    std::vector<Region> regions;
    for (int octant = 0; octant < 8; ++octant) {
        Box3 eighth = all;
        for (int axis = 0; axis < 3; ++axis) {
            ((octant >> axis & 1) != 0 ? eighth.min : eighth.max)[axis] = middle[axis];
        }
        regions.push_back(coded_within(eighth, meshes, part, {{}, eighth, {}}, context));
    }
    return regions;
}

Region renewed_directions(const Meshes& meshes, const Part& part, Vec3d corner,
                          const Context& context) {
    return coded_within(everywhere, meshes, part, {{}, everywhere, corner}, context);
}

std::optional<Vec3d> common_corner(const Meshes& meshes, const BoxLists& boxes) {
    std::vector<Vec3d> corners;
    std::size_t triangles = 0;
    for_each_sample(meshes, boxes, [&](const Triangle& t) {
        corners.insert(corners.end(), t.corners.begin(), t.corners.end());
        ++triangles;
    });
    std::sort(corners.begin(), corners.end());
    std::size_t most = 0;
    Vec3d best;
    for (std::size_t begin = 0; begin < corners.size();) {
        std::size_t end = begin + 1;
        while (end < corners.size() && corners[end] == corners[begin]) {
            ++end;
        }
        if (end - begin > most) {
            most = end - begin;
            best = corners[begin];
        }
        begin = end;
    }
    return most * 3 >= triangles ? std::optional(best) : std::nullopt;
}

unsigned AskewCut::sides(const Triangle& triangle) const {
    const Interval interval = along(triangle, origin, direction);
    // Both where it cannot be told, as beyond the range of doubles.
    return (interval.low >= at ? 0U : 1U) | (interval.high < at ? 0U : 2U);
}

std::optional<AskewCut> cut_along_normal(const Meshes& meshes, const BoxLists& boxes) {
    const std::vector<Triangle> triangles = sampled(meshes, boxes);
    std::vector<Vec3d> directions;
    constexpr std::size_t tried = 6;
    for (std::size_t i = 0; i < tried; ++i) {
        add_directions(triangles[(2 * i + 1) * triangles.size() / (2 * tried)], directions);
    }
    const std::size_t of_a = std::min(boxes.a.size(), triangles_per_sample);
    std::optional<AskewCut> best;
    for (const Vec3d& direction : directions) {
        const AskewCut cut = middle_cut(triangles, of_a, direction);
        if (!best || cut.work < best->work) {
            best = cut;
        }
    }
    return best;
}

} // namespace impinge::inline v0
