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

/// Adds a triangle. Says false if all its corners are different for sure.
bool add_to_volume(RoundedVolume& volume, Vec3d origin, Vec3d a, Vec3d b, Vec3d c) {
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
    return at_a == at_b || at_b == at_c || at_c == at_a;
}

/// The sign if rounding cannot have changed it, 0 if it might.
///
/// A determinant of rounded differences is off by less than 8 units in the last place of its
/// magnitude, and adding n of them, in any order, by n units of the magnitude's sum, which is
/// itself too small by at most as much; twice (n + 8) units cover all of it. Below 1e100 nothing
/// overflows, and what underflow loses in one triangle stays far below 1e-200.
Sign certain_sign(const RoundedVolume& volume) {
    if (!(volume.reach < 1e100)) {
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

WholeVolume volume_of_whole(const MeshView& mesh, const Context& context) {
    struct Part {
        RoundedVolume volume;
        bool has_short_edge = false;
    };
    const auto triangles = mesh.triangles();
    std::vector<Part> parts(chunk_count(triangles.size(), triangles_summed_at_once));
    with_positions(mesh, [&](auto positions) {
        const Vec3d origin = positions[triangles[0][0]];
        for_each_chunk(context, triangles.size(), triangles_summed_at_once,
                       [&](const Chunk& chunk) {
                           Part part;
                           for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
                               const Vec3d a = positions[triangles[index][0]];
                               const Vec3d b = positions[triangles[index][1]];
                               const Vec3d c = positions[triangles[index][2]];
                               if (add_to_volume(part.volume, origin, a, b, c)) {
                                   part.has_short_edge |= a == b || b == c || c == a;
                               }
                           }
                           parts[chunk.index] = part;
                       });
    });
    Part whole;
    for (const Part& part : parts) {
        whole.volume += part.volume;
        whole.has_short_edge |= part.has_short_edge;
    }
    WholeVolume found{certain_sign(whole.volume), whole.has_short_edge};
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
