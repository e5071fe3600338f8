// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/surface.hpp"

#include "base/disjoint_sets.hpp"
#include "base/parallel.hpp"
#include "base/sort_in_pieces.hpp"
#include "exact/shared_facts.hpp"
#include "geometry/bvh.hpp"
#include "mesh/surface_topology.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"
#include "mesh/winding.hpp"

#include <array>
#include <bit>
#include <limits>
#include <map>
#include <utility>

namespace impinge::inline v0 {

namespace {

constexpr std::size_t items_looked_at = 1 << 15;

/// A set of positions that is asked about many more.
class PositionSet {
  public:
    /// Holds nothing in particular once the context is cancelled.
    PositionSet(std::vector<Vec3d> positions, const Context& context)
        : positions_(std::move(positions)), filter_(std::bit_ceil(positions_.size() * 16 + 64), 0) {
        if (!sort_in_pieces(positions_, context)) {
            return;
        }
        positions_.erase(std::unique(positions_.begin(), positions_.end()), positions_.end());
        for (const Vec3d& p : positions_) {
            filter_[slot_of(p)] = 1;
        }
    }
    [[nodiscard]] bool holds(Vec3d p) const {
        return filter_[slot_of(p)] != 0 &&
               std::binary_search(positions_.begin(), positions_.end(), p);
    }

  private:
    [[nodiscard]] std::size_t slot_of(Vec3d p) const {
        const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value + 0.0); };
        const std::uint64_t mixed =
            (bits(p.x) * 0x9E3779B97F4A7C15u + bits(p.y)) * 0xD6E8FEB86659FD93u + bits(p.z);
        return static_cast<std::size_t>((mixed * 0xBF58476D1CE4E5B9u) >> 20) & (filter_.size() - 1);
    }

    std::vector<Vec3d> positions_;
    std::vector<std::uint8_t> filter_;
};

std::vector<Vec3d> corners_of(const WorldMesh& mesh, std::span<const std::uint32_t> triangles) {
    std::vector<Vec3d> corners;
    corners.reserve(3 * triangles.size());
    for (const std::uint32_t triangle : triangles) {
        const Triangle t = mesh.triangle(triangle);
        corners.insert(corners.end(), t.corners.begin(), t.corners.end());
    }
    return corners;
}

/// Marks the vertices that lie where a corner of those named does.
std::vector<std::uint8_t> vertices_at(const WorldMesh& mesh, const PositionSet& corners,
                                      const Context& context) {
    std::vector<std::uint8_t> marked(mesh.vertices.size(), 0);
    for_each_chunk(context, marked.size(), items_looked_at, [&](const Chunk& chunk) {
        for (std::size_t vertex = chunk.begin; vertex < chunk.end; ++vertex) {
            marked[vertex] = corners.holds(mesh.vertices[vertex]) ? 1 : 0;
        }
    });
    return marked;
}

std::vector<std::uint32_t> faces_with(const WorldMesh& mesh, std::span<const std::uint8_t> marked,
                                      const Context& context) {
    return gather_chunks<std::uint32_t>(
        context, mesh.triangles.size(), items_looked_at, [&](const Chunk& chunk) {
            std::vector<std::uint32_t> found;
            for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
                const auto& [a, b, c] = mesh.triangles[index];
                if ((marked[a] | marked[b] | marked[c]) != 0) {
                    found.push_back(static_cast<std::uint32_t>(index));
                }
            }
            return found;
        });
}

} // namespace

SolidSurface::SolidSurface(const Solid& solid, std::span<const std::uint32_t> named,
                           const Context& context)
    : mesh_(solid.mesh), inward_(solid.normals == Normals::Inward),
      welded_(make_unset_array<std::uint32_t>(mesh_.vertices.size())),
      place_(make_unset_array<std::uint32_t>(mesh_.vertices.size())) {
    const auto marked = vertices_at(mesh_, PositionSet(corners_of(mesh_, named), context), context);
    const auto known = faces_with(mesh_, marked, context);
    const auto positions = corners_of(mesh_, known);
    const auto map = weld_map(positions, context);
    if (context.cancelled()) {
        return;
    }
    const auto corner = [&](std::size_t at) { return mesh_.triangles[known[at / 3]][at % 3]; };
    std::uint32_t places = 0;
    for (std::size_t at = 0; at < map.size(); ++at) {
        const std::uint32_t vertex = corner(at);
        const bool is_first = map[at] == at;
        if (is_first && marked[vertex] != 0) {
            place_[vertex] = places++;
        }
        welded_[vertex] = corner(map[at]);
    }
    incident_ = {places, [&](auto put) {
                     for (std::size_t at = 0; at < map.size(); ++at) {
                         if (marked[corner(at)] != 0) {
                             put(place_[corner(map[at])], known[at / 3]);
                         }
                     }
                 }};
}

SurfaceParts::SurfaceParts(const WorldMesh& mesh, std::size_t components, const Context& context) {
    if (components != 1) {
        part_of_ = welded_components(mesh.vertices, mesh.triangles, context).of_triangle;
    }
    if (context.cancelled()) {
        part_of_.clear(); // some may not be numbered
    }
    for (std::uint32_t triangle = 0; triangle < mesh.triangles.size(); ++triangle) {
        if (part_of(triangle) == parts_.size()) {
            parts_.push_back({.box = {}, .first_triangle = triangle});
        }
        Part& part = parts_[part_of(triangle)];
        part.box = united(part.box, box_of(mesh.triangle(triangle)));
    }
}

namespace {

std::vector<Box3> find_rims(const WorldMesh& mesh, const Context& context) {
    const auto welded = welded_triangles(mesh.triangles, weld_map(mesh.vertices, context), context);
    std::vector<std::array<std::uint32_t, 2>> open;
    EdgeTable(welded, mesh.vertices.size()).for_each_edge([&](const EdgeFaces& edge) {
        if (is_open(count_faces(edge))) {
            open.push_back({edge.smaller, edge.larger});
        }
    });
    DisjointSets rims(mesh.vertices.size());
    for (const auto& [smaller, larger] : open) {
        rims.unite(smaller, larger);
    }
    std::map<std::uint32_t, Box3> boxes;
    for (const auto& [smaller, larger] : open) {
        Box3& box = boxes[rims.root(smaller)];
        box = extend(extend(box, mesh.vertices[smaller]), mesh.vertices[larger]);
    }
    std::vector<Box3> list;
    list.reserve(boxes.size());
    for (const auto& [rim, box] : boxes) {
        list.push_back(box);
    }
    return list;
}

} // namespace

std::shared_ptr<const SurfaceParts> parts_of_surface(const WorldMesh& mesh, std::size_t components,
                                                     const Context& context) {
    const auto find = [&] { return SurfaceParts(mesh, components, context); };
    return mesh.shared ? mesh.shared->parts.get(context, find)
                       : std::make_shared<const SurfaceParts>(find());
}

std::shared_ptr<const std::vector<Box3>> boxes_of_rims(const WorldMesh& mesh,
                                                       const Context& context) {
    const auto find = [&] { return find_rims(mesh, context); };
    return mesh.shared ? mesh.shared->rims.get(context, find)
                       : std::make_shared<const std::vector<Box3>>(find());
}

namespace {

/// Of more points all triangles are looked at once.
constexpr std::size_t few_rays = 64;

/// The triangles that a ray towards +x may meet, from a point in the box.
struct TrianglesOnRay {
    std::vector<std::uint32_t> numbers; ///< in order
    std::vector<TriangleIndices> triangles;
};

/// Nothing if all triangles have to be looked at.
std::optional<TrianglesOnRay> triangles_on_ray(const WorldMesh& mesh, const Box3& from,
                                               const Context& context) {
    Box3 ray = from;
    ray.max.x = std::numeric_limits<double>::infinity();
    auto near = triangles_reaching(mesh, ray, context);
    if (!near) {
        return std::nullopt;
    }
    TrianglesOnRay found{.numbers = std::move(*near), .triangles = {}};
    std::sort(found.numbers.begin(), found.numbers.end());
    found.triangles.reserve(found.numbers.size());
    for (const std::uint32_t number : found.numbers) {
        found.triangles.push_back(mesh.triangles[number]);
    }
    return found;
}

} // namespace

std::vector<std::optional<int>> windings_around(std::span<const Vec3d> points,
                                                const WorldMesh& mesh, const Context& context) {
    std::vector<std::optional<int>> numbers;
    for (std::size_t i = 0; i < points.size() && points.size() <= few_rays; ++i) {
        const auto near = triangles_on_ray(mesh, {points[i], points[i]}, context);
        if (!near) {
            break;
        }
        numbers.push_back(winding_number(points[i], mesh.vertices, near->triangles));
    }
    return numbers.size() == points.size()
               ? numbers
               : winding_numbers(points, mesh.vertices, mesh.triangles, context);
}

std::vector<Surroundings> surroundings_in(const WorldMesh& mesh,
                                          std::span<const WeightedPoint> points,
                                          const Context& context) {
    std::vector<Surroundings> all;
    for (std::size_t i = 0; i < points.size() && points.size() <= few_rays; ++i) {
        const auto near = triangles_on_ray(mesh, points[i].box(), context);
        if (!near) {
            break;
        }
        all.push_back(
            surroundings(points.subspan(i, 1), mesh.vertices, near->triangles, context).front());
        for (std::uint32_t& triangle : all.back().holding) {
            triangle = near->numbers[triangle];
        }
    }
    return all.size() == points.size()
               ? all
               : surroundings(points, mesh.vertices, mesh.triangles, context);
}

} // namespace impinge::inline v0
