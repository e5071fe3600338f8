// SPDX-License-Identifier: Apache-2.0
//
// A surface is a sum of oriented triangles (a 2-chain); two are the same if their difference is
// nothing. In a plane such a sum is nothing if and only if its border is, because nothing but the
// whole plane has no border; and on a line a sum of directed edges is nothing if and only if its
// ends cancel. So triangles are sorted by their planes, the borders of each plane by their lines,
// and the ends on each line are counted. Inner edges cancel by their names on the way, and nearly
// always all that is left does, too.
//
// Planes and lines get keys from their equations, solved for the largest coefficient and rounded
// correctly, so that equal ones have equal keys; of equal keys exact predicates tell which are.
#include "exact/verdict/equal_surfaces.hpp"

#include "base/buckets.hpp"
#include "base/parallel.hpp"
#include "base/sort_in_pieces.hpp"
#include "geometry/projection.hpp"
#include "mesh/weld.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// A triangle by the numbers of its places in increasing order, and how often it is there: counted
/// negative where it runs through them the other way round.
struct SummedTriangle {
    TriangleIndices corners;
    std::int64_t times = 0;
};

/// Adds up neighbours with equal keys in a sorted list; leaves out what cancels.
template <typename Item, typename KeyOf> void add_up(std::vector<Item>& items, KeyOf key_of) {
    std::sort(items.begin(), items.end(),
              [&](const Item& p, const Item& q) { return key_of(p) < key_of(q); });
    auto kept = items.begin();
    for (auto first = items.begin(); first != items.end();) {
        Item sum = *first;
        for (++first; first != items.end() && key_of(*first) == key_of(sum); ++first) {
            sum.times += first->times;
        }
        if (sum.times != 0) {
            *kept++ = sum;
        }
    }
    items.erase(kept, items.end());
}

/// Of a triangle whose corners are all different.
SummedTriangle summed(TriangleIndices corners, std::int64_t times) {
    for (const auto& [i, j] : {std::pair{0U, 1U}, std::pair{1U, 2U}, std::pair{0U, 1U}}) {
        if (corners[j] < corners[i]) {
            std::swap(corners[i], corners[j]);
            times = -times;
        }
    }
    return {corners, times};
}

constexpr std::size_t triangles_summed_at_a_time = 1 << 14;

/// Adds up the triangles, in parallel; leaves out what cancels. `places`: how many there are.
std::vector<SummedTriangle> added_up(std::span<const SummedTriangle> triangles, std::size_t places,
                                     const Context& context) {
    Buckets<SummedTriangle> by_corner(places, [&](auto put) {
        for (const SummedTriangle& triangle : triangles) {
            put(triangle.corners[0], triangle);
        }
    });
    return gather_chunks<SummedTriangle>(
        context, places, triangles_summed_at_a_time, [&](const Chunk& chunk) {
            std::vector<SummedTriangle> found;
            std::vector<SummedTriangle> at_corner;
            for (std::size_t place = chunk.begin; place < chunk.end; ++place) {
                at_corner.assign(by_corner[place].begin(), by_corner[place].end());
                add_up(at_corner, [](const SummedTriangle& t) { return t.corners; });
                found.insert(found.end(), at_corner.begin(), at_corner.end());
            }
            return found;
        });
}

/// The difference of two surfaces.
struct Difference {
    std::vector<Vec3d> places;
    std::vector<SummedTriangle> triangles;
};

/// The triangles of a piece with places for its corners, which are added: all vertices of the mesh
/// or, where few of them are used, those of each triangle.
std::vector<TriangleIndices> placed(const SurfacePiece& piece, std::vector<Vec3d>& places) {
    const auto first = static_cast<std::uint32_t>(places.size());
    const WorldMesh& mesh = piece.mesh;
    std::vector<TriangleIndices> triangles;
    triangles.reserve(piece.triangles.size());
    if (3 * piece.triangles.size() >= mesh.vertices.size()) {
        places.insert(places.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (const std::uint32_t triangle : piece.triangles) {
            const auto& [a, b, c] = mesh.triangles[triangle];
            triangles.push_back({first + a, first + b, first + c});
        }
        return triangles;
    }
    for (const std::uint32_t triangle : piece.triangles) {
        const Triangle t = mesh.triangle(triangle);
        const auto next = static_cast<std::uint32_t>(places.size());
        places.insert(places.end(), t.corners.begin(), t.corners.end());
        triangles.push_back({next, next + 1, next + 2});
    }
    return triangles;
}

Difference difference_of(const SurfacePiece& a, const SurfacePiece& b, Sign turn,
                         const Context& context) {
    Difference difference;
    const auto of_a = placed(a, difference.places);
    const auto of_b = placed(b, difference.places);
    if (difference.places.size() > largest_mesh_count) {
        throw std::length_error("more corners than can be numbered");
    }
    const auto map = weld_map(difference.places, context);
    if (context.cancelled()) {
        return difference;
    }
    std::vector<SummedTriangle> all;
    all.reserve(of_a.size() + of_b.size());
    const auto add = [&](std::span<const TriangleIndices> triangles, std::int64_t times) {
        for (const auto& [i, j, k] : triangles) {
            const TriangleIndices corners{map[i], map[j], map[k]};
            if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0]) {
                all.push_back(summed(corners, times));
            }
        }
    };
    add(of_a, 1);
    add(of_b, -turn);
    difference.triangles = added_up(all, difference.places.size(), context);
    return difference;
}

/// Sums over a surface that are 0 if nothing is left of it: of the areas across each axis and of
/// the volumes over one point. Rounded, with what bounds the rounding.
struct RoundedSums {
    Vec3d area;
    double volume = 0;
    double area_magnitude = 0;
    double volume_magnitude = 0;
    double count = 0;

    void add(Vec3d a, Vec3d b, Vec3d c, double times) {
        const auto size = [](Vec3d v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); };
        area = area + (cross(a, b) + cross(b, c) + cross(c, a)) * times;
        volume += dot(a, cross(b, c)) * times;
        const double products = size(a) * size(b) + size(b) * size(c) + size(c) * size(a);
        area_magnitude += products * std::abs(times);
        volume_magnitude += products * (size(a) + size(b) + size(c)) * std::abs(times);
        count += 1;
    }
    void operator+=(const RoundedSums& other) {
        area = area + other.area;
        volume += other.volume;
        area_magnitude += other.area_magnitude;
        volume_magnitude += other.volume_magnitude;
        count += other.count;
    }
    /// Whether some sum is not 0, for sure. As in volume.cpp, with a few more roundings for each
    /// triangle. What is not finite, or so small that underflow might matter, proves nothing.
    [[nodiscard]] bool prove_something() const {
        const double units = (count + 16) * 0x1p-51;
        const auto proves = [&](double sum, double magnitude) {
            return magnitude < 1e200 && std::abs(sum) > units * magnitude + count * 1e-90;
        };
        return proves(area.x, area_magnitude) || proves(area.y, area_magnitude) ||
               proves(area.z, area_magnitude) || proves(volume, volume_magnitude);
    }
};

RoundedSums sums_of(const SurfacePiece& piece, Vec3d origin, double times, const Context& context) {
    std::vector<RoundedSums> parts(chunk_count(piece.triangles.size(), triangles_summed_at_a_time));
    for_each_chunk(context, piece.triangles.size(), triangles_summed_at_a_time,
                   [&](const Chunk& chunk) {
                       RoundedSums sums;
                       for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                           const Triangle t = piece.mesh.triangle(piece.triangles[i]);
                           sums.add(t[0] - origin, t[1] - origin, t[2] - origin, times);
                       }
                       parts[chunk.index] = sums;
                   });
    RoundedSums sums;
    for (const RoundedSums& part : parts) {
        sums += part;
    }
    return sums;
}

/// Whether rounded sums prove that the surfaces are not the same.
bool surely_differ(const SurfacePiece& a, const SurfacePiece& b, Sign turn,
                   const Context& context) {
    const Vec3d origin = a.mesh.vertices[a.mesh.triangles[a.triangles[0]][0]];
    RoundedSums sums = sums_of(a, origin, 1, context);
    sums += sums_of(b, origin, -static_cast<double>(turn), context);
    return sums.prove_something();
}

bool is_surely_something(const Difference& difference) {
    RoundedSums sums;
    for (const SummedTriangle& triangle : difference.triangles) {
        const auto corner = [&](std::size_t i) {
            return difference.places[triangle.corners[i]] -
                   difference.places[difference.triangles[0].corners[0]];
        };
        sums.add(corner(0), corner(1), corner(2), static_cast<double>(triangle.times));
    }
    return sums.prove_something();
}

// --- planes --------------------------------------------------------------------------------------

/// What all triangles of a plane agree in; a few others might, too.
struct PlaneKey {
    int axis = 0; ///< of the largest component of the normal
    std::array<double, 3> equation{};

    friend auto operator<=>(const PlaneKey&, const PlaneKey&) = default;
};

struct PlanarTriangle {
    PlaneKey key;
    SummedTriangle triangle;
};

/// Nearest to the quotient of a number and four times another: in range where the quotient is a
/// coordinate or a few added up.
double rounded_quarter(const ExactNumber& numerator, const ExactNumber& denominator) {
    return round_quotient(numerator, ExactNumber(4.0) * denominator) + 0.0; // no -0
}

/// The triangles of the chunk that have an area.
std::vector<PlanarTriangle> with_planes(const Difference& difference, const Chunk& chunk) {
    std::vector<PlanarTriangle> found;
    for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
        const SummedTriangle& triangle = difference.triangles[index];
        const auto corner = [&](std::size_t i) { return difference.places[triangle.corners[i]]; };
        std::array<ExactNumber, 3> normal;
        int axis = 0;
        for (int i = 0; i < 3; ++i) {
            const auto k = static_cast<std::size_t>(i);
            normal[k] =
                exact_orient2d(project(corner(0), i), project(corner(1), i), project(corner(2), i));
            if (compare(absolute(normal[k]), absolute(normal[static_cast<std::size_t>(axis)])) >
                0) {
                axis = i;
            }
        }
        const ExactNumber& largest = normal[static_cast<std::size_t>(axis)];
        if (largest.sign() == 0) {
            continue;
        }
        const Vec3d p = corner(0);
        const ExactNumber offset = normal[0] * ExactNumber(p.x) + normal[1] * ExactNumber(p.y) +
                                   normal[2] * ExactNumber(p.z);
        const auto next = static_cast<std::size_t>((axis + 1) % 3);
        const auto last = static_cast<std::size_t>((axis + 2) % 3);
        found.push_back(
            {{axis,
              {rounded_quarter(normal[next], largest), rounded_quarter(normal[last], largest),
               rounded_quarter(offset, largest)}},
             triangle});
    }
    return found;
}

/// Splits a range, whose items have equal keys, into those that truly belong together, and calls
/// visit for each: nearly always once.
template <typename Item, typename Same, typename Visit>
bool all_groups(std::span<Item> items, Same same, Visit visit) {
    while (!items.empty()) {
        const Item first = items.front();
        const auto end = std::stable_partition(items.begin(), items.end(),
                                               [&](const Item& item) { return same(first, item); });
        const auto count = static_cast<std::size_t>(end - items.begin());
        if (!visit(items.first(count))) {
            return false;
        }
        items = items.subspan(count);
    }
    return true;
}

/// Calls visit for each run of items with equal keys in a sorted list until it says no.
template <typename Item, typename KeyOf, typename Visit>
bool all_runs(std::span<Item> items, KeyOf key_of, Visit visit) {
    for (std::size_t first = 0; first < items.size();) {
        std::size_t end = first + 1;
        while (end < items.size() && key_of(items[end]) == key_of(items[first])) {
            ++end;
        }
        if (!visit(items.subspan(first, end - first))) {
            return false;
        }
        first = end;
    }
    return true;
}

// --- lines in a plane
// ------------------------------------------------------------------------------

/// From the place with the smaller number.
struct SummedEdge {
    std::array<std::uint32_t, 2> ends{};
    std::int64_t times = 0;
};

struct LineKey {
    bool is_steep = false;
    double slope = 0;
    double offset = 0;

    friend auto operator<=>(const LineKey&, const LineKey&) = default;
};

struct LineEdge {
    LineKey key;
    SummedEdge edge;
};

LineKey line_key(Vec2d p, Vec2d q) {
    const ExactNumber dx = ExactNumber(q.x) - ExactNumber(p.x);
    const ExactNumber dy = ExactNumber(q.y) - ExactNumber(p.y);
    const ExactNumber offset = ExactNumber(p.y) * dx - ExactNumber(p.x) * dy;
    const bool is_steep = compare(absolute(dy), absolute(dx)) > 0;
    return {is_steep, is_steep ? rounded_quarter(dx, dy) : rounded_quarter(dy, dx),
            rounded_quarter(offset, is_steep ? dy : dx)};
}

struct SummedPlace {
    std::uint32_t place = 0;
    std::int64_t times = 0;
};

bool ends_cancel(std::span<const LineEdge> edges) {
    std::vector<SummedPlace> ends;
    for (const LineEdge& item : edges) {
        ends.push_back({item.edge.ends[0], -item.edge.times});
        ends.push_back({item.edge.ends[1], item.edge.times});
    }
    add_up(ends, [](const SummedPlace& end) { return end.place; });
    return ends.empty();
}

/// Whether edges of one plane, seen along an axis, cancel.
bool edges_cancel(const std::vector<SummedEdge>& edges, std::span<const Vec3d> places, int axis) {
    const auto seen = [&](std::uint32_t place) { return project(places[place], axis); };
    std::vector<LineEdge> items;
    items.reserve(edges.size());
    for (const SummedEdge& edge : edges) {
        items.push_back({line_key(seen(edge.ends[0]), seen(edge.ends[1])), edge});
    }
    std::sort(items.begin(), items.end(),
              [](const LineEdge& p, const LineEdge& q) { return p.key < q.key; });
    const auto same_line = [&](const LineEdge& p, const LineEdge& q) {
        const Vec2d from = seen(p.edge.ends[0]);
        const Vec2d to = seen(p.edge.ends[1]);
        return orient2d(from, to, seen(q.edge.ends[0])) == 0 &&
               orient2d(from, to, seen(q.edge.ends[1])) == 0;
    };
    return all_runs(
        std::span(items), [](const LineEdge& item) { return item.key; },
        [&](std::span<LineEdge> run) { return all_groups(run, same_line, ends_cancel); });
}

/// Whether triangles of one plane cancel.
bool triangles_cancel(std::span<const PlanarTriangle> triangles, std::span<const Vec3d> places) {
    std::vector<SummedEdge> edges;
    for (const PlanarTriangle& item : triangles) {
        const auto& [a, b, c] = item.triangle.corners; // in increasing order
        edges.push_back({{a, b}, item.triangle.times});
        edges.push_back({{b, c}, item.triangle.times});
        edges.push_back({{a, c}, -item.triangle.times});
    }
    add_up(edges, [](const SummedEdge& edge) { return edge.ends; });
    return edges_cancel(edges, places, triangles.front().key.axis);
}

bool is_nothing(const Difference& difference, const Context& context) {
    constexpr std::size_t triangles_at_once = 256;
    auto triangles = gather_chunks<PlanarTriangle>(
        context, difference.triangles.size(), triangles_at_once,
        [&](const Chunk& chunk) { return with_planes(difference, chunk); });
    const auto by_plane = [](const PlanarTriangle& p, const PlanarTriangle& q) {
        return p.key < q.key;
    };
    if (!sort_in_pieces(triangles, context, by_plane)) {
        return false;
    }
    const auto same_plane = [&](const PlanarTriangle& p, const PlanarTriangle& q) {
        const auto corner = [&](const PlanarTriangle& item, std::size_t i) {
            return difference.places[item.triangle.corners[i]];
        };
        return orient3d(corner(p, 0), corner(p, 1), corner(p, 2), corner(q, 0)) == 0 &&
               orient3d(corner(p, 0), corner(p, 1), corner(p, 2), corner(q, 1)) == 0 &&
               orient3d(corner(p, 0), corner(p, 1), corner(p, 2), corner(q, 2)) == 0;
    };
    return all_runs(
        std::span(triangles), [](const PlanarTriangle& item) { return item.key; },
        [&](std::span<PlanarTriangle> run) {
            return !context.cancelled() &&
                   all_groups(run, same_plane, [&](std::span<const PlanarTriangle> group) {
                       return triangles_cancel(group, difference.places);
                   });
        });
}

Box3 box_of_piece(const SurfacePiece& piece) {
    if (piece.triangles.size() == piece.mesh.triangles.size()) {
        return piece.mesh.box;
    }
    Box3 box;
    for (const std::uint32_t triangle : piece.triangles) {
        for (const std::uint32_t corner : piece.mesh.triangles[triangle]) {
            box = extend(box, piece.mesh.vertices[corner]);
        }
    }
    return box;
}

} // namespace

bool are_same_surface(const SurfacePiece& a, const SurfacePiece& b, Sign turn,
                      const Context& context) {
    if (a.triangles.empty() || b.triangles.empty()) {
        return a.triangles.empty() && b.triangles.empty();
    }
    if (box_of_piece(a) != box_of_piece(b) || surely_differ(a, b, turn, context)) {
        return false;
    }
    const Difference difference = difference_of(a, b, turn, context);
    return !context.cancelled() && !is_surely_something(difference) &&
           is_nothing(difference, context) && !context.cancelled();
}

} // namespace impinge::inline v0
