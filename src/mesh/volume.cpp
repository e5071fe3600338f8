// SPDX-License-Identifier: Apache-2.0
//
// Each component is measured from one of its own vertices, o: six times its volume is the sum of
// det(a - o, b - o, c - o) over its triangles.
#include "mesh/volume.hpp"

#include "base/clones.hpp"
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "impinge/defects.hpp"
#include "math/measures.hpp"
#include "mesh/positions.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t triangles_summed_at_once = 1 << 14;
/// Below it no product of three overflows.
constexpr double largest_reach = 1e100;

struct RoundedVolume {
    double sum = 0;
    double magnitude = 0; ///< more than the same sum with every product made positive
    double reach = 0;     ///< more than any distance from the origin, along any axis
    std::size_t triangles = 0;

    void operator+=(const RoundedVolume& other) {
        sum += other.sum;
        magnitude += other.magnitude;
        reach += other.reach;
        triangles += other.triangles;
    }
};

double sum_of_coordinates(Vec3d v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

void add_to_volume(RoundedVolume& volume, Vec3d origin, Vec3d a, Vec3d b, Vec3d c) {
    a = a - origin;
    b = b - origin;
    c = c - origin;
    volume.sum += dot(a, cross(b, c));
    const double at_a = sum_of_coordinates(a);
    const double at_b = sum_of_coordinates(b);
    const double at_c = sum_of_coordinates(c);
    volume.magnitude += at_a * at_b * at_c;
    volume.reach += at_a + at_b + at_c;
    ++volume.triangles;
}

/// The sign if rounding cannot have changed it, 0 if it might.
///
/// A determinant of rounded differences is off by less than 8 units in the last place of its
/// magnitude, and adding n of them, in any order, by n units of the magnitude's sum, which is
/// itself too small by at most as much; twice (n + 8) units cover all of it. Below 1e100 nothing
/// overflows, and what underflow loses in one triangle stays far below 1e-200.
Sign certain_sign(const RoundedVolume& volume) {
    if (!(volume.reach < largest_reach)) {
        return 0;
    }
    const auto count = static_cast<double>(volume.triangles);
    const double error = (count + 8) * 0x1p-52 * volume.magnitude + count * 1e-200;
    return volume.sum > error ? 1 : volume.sum < -error ? -1 : 0;
}

/// Sums over components, made by several threads. Triangles of one component mostly follow each
/// other, so that there are few more runs than components.
template <typename Sum> struct ComponentRun {
    std::uint32_t component = 0;
    Sum sum;
};

/// Adds up add(sum, triangle) over the triangles of each component that `wanted` says yes to.
template <typename Sum, typename Wanted, typename Add>
std::vector<Sum> sums_of_components(std::size_t triangle_count, const Components& components,
                                    const Context& context, Wanted wanted, Add add) {
    const auto runs = gather_chunks<ComponentRun<Sum>>(
        context, triangle_count, triangles_summed_at_once, [&](const Chunk& chunk) {
            std::vector<ComponentRun<Sum>> found;
            for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
                const std::uint32_t component = components.of(index);
                if (wanted(component)) {
                    if (found.empty() || found.back().component != component) {
                        found.push_back({component, Sum{}});
                    }
                    add(found.back().sum, component, index);
                }
            }
            return found;
        });
    std::vector<Sum> sums(components.count);
    for (const ComponentRun<Sum>& run : runs) {
        sums[run.component] += run.sum;
    }
    return sums;
}

struct ExactVolume {
    ExactNumber sum;
    Box3 box;

    void operator+=(const ExactVolume& other) {
        sum = sum + other.sum;
        box = united(box, other.box);
    }
    void add(Vec3d origin, const Triangle& t) {
        sum = sum + exact_orient3d(origin, t[0], t[1], t[2]);
    }
};

bool is_flat(const Box3& box) {
    return box.min.x == box.max.x || box.min.y == box.max.y || box.min.z == box.max.z;
}

/// The exact signs of the components marked in `wanted`, in two passes over the triangles: of what
/// lies in a plane across an axis there is nothing to add up.
void sum_exactly(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                 const Components& components, std::span<const Vec3d> origins,
                 std::vector<std::uint8_t> wanted, const Context& context,
                 std::vector<Sign>& signs) {
    const auto is_wanted = [&](std::uint32_t component) { return wanted[component] != 0; };
    const auto triangle = [&](std::size_t index) {
        const auto& [a, b, c] = triangles[index];
        return Triangle{{positions[a], positions[b], positions[c]}};
    };
    const auto boxes =
        sums_of_components<ExactVolume>(triangles.size(), components, context, is_wanted,
                                        [&](ExactVolume& volume, std::uint32_t, std::size_t index) {
                                            for (const Vec3d& corner : triangle(index).corners) {
                                                volume.box = extend(volume.box, corner);
                                            }
                                        });
    for (std::size_t component = 0; component < components.count; ++component) {
        wanted[component] = wanted[component] != 0 && !is_flat(boxes[component].box) ? 1 : 0;
    }
    const auto volumes = sums_of_components<ExactVolume>(
        triangles.size(), components, context, is_wanted,
        [&](ExactVolume& volume, std::uint32_t component, std::size_t index) {
            volume.add(origins[component], triangle(index));
        });
    for (std::size_t component = 0; component < components.count; ++component) {
        if (wanted[component] != 0) {
            signs[component] = volumes[component].sum.sign();
        }
    }
}

/// A vertex of each component.
std::vector<Vec3d> origins_of(std::span<const Vec3d> positions,
                              std::span<const TriangleIndices> triangles,
                              const Components& components) {
    std::vector<Vec3d> origins;
    origins.reserve(components.count);
    for (std::size_t index = 0; index < triangles.size() && origins.size() < components.count;
         ++index) {
        if (components.of(index) == origins.size()) { // numbered in the order of their first ones
            origins.push_back(positions[triangles[index][0]]);
        }
    }
    return origins;
}

} // namespace

std::vector<Sign> volume_signs(std::span<const Vec3d> positions,
                               std::span<const TriangleIndices> triangles,
                               const Components& components, const Context& context) {
    const std::vector<Vec3d> origins = origins_of(positions, triangles, components);
    const auto volumes = sums_of_components<RoundedVolume>(
        triangles.size(), components, context, [](std::uint32_t) { return true; },
        [&](RoundedVolume& volume, std::uint32_t component, std::size_t index) {
            const auto& [a, b, c] = triangles[index];
            add_to_volume(volume, origins[component], positions[a], positions[b], positions[c]);
        });
    std::vector<Sign> signs(components.count, 0);
    std::vector<std::uint8_t> uncertain(components.count, 0);
    for (std::size_t component = 0; component < components.count; ++component) {
        signs[component] = certain_sign(volumes[component]);
        uncertain[component] = signs[component] == 0 ? 1 : 0;
    }
    if (std::ranges::find(uncertain, 1) != uncertain.end()) {
        sum_exactly(positions, triangles, components, origins, std::move(uncertain), context,
                    signs);
    }
    return signs;
}

namespace {

/// What is known of some triangles. A triangle adds the product of a corner, as seen from the
/// origin, with the normal, the product of two edges.
struct PartOfWhole {
    double sum = 0;
    bool has_short_edge = false;
    /// The longest along each axis.
    Vec3d corner;
    Vec3d first_edge;
    Vec3d second_edge;

    void operator+=(const PartOfWhole& other) {
        sum += other.sum;
        has_short_edge |= other.has_short_edge;
        corner = larger(corner, other.corner);
        first_edge = larger(first_edge, other.first_edge);
        second_edge = larger(second_edge, other.second_edge);
    }
    static Vec3d larger(Vec3d a, Vec3d b) {
        return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
    }
};

template <typename Positions>
bool has_short_edge(const Positions& positions, std::span<const TriangleIndices> triangles) {
    return std::ranges::any_of(triangles, [&](const TriangleIndices& triangle) {
        const Vec3d a = positions[triangle[0]];
        const Vec3d b = positions[triangle[1]];
        const Vec3d c = positions[triangle[2]];
        return a == b || b == c || c == a;
    });
}

template <typename Positions>
PartOfWhole part_of_whole(const Positions& positions, std::span<const TriangleIndices> triangles,
                          Vec3d origin) {
    PartOfWhole part;
    double smallest_normal = 1;
    for (const TriangleIndices& triangle : triangles) {
        const Vec3d a = positions[triangle[0]];
        const Vec3d ab = positions[triangle[1]] - a;
        const Vec3d ac = positions[triangle[2]] - a;
        const Vec3d normal = cross(ab, ac);
        part += {dot(a - origin, normal), false, absolute(a - origin), absolute(ab), absolute(ac)};
        smallest_normal = std::min(smallest_normal, sum_of_coordinates(normal));
    }
    // A triangle with two equal corners has a normal of 0, rounded or not.
    part.has_short_edge = smallest_normal == 0 && has_short_edge(positions, triangles);
    return part;
}

using VolumeLanes [[gnu::vector_size(4 * sizeof(double))]] = double;
using VolumeMasks [[gnu::vector_size(4 * sizeof(double))]] = std::int64_t;

/// The same with all axes in one register, but that has_short_edge says whether a normal is 0. A
/// position is read with the number behind it, so no triangle may use the last vertex; what the
/// fourth lane makes of that number is not looked at.
IMPINGE_CLONES void sum_packed(const double* coordinates, const TriangleIndices* triangles,
                               std::size_t count, const Vec3d& origin, PartOfWhole& part) {
    constexpr std::int64_t all_but_sign = std::numeric_limits<std::int64_t>::max();
    const VolumeLanes seen_from{origin.x, origin.y, origin.z, 0};
    VolumeLanes sums{};
    std::array<VolumeLanes, 3> sizes{};
    VolumeMasks zero_normals{};
    for (std::size_t i = 0; i < count; ++i) {
        VolumeLanes a;
        VolumeLanes ab;
        VolumeLanes ac;
        std::memcpy(&a, coordinates + 3 * std::size_t{triangles[i][0]}, sizeof a);
        std::memcpy(&ab, coordinates + 3 * std::size_t{triangles[i][1]}, sizeof ab);
        std::memcpy(&ac, coordinates + 3 * std::size_t{triangles[i][2]}, sizeof ac);
        ab -= a;
        ac -= a;
        a -= seen_from;
        // The normal, its z first: then two of the products need no other order.
        const VolumeLanes normal = ab * __builtin_shufflevector(ac, ac, 1, 2, 0, 3) -
                                   __builtin_shufflevector(ab, ab, 1, 2, 0, 3) * ac;
        sums += __builtin_shufflevector(a, a, 2, 0, 1, 3) * normal;
        const VolumeMasks zero = normal == 0;
        zero_normals |= zero & __builtin_shufflevector(zero, zero, 1, 2, 0, 3) &
                        __builtin_shufflevector(zero, zero, 2, 0, 1, 3);
        const std::array<VolumeLanes, 3> factors{a, ab, ac};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto size = reinterpret_cast<VolumeLanes>(
                reinterpret_cast<VolumeMasks>(factors[k]) & all_but_sign);
            sizes[k] = size > sizes[k] ? size : sizes[k];
        }
    }
    part = {sums[1] + sums[2] + sums[0],
            zero_normals[0] != 0,
            {sizes[0][0], sizes[0][1], sizes[0][2]},
            {sizes[1][0], sizes[1][1], sizes[1][2]},
            {sizes[2][0], sizes[2][1], sizes[2][2]}};
}

bool use_vertex(std::span<const TriangleIndices> triangles, std::size_t vertex) {
    bool used = false;
    for (const TriangleIndices& triangle : triangles) {
        used |= triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
    }
    return used;
}

PartOfWhole part_of_whole(const StoredPositions<double, Packed::Yes>& positions,
                          std::span<const TriangleIndices> triangles, Vec3d origin,
                          std::size_t vertex_count) {
    if (use_vertex(triangles, vertex_count - 1)) {
        return part_of_whole(positions, triangles, origin);
    }
    PartOfWhole part;
    sum_packed(positions.coordinates(), triangles.data(), triangles.size(), origin, part);
    part.has_short_edge = part.has_short_edge && has_short_edge(positions, triangles);
    return part;
}

/// Whether products of three neither overflow nor become infinite.
bool is_in_range(const PartOfWhole& whole) {
    return sum_of_coordinates(whole.corner) < largest_reach &&
           sum_of_coordinates(whole.first_edge) < largest_reach &&
           sum_of_coordinates(whole.second_edge) < largest_reach;
}

/// As certain_sign(), from less: the products of a triangle, all made positive, are no more than
/// the product of the largest sums of coordinates; and as sums of chunks are added up, no term goes
/// through more additions than the largest chunk has triangles and there are chunks.
Sign certain_sign_of_whole(const PartOfWhole& whole, std::size_t triangles) {
    if (!is_in_range(whole)) {
        return 0;
    }
    const auto count = static_cast<double>(triangles);
    const auto chunks = static_cast<double>(chunk_count(triangles, triangles_summed_at_once));
    const double additions = static_cast<double>(triangles_summed_at_once) + chunks;
    const double largest = sum_of_coordinates(whole.corner) * sum_of_coordinates(whole.first_edge) *
                           sum_of_coordinates(whole.second_edge);
    const double error = (additions + 8) * 0x1p-52 * count * largest + count * 1e-200;
    return whole.sum > error ? 1 : whole.sum < -error ? -1 : 0;
}

} // namespace

WholeVolume volume_of_whole(const MeshView& mesh, const Context& context) {
    const auto triangles = mesh.triangles();
    std::vector<PartOfWhole> parts(chunk_count(triangles.size(), triangles_summed_at_once));
    with_positions(mesh, [&](auto positions) {
        const Vec3d origin = positions[triangles[0][0]];
        for_each_chunk(
            context, triangles.size(), triangles_summed_at_once, [&](const Chunk& chunk) {
                const auto some = triangles.subspan(chunk.begin, chunk.end - chunk.begin);
                if constexpr (is_packed<decltype(positions)>) {
                    parts[chunk.index] =
                        part_of_whole(positions, some, origin, mesh.vertex_count());
                } else {
                    parts[chunk.index] = part_of_whole(positions, some, origin);
                }
            });
    });
    PartOfWhole whole;
    for (const PartOfWhole& part : parts) {
        whole += part;
    }
    // Beyond that range normals may overflow and hide one.
    const bool may_have_short_edge = whole.has_short_edge || !is_in_range(whole);
    WholeVolume found{certain_sign_of_whole(whole, triangles.size()), may_have_short_edge};
    if (found.sign == 0 && !context.cancelled()) {
        const PositionArray positions(mesh, context);
        found.sign = volume_signs(positions.span(), triangles, {{}, 1}, context).front();
    }
    return found;
}

/// Volumes are measured from the centre of the box here, which keeps the terms small.
Expected<MeshMeasures> measure(const MeshView& mesh) {
    return no_throw([&]() -> Expected<MeshMeasures> {
        if (Status status = validate(mesh); !status) {
            return status.error();
        }
        MeshMeasures measures;
        for (std::size_t index = 0; index < mesh.triangle_count(); ++index) {
            for (const Vec3d& corner : mesh.triangle(index).corners) {
                measures.box = extend(measures.box, corner);
            }
        }
        const Vec3d origin = centre(measures.box);
        for (std::size_t index = 0; index < mesh.triangle_count(); ++index) {
            const Triangle triangle = mesh.triangle(index);
            const Vec3d a = triangle[0] - origin;
            const Vec3d ab = triangle[1] - triangle[0];
            const Vec3d ac = triangle[2] - triangle[0];
            const Vec3d normal = cross(ab, ac);
            measures.area += length(normal) * 0.5;
            measures.volume += dot(a, normal) / 6;
        }
        return measures;
    });
}

} // namespace impinge::inline v0
