// SPDX-License-Identifier: Apache-2.0
//
// Each component is measured from one of its own vertices, o: six times its volume is the sum of
// det(a - o, b - o, c - o) over its triangles.
#include "mesh/volume.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "impinge/defects.hpp"
#include "math/measures.hpp"
#include "mesh/positions.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <cmath>

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

/// The largest sum of coordinates, as seen from the origin, over all vertices.
template <typename Positions>
double reach_of(const Positions& positions, std::size_t vertices, Vec3d origin,
                const Context& context) {
    std::vector<double> parts(chunk_count(vertices, triangles_summed_at_once), 0);
    for_each_chunk(context, vertices, triangles_summed_at_once, [&](const Chunk& chunk) {
        double reach = 0;
        for (std::size_t vertex = chunk.begin; vertex < chunk.end; ++vertex) {
            reach = std::max(reach, sum_of_coordinates(positions[vertex] - origin));
        }
        parts[chunk.index] = reach;
    });
    return parts.empty() ? 0 : *std::ranges::max_element(parts);
}

struct PartOfWhole {
    double sum = 0;
    bool has_short_edge = false;
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
    double sum = 0;
    double smallest_normal = 1;
    for (const TriangleIndices& triangle : triangles) {
        const Vec3d a = positions[triangle[0]];
        const Vec3d normal = cross(positions[triangle[1]] - a, positions[triangle[2]] - a);
        sum += dot(a - origin, normal);
        smallest_normal = std::min(smallest_normal, sum_of_coordinates(normal));
    }
    // A triangle with two equal corners has a normal of 0, rounded or not.
    return {sum, smallest_normal == 0 && has_short_edge(positions, triangles)};
}

/// As certain_sign(), from less: no product of three is larger than four times the cube of the
/// reach, since edges are at most twice as long, and as sums of chunks are added up, no term goes
/// through more additions than the largest chunk has triangles and there are chunks.
Sign certain_sign_of_whole(double sum, double reach, std::size_t triangles) {
    if (!(reach < largest_reach)) {
        return 0;
    }
    const auto count = static_cast<double>(triangles);
    const auto chunks = static_cast<double>(chunk_count(triangles, triangles_summed_at_once));
    const double additions = static_cast<double>(triangles_summed_at_once) + chunks;
    const double error = (additions + 8) * 0x1p-52 * count * reach * reach * reach + count * 1e-200;
    return sum > error ? 1 : sum < -error ? -1 : 0;
}

} // namespace

WholeVolume volume_of_whole(const MeshView& mesh, const Context& context) {
    const auto triangles = mesh.triangles();
    std::vector<PartOfWhole> parts(chunk_count(triangles.size(), triangles_summed_at_once));
    double reach = 0;
    with_positions(mesh, [&](auto positions) {
        const Vec3d origin = positions[triangles[0][0]];
        reach = reach_of(positions, mesh.vertex_count(), origin, context);
        for_each_chunk(
            context, triangles.size(), triangles_summed_at_once, [&](const Chunk& chunk) {
                parts[chunk.index] = part_of_whole(
                    positions, triangles.subspan(chunk.begin, chunk.end - chunk.begin), origin);
            });
    });
    PartOfWhole whole;
    for (const PartOfWhole& part : parts) {
        whole.sum += part.sum;
        whole.has_short_edge |= part.has_short_edge;
    }
    // Beyond that range normals may overflow and hide one.
    const bool may_have_short_edge = whole.has_short_edge || !(reach < largest_reach);
    WholeVolume found{certain_sign_of_whole(whole.sum, reach, triangles.size()),
                      may_have_short_edge};
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
