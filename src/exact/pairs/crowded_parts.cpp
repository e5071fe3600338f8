// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/crowded_parts.hpp"

#include "geometry/bvh.hpp"
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

// --- directions ----------------------------------------------------------------------------------

/// Of unit length to rounding; nothing for a point that is not, or too close or far to tell.
std::optional<Vec3d> direction_to(Vec3d from, Vec3d to) {
    const Vec3d away = to - from;
    const double size = largest_magnitude(away);
    if (!(size > 1e-290 && size < 1e290)) {
        return std::nullopt;
    }
    const Vec3d scaled = away * (1 / size);
    return scaled * (1 / length(scaled));
}

/// Contains all directions in which the triangle leaves the corner: the arc between those of its
/// two other corners. An arc of less than half a circle is nowhere farther from its chord than a
/// quarter of the chord's squared length.
Box3 box_of_directions(const Triangle& triangle, Vec3d corner) {
    const Box3 all_directions{{-1, -1, -1}, {1, 1, 1}};
    std::array<Vec3d, 2> ends{};
    std::size_t count = 0;
    for (const Vec3d& p : triangle.corners) {
        const auto direction = p == corner ? std::nullopt : direction_to(corner, p);
        if (p == corner) {
            continue;
        }
        if (!direction || count == 2) {
            return all_directions;
        }
        ends[count++] = *direction;
    }
    if (count < 2) {
        return all_directions;
    }
    const double squared = squared_length(ends[1] - ends[0]);
    constexpr double nearly_opposite = 3.9;
    if (!(squared < nearly_opposite)) {
        return all_directions; // without area, perhaps, and running through the corner
    }
    constexpr double rounding = 1e-14;
    return intersection(all_directions,
                        grown(extend(extend(Box3{}, ends[0]), ends[1]), squared / 4 + rounding));
}

// --- clipping ------------------------------------------------------------------------------------

/// Contains the part of the triangle between two planes across the axis, whatever rounding does.
Box3 box_in_slab(const Triangle& t, int axis, double low, double high) {
    constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
    constexpr double smallest = 4 * std::numeric_limits<double>::denorm_min();
    Box3 box;
    for (int i = 0; i < 3; ++i) {
        const Vec3d p = t[i];
        const Vec3d q = t[(i + 1) % 3];
        if (p[axis] >= low && p[axis] <= high) {
            box = extend(box, p);
        }
        for (const double at : {low, high}) {
            const bool crosses = (p[axis] < at && at < q[axis]) || (q[axis] < at && at < p[axis]);
            if (crosses) {
                const double share = (at - p[axis]) / (q[axis] - p[axis]);
                Vec3d point = p + (q - p) * share;
                point[axis] = at;
                Vec3d slack = (absolute(p) + absolute(q)) * rounding;
                slack = slack + Vec3d{smallest, smallest, smallest};
                box = extend(extend(box, point - slack), point + slack);
            }
        }
    }
    return box;
}

/// Contains the part of the triangle that lies in the bounds: cut along each axis by itself.
Box3 clipped_box(const Triangle& triangle, const Box3& bounds) {
    const Box3 whole = box_of(triangle);
    Box3 box = intersection(whole, bounds);
    if (!(longest_side(whole) < 1e300)) {
        return box; // differences may be beyond the range of doubles
    }
    for (int axis = 0; axis < 3 && !is_empty(box); ++axis) {
        if (whole.min[axis] < bounds.min[axis] || whole.max[axis] > bounds.max[axis]) {
            const Box3 slab = box_in_slab(triangle, axis, bounds.min[axis], bounds.max[axis]);
            box = intersection(box, slab);
        }
    }
    return box;
}

/// The boxes of what a frame's codes are of.
Box3 box_in(const Frame& frame, const Triangle& triangle) {
    return frame.corner ? box_of_directions(triangle, *frame.corner)
                        : clipped_box(triangle, frame.clip);
}

Box3 spread_within(const Box3& bounds, std::span<const QuantisedTriangle> boxes,
                   const WorldMesh& mesh, const Frame& frame) {
    Box3 all;
    for (const QuantisedTriangle& item : boxes) {
        const Box3 box = intersection(bounds, box_in(frame, mesh.triangle(item.index)));
        all = is_empty(box) ? all : united(all, box);
    }
    return all;
}

std::vector<QuantisedTriangle>
with_codes(const Frame& frame, std::span<const QuantisedTriangle> boxes, const WorldMesh& mesh) {
    std::vector<QuantisedTriangle> result;
    result.reserve(boxes.size());
    for (const QuantisedTriangle& item : boxes) {
        const Box3 box = box_in(frame, mesh.triangle(item.index));
        const QuantisedTriangle coded{frame.quantiser(box.min), frame.quantiser(box.max),
                                      item.index, item.earlier};
        if (!is_empty(box) && reaches_region(coded)) {
            result.push_back(coded);
        }
    }
    return result;
}

/// The boxes in a frame that has no codes yet; `bounds` holds the lowest corner of what any two of
/// them share.
Region coded_within(const Box3& bounds, const Meshes& meshes, const Part& part, Frame frame) {
    const BoxLists& boxes = part.boxes;
    Box3 region = spread_within(bounds, boxes.a, meshes.a, frame);
    if (!boxes.same) {
        region = intersection(region, spread_within(bounds, boxes.b, meshes.b, frame));
    }
    Region result;
    result.same = boxes.same;
    result.cuts = part.cuts;
    if (!is_empty(region)) {
        frame.quantiser = Quantiser(region);
        result.a = with_codes(frame, boxes.a, meshes.a);
        result.b =
            boxes.same ? std::vector<QuantisedTriangle>{} : with_codes(frame, boxes.b, meshes.b);
        result.frame = frame;
    }
    return result;
}

template <typename Visit>
void for_each_sample(const Meshes& meshes, const BoxLists& boxes, Visit visit) {
    const auto visit_list = [&](std::span<const QuantisedTriangle> list, const WorldMesh& mesh) {
        const std::size_t count = std::min(list.size(), triangles_per_sample);
        for (std::size_t i = 0; i < count; ++i) {
            visit(mesh.triangle(list[(2 * i + 1) * list.size() / (2 * count)].index));
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

Region renewed(const Meshes& meshes, const Part& part, const Frame& frame) {
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
        return coded_within(next.clip, meshes, part, next);
    }
    return coded_within(old.box_of_codes(spread.starts.low, spread.starts.high), meshes, part,
                        next);
}

std::vector<Region> octants(const Meshes& meshes, const Part& part, const Frame& frame) {
    // From the boxes themselves: they may reach beyond the region of the codes.
    Box3 all = spread_within(everywhere, part.boxes.a, meshes.a, frame);
    if (!part.boxes.same) {
        all = intersection(all, spread_within(everywhere, part.boxes.b, meshes.b, frame));
    }
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
        regions.push_back(coded_within(eighth, meshes, part, {{}, eighth, {}}));
    }
    return regions;
}

Region renewed_directions(const Meshes& meshes, const Part& part, Vec3d corner) {
    return coded_within(everywhere, meshes, part, {{}, everywhere, corner});
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
