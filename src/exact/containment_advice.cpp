// SPDX-License-Identifier: Apache-2.0
#include "impinge/containment.hpp"

#include "base/buckets.hpp"
#include "base/no_throw.hpp"
#include "exact/verdict/surface.hpp"
#include "impinge/winding.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t points_per_part = 16;
constexpr double accuracy = 0.01;
/// Of a body of very many parts the first ones that lie in the box of the other must do.
constexpr std::size_t most_parts = 1000;

Box3 box_of_parts(const SurfaceParts& parts) {
    Box3 box;
    for (const SurfaceParts::Part& part : parts.list()) {
        box = united(box, part.box);
    }
    return box;
}

/// One after the other for each part that lies in the box: its vertices, evenly chosen, and where
/// those of the next part begin.
struct Probes {
    std::vector<Vec3d> points;
    std::vector<std::size_t> ends;
};

Probes probes_in(const WorldMesh& mesh, const SurfaceParts& parts, const Box3& box) {
    const Buckets<std::uint32_t> triangles(parts.list().size(), [&](auto put) {
        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
            put(parts.part_of(i), i);
        }
    });
    Probes probes;
    for (std::size_t part = 0; part < triangles.size() && probes.ends.size() < most_parts; ++part) {
        if (!holds(box, parts.list()[part].box)) {
            continue;
        }
        const std::size_t count = std::min(points_per_part, triangles[part].size());
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t triangle = triangles[part][i * triangles[part].size() / count];
            probes.points.push_back(mesh.vertices[mesh.triangles[triangle][0]]);
        }
        probes.ends.push_back(probes.points.size());
    }
    return probes;
}

/// The mean that is farthest from 0, over the parts.
std::optional<double> decisive_mean(const Probes& probes, std::span<const double> numbers) {
    std::optional<double> decisive;
    std::size_t begin = 0;
    for (const std::size_t end : probes.ends) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) {
            sum += numbers[i];
        }
        const double mean = sum / static_cast<double>(end - begin);
        if (!decisive || std::abs(mean) > std::abs(*decisive)) {
            decisive = mean;
        }
        begin = end;
    }
    return decisive;
}

/// How much of the one is in the other.
Expected<std::optional<double>> how_inside(const WorldMesh& one, const SurfaceParts& parts,
                                           const WorldMesh& other, const Box3& box_of_other,
                                           const Context& context) {
    const Probes probes = probes_in(one, parts, box_of_other);
    const auto numbers = generalized_winding_numbers(
        {other.vertices, other.triangles}, probes.points, {.accuracy = accuracy}, context);
    if (!numbers) {
        return numbers.error();
    }
    return decisive_mean(probes, numbers->values);
}

Expected<ContainmentAdvice> advice_about(const Body& a, const Body& b, const Context& context) {
    const auto world = to_world(a, b, context);
    if (!world) {
        return world.error();
    }
    if (context.cancelled()) {
        return ContainmentAdvice{.a_in_b = {}, .b_in_a = {}, .partial = true};
    }
    const SurfaceParts parts_a(world->a, 0, context);
    const SurfaceParts parts_b(world->b, 0, context);
    const auto a_in_b = how_inside(world->a, parts_a, world->b, box_of_parts(parts_b), context);
    if (!a_in_b) {
        return a_in_b.error();
    }
    const auto b_in_a = how_inside(world->b, parts_b, world->a, box_of_parts(parts_a), context);
    if (!b_in_a) {
        return b_in_a.error();
    }
    return ContainmentAdvice{*a_in_b, *b_in_a, context.cancelled()};
}

} // namespace

Expected<ContainmentAdvice> advise_on_containment(const Body& a, const Body& b,
                                                  const Context& context) {
    return no_throw([&] { return advice_about(a, b, context); });
}

} // namespace impinge::inline v0
