// SPDX-License-Identifier: Apache-2.0
#include "depth_methods/proof/thin_spikes.hpp"

#include "base/disjoint_sets.hpp"
#include "base/parallel.hpp"
#include "exact/world_mesh.hpp"
#include "geometry/bvh.hpp"
#include "mesh/positions.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace impinge::inline v0::imagespace {
namespace {

/// How thick a body is behind a point of its surface, asked of rays no longer than what counts as
/// thin.
class Thickness {
  public:
    /// The triangles index the positions; both must outlive this. Outward is told by the sign of
    /// the enclosed volume.
    Thickness(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
              const Context& context);

    /// Outward; zero for a triangle without area.
    [[nodiscard]] Vec3d unit_normal(std::uint32_t triangle) const { return normals_[triangle]; }
    [[nodiscard]] Triangle triangle(std::uint32_t index) const;

    /// Whether a ray that starts inside the given triangle leaves the body before `reach`.
    [[nodiscard]] bool leaves(std::uint32_t from_triangle, Vec3d start, Vec3d unit_direction,
                              double reach) const;

  private:
    std::span<const Vec3d> positions_;
    std::span<const TriangleIndices> triangles_;
    std::vector<Vec3d> normals_;
    Bvh tree_;
};

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Where the ray enters the box, or infinity.
double entry(const Box3& box, Vec3d start, Vec3d direction) {
    double first = 0;
    double last = infinity;
    for (int axis = 0; axis < 3; ++axis) {
        if (direction[axis] == 0) {
            if (start[axis] < box.min[axis] || start[axis] > box.max[axis]) {
                return infinity;
            }
            continue;
        }
        const double one = (box.min[axis] - start[axis]) / direction[axis];
        const double other = (box.max[axis] - start[axis]) / direction[axis];
        first = std::max(first, std::min(one, other));
        last = std::min(last, std::max(one, other));
    }
    // Flat boxes, and rounding.
    return first <= last + 1e-9 * (1 + last) ? first : infinity;
}

/// Where the ray meets the triangle, a little larger than it is so that no ray slips through
/// between two; infinity if it does not.
double hit(const Triangle& t, Vec3d start, Vec3d direction) {
    constexpr double border = 1e-9;
    const Vec3d edge_u = t[1] - t[0];
    const Vec3d edge_v = t[2] - t[0];
    const Vec3d p = cross(direction, edge_v);
    const double determinant = dot(edge_u, p);
    if (determinant == 0) {
        return infinity;
    }
    const Vec3d from_corner = start - t[0];
    const Vec3d q = cross(from_corner, edge_u);
    const double u = dot(from_corner, p) / determinant;
    const double v = dot(direction, q) / determinant;
    const bool inside = u >= -border && v >= -border && u + v <= 1 + border;
    return inside ? dot(edge_v, q) / determinant : infinity;
}

Thickness::Thickness(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                     const Context& context)
    : positions_(positions), triangles_(triangles) {
    std::vector<Box3> boxes;
    boxes.reserve(triangles.size());
    normals_.reserve(triangles.size());
    double volume = 0;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const Triangle t = triangle(i);
        const Vec3d normal = cross(t[1] - t[0], t[2] - t[0]);
        const double size = length(normal);
        volume += dot(normal, t[0] - positions[triangles[0][0]]);
        normals_.push_back(size > 0 ? normal * (1 / size) : Vec3d{});
        boxes.push_back(box_of(t));
    }
    if (volume < 0) {
        for (Vec3d& normal : normals_) {
            normal = -normal;
        }
    }
    tree_ = Bvh(boxes, context);
}

Triangle Thickness::triangle(std::uint32_t index) const {
    const TriangleIndices& t = triangles_[index];
    return {{positions_[t[0]], positions_[t[1]], positions_[t[2]]}};
}

bool Thickness::leaves(std::uint32_t from_triangle, Vec3d start, Vec3d unit_direction,
                       double reach) const {
    bool found = false;
    const double nothing_left = -1; // a limit below every bound ends the search
    visit_nearest_first(
        tree_, reach, [&](const Box3& box) { return entry(box, start, unit_direction); },
        [&](std::uint32_t item) {
            // A wall that lies flush on this one is another part, not the other side.
            const double at = hit(triangle(item), start, unit_direction);
            found = item != from_triangle && at <= reach && at > 1e-6 * reach;
            return found ? nothing_left : reach;
        });
    return found;
}

/// A mesh with welded corners.
struct Surface {
    std::vector<Vec3d> positions;
    std::vector<TriangleIndices> triangles;
};

/// The triangle of an entry of EdgeFaces.
std::uint32_t triangle_at(std::uint64_t entry) { return static_cast<std::uint32_t>(entry); }

class Rims {
  public:
    Rims(const Surface& surface, std::vector<std::uint8_t>& thin, double reach)
        : surface_(surface), thin_(thin), reach_(reach), is_thin_corner_(surface.positions.size()),
          begins_at_(thin.size(), none) {
        for (std::size_t i = 0; i < thin.size(); ++i) {
            for (const std::uint32_t corner : surface.triangles[i]) {
                is_thin_corner_[corner] = is_thin_corner_[corner] != 0 || thin[i] != 0 ? 1 : 0;
            }
        }
    }

    void take_in(const EdgeTable& edges) {
        constexpr int most_rounds = 16; // each goes one triangle farther
        bool grows = true;
        for (int round = 0; round < most_rounds && grows; ++round) {
            grows = false;
            edges.for_each_edge([&](const EdgeFaces& edge) {
                for (const std::uint64_t from : edge.forward) {
                    for (const std::uint64_t to : edge.backward) {
                        grows = cross_edge(edge, triangle_at(from), triangle_at(to)) ||
                                cross_edge(edge, triangle_at(to), triangle_at(from)) || grows;
                    }
                }
            });
        }
    }

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    bool cross_edge(const EdgeFaces& edge, std::uint32_t from, std::uint32_t to) {
        if (thin_[from] == 0 || thin_[to] != 0) {
            return false;
        }
        const std::uint32_t begin = begins_at_[from] == none ? edge.smaller : begins_at_[from];
        const Vec3d place = surface_.positions[begin];
        const bool near = std::ranges::all_of(surface_.triangles[to], [&](std::uint32_t corner) {
            return is_thin_corner_[corner] != 0 ||
                   length(surface_.positions[corner] - place) <= reach_;
        });
        if (near) {
            thin_[to] = 1;
            begins_at_[to] = begin;
        }
        return near;
    }

    const Surface& surface_;
    std::vector<std::uint8_t>& thin_;
    double reach_;
    std::vector<std::uint8_t> is_thin_corner_;
    std::vector<std::uint32_t> begins_at_; ///< a vertex; none for what is thin itself
};

double diagonal(const Surface& surface, std::span<const std::uint32_t> triangles) {
    Box3 box;
    for (const std::uint32_t triangle : triangles) {
        for (const std::uint32_t corner : surface.triangles[triangle]) {
            box = extend(box, surface.positions[corner]);
        }
    }
    return length(extent(box));
}

/// Takes in what closes the ends of needles and the rims of sheets: neighbours whose corners are
/// all corners of thin triangles, or no farther than `reach` from the place where they begin.
void take_in_rims(std::vector<std::uint8_t>& thin, const Surface& surface, const EdgeTable& edges,
                  double reach) {
    Rims(surface, thin, reach).take_in(edges);
}

/// The thin triangles that are connected through edges, in the order of their first triangles,
/// without those whose box has a diagonal below `least_length`.
std::vector<std::vector<std::uint32_t>> connected_patches(const std::vector<std::uint8_t>& thin,
                                                          const Surface& surface,
                                                          const EdgeTable& edges,
                                                          double least_length) {
    DisjointSets patches(thin.size());
    edges.for_each_edge([&](const EdgeFaces& edge) {
        std::optional<std::uint32_t> first;
        for (const auto entries : {edge.forward, edge.backward}) {
            for (const std::uint64_t entry : entries) {
                if (thin[triangle_at(entry)] != 0) {
                    first = first.value_or(triangle_at(entry));
                    patches.unite(*first, triangle_at(entry));
                }
            }
        }
    });
    std::vector<std::vector<std::uint32_t>> spikes;
    std::vector<std::size_t> place(thin.size());
    for (std::uint32_t i = 0; i < thin.size(); ++i) {
        if (thin[i] != 0) {
            const std::uint32_t root = patches.root(i);
            if (root == i) {
                place[root] = spikes.size();
                spikes.emplace_back();
            }
            spikes[place[root]].push_back(i);
        }
    }
    std::erase_if(spikes, [&](const std::vector<std::uint32_t>& spike) {
        return diagonal(surface, spike) < least_length;
    });
    return spikes;
}

constexpr double thin_pixels = 2;
constexpr double long_pixels = 4;
constexpr double cosine_of_blade = 0.88; // 28 degrees: thin_pixels thick at long_pixels

/// Where thin is, in units of the mesh.
struct Scale {
    double thin = 0;
    double length = 0;
};

Vec3d middle_of(const Triangle& t) { return (t[0] + t[1] + t[2]) * (1.0 / 3); }

/// Whether the body is thin across the direction from the corner to a point some pixels from it.
bool is_narrow_at(const Thickness& body, std::uint32_t triangle, Vec3d corner, const Scale& scale) {
    const Vec3d to_middle = middle_of(body.triangle(triangle)) - corner;
    const double distance = length(to_middle);
    if (!(distance > scale.length)) {
        return false; // the middle itself tells
    }
    const Vec3d along = to_middle * (1 / distance);
    const Vec3d point = corner + along * scale.length;
    const Vec3d inward = -body.unit_normal(triangle);
    const Vec3d across = cross(inward, along);
    const double half_turn = std::sqrt(0.5);
    const std::array<Vec3d, 3> directions{inward, (inward + across) * half_turn,
                                          (inward - across) * half_turn};
    return std::all_of(directions.begin(), directions.end(), [&](Vec3d direction) {
        return body.leaves(triangle, point, direction, scale.thin);
    });
}

bool is_thin(const Thickness& body, std::uint32_t triangle, const Scale& scale) {
    const Vec3d inward = -body.unit_normal(triangle);
    if (inward == Vec3d{}) {
        return false; // without area; what it lies in has neighbours that tell
    }
    const Triangle t = body.triangle(triangle);
    return body.leaves(triangle, middle_of(t), inward, scale.thin) ||
           is_narrow_at(body, triangle, t[0], scale) || is_narrow_at(body, triangle, t[1], scale) ||
           is_narrow_at(body, triangle, t[2], scale);
}

/// Whether two faces meet in a sharp edge of the material.
bool is_blade(const Thickness& body, std::uint32_t first, std::uint32_t second, Vec3d on_edge) {
    const Vec3d normal = body.unit_normal(first);
    const Vec3d into_second = middle_of(body.triangle(second)) - on_edge;
    return dot(normal, body.unit_normal(second)) < -cosine_of_blade && dot(normal, into_second) < 0;
}

std::vector<std::uint8_t> thin_triangles(const Surface& surface, const EdgeTable& edges,
                                         const Scale& scale, const Context& context) {
    const Thickness body(surface.positions, surface.triangles, context);
    std::vector<std::uint8_t> thin(surface.triangles.size(), 0);
    if (context.cancelled()) { // then the body is not complete
        return thin;
    }
    constexpr std::size_t triangles_per_chunk = 1 << 10;
    for_each_chunk(context, thin.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            thin[i] = is_thin(body, static_cast<std::uint32_t>(i), scale) ? 1 : 0;
        }
    });
    edges.for_each_edge([&](const EdgeFaces& edge) {
        if (edge.forward.size() == 1 && edge.backward.size() == 1) {
            const std::uint32_t first = triangle_at(edge.forward[0]);
            const std::uint32_t second = triangle_at(edge.backward[0]);
            if (is_blade(body, first, second, surface.positions[edge.smaller])) {
                thin[first] = 1;
                thin[second] = 1;
            }
        }
    });
    return thin;
}

} // namespace

std::vector<std::vector<std::uint32_t>> thin_spikes(const MeshView& mesh, double pixel_size,
                                                    const Context& context) {
    if (mesh.triangle_count() == 0 || !(pixel_size > 0)) {
        return {};
    }
    Surface surface{gather_positions(mesh), {}};
    surface.triangles = welded_triangles(mesh.triangles(), weld_map(surface.positions));
    const EdgeTable edges(surface.triangles, surface.positions.size());
    const Scale scale{thin_pixels * pixel_size, long_pixels * pixel_size};
    std::vector<std::uint8_t> thin = thin_triangles(surface, edges, scale, context);
    take_in_rims(thin, surface, edges, scale.thin);
    return connected_patches(thin, surface, edges, scale.length);
}

} // namespace impinge::inline v0::imagespace
