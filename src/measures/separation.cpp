// SPDX-License-Identifier: Apache-2.0
#include "measures/separation.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "exact/world_mesh.hpp"
#include "impinge/convex.hpp"
#include "impinge/overlap.hpp"
#include "measures/shadow_height.hpp"
#include "measures/surface_distance.hpp"
#include "mesh/winding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {
namespace {

Body moved(const Body& body, Vec3d offset) {
    Body result = body;
    result.pose.translation = body.pose.translation + offset;
    return result;
}

bool overlaps(Verdict verdict) { return verdict != Verdict::Apart && verdict != Verdict::Touching; }

double size_of(const Box3& a, const Box3& b) {
    const Vec3d reach = max(max(a.max, b.max), -min(a.min, b.min));
    return std::max({std::abs(reach.x), std::abs(reach.y), std::abs(reach.z)});
}

/// Moves B on by roundings until collide() agrees that it is free.
Expected<Separation> proved(const Body& a, const Body& b, Separation separation, double size,
                            const Context& context) {
    constexpr int tries = 40;
    double more = 0x1p-52 * size;
    for (int i = 0; i < tries; ++i) {
        const auto found =
            collide(a, moved(b, separation.direction * separation.distance), {}, context);
        if (!found) {
            return found.error();
        }
        if (context.cancelled()) {
            separation.partial = true;
            return separation;
        }
        if (!overlaps(found->verdict)) {
            separation.verdict = found->verdict;
            return separation;
        }
        separation.distance += more;
        more *= 2;
    }
    return Error{ErrorCode::Internal, "a separation could not be proved"};
}

/// What both bodies are asked for, once.
struct Question {
    const Body& a;
    const Body& b;
    const WorldMesh& mesh_a;
    const WorldMesh& mesh_b;
    double size;
};

constexpr double no_limit = std::numeric_limits<double>::infinity();

Separation cancelled_separation() {
    Separation separation;
    separation.partial = true;
    return separation;
}

Expected<Separation> along(const Question& question, Vec3d unit, const Context& context) {
    Separation separation;
    const auto before = collide(question.a, question.b, {}, context);
    if (!before) {
        return before.error();
    }
    const auto rise = largest_rise(question.mesh_a, question.mesh_b, unit, no_limit, context);
    if (context.cancelled()) {
        return cancelled_separation();
    }
    separation.verdict = before->verdict;
    if (!overlaps(before->verdict) && (!rise || *rise <= 0)) {
        return separation;
    }
    separation.direction = unit;
    separation.distance = std::max(0.0, rise.value_or(0));
    return proved(question.a, question.b, separation, question.size, context);
}

/// The radius of a ball in both bodies: one of those around some points. Two such balls are apart
/// only if their centres are two radii apart, so no shorter translation separates the bodies.
double radius_in_both(const Question& question, const Overlap& overlap, const Context& context) {
    std::vector<Vec3d> points;
    for (const OverlapRegion& region : overlap.regions) {
        points.push_back(region.centroid);
        for (const RegionDepth* depth : {&region.a_in_b, &region.b_in_a}) {
            points.push_back((depth->point + depth->surface_point) * 0.5);
        }
    }
    const Box3 everything = united(question.mesh_a.box, question.mesh_b.box);
    std::vector<double> radii(points.size(), no_limit);
    for (const WorldMesh* mesh : {&question.mesh_a, &question.mesh_b}) {
        const SurfaceDistance surface(*mesh, everything, context);
        const auto windings = winding_numbers(points, mesh->vertices, mesh->triangles, context);
        for (std::size_t i = 0; i < points.size() && !context.cancelled(); ++i) {
            const bool inside = windings[i].value_or(0) != 0;
            radii[i] = inside ? std::min(radii[i], surface.nearest(points[i]).distance) : 0;
        }
    }
    return radii.empty() ? 0 : *std::max_element(radii.begin(), radii.end());
}

/// Directions in which it may be short: of faces that bound the overlap, larger areas first.
class LikelyDirections {
  public:
    void add(Vec3d direction, double weight) {
        const double size = length(direction);
        if (!(size > 0) || !(weight > 0)) {
            return;
        }
        const Vec3d unit = direction * (1 / size);
        const auto cell = [](double coordinate) {
            return std::min(static_cast<std::size_t>((coordinate + 1) * (cells / 2.0)), cells - 1);
        };
        Bin& bin = bins_[(cell(unit.x) * cells + cell(unit.y)) * cells + cell(unit.z)];
        bin.sum = bin.sum + unit * weight;
        bin.weight += weight;
    }
    [[nodiscard]] std::vector<Vec3d> sorted() const {
        std::vector<Bin> filled;
        std::copy_if(bins_.begin(), bins_.end(), std::back_inserter(filled),
                     [](const Bin& bin) { return bin.weight > 0 && length(bin.sum) > 0; });
        std::stable_sort(filled.begin(), filled.end(),
                         [](const Bin& p, const Bin& q) { return p.weight > q.weight; });
        std::vector<Vec3d> directions;
        for (const Bin& bin : filled) {
            directions.push_back(bin.sum * (1 / length(bin.sum)));
        }
        return directions;
    }

  private:
    static constexpr std::size_t cells = 5; ///< along each axis of a cube around the unit sphere

    struct Bin {
        Vec3d sum{};
        double weight = 0;
    };
    std::array<Bin, cells * cells * cells> bins_{};
};

std::vector<Vec3d> likely_directions(const Question& question, const Overlap& overlap) {
    std::vector<Vec3d> directions{{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                  {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    LikelyDirections of_faces;
    for (const OverlapRegion& region : overlap.regions) {
        const auto away = [&](Vec3d way) {
            if (length(way) > 0) {
                directions.push_back(way * (1 / length(way)));
            }
        };
        away(region.a_in_b.point - region.a_in_b.surface_point);
        away(region.b_in_a.surface_point - region.b_in_a.point);
        const auto add_normals = [&](const WorldMesh& mesh, double sign,
                                     std::span<const std::uint32_t> triangles) {
            for (const std::uint32_t index : triangles) {
                const Triangle t = mesh.triangle(index);
                const Vec3d normal = cross(t[1] - t[0], t[2] - t[0]) * sign;
                of_faces.add(normal, length(normal));
            }
        };
        add_normals(question.mesh_a, 1, region.triangles_a);
        add_normals(question.mesh_b, -1, region.triangles_b);
    }
    const std::vector<Vec3d> normals = of_faces.sorted();
    directions.insert(directions.end(), normals.begin(), normals.end());
    return directions;
}

/// Some triangles of a mesh, as a mesh.
WorldMesh part_of_mesh(const WorldMesh& mesh, std::span<const std::uint32_t> indices,
                       std::vector<TriangleIndices>& storage) {
    WorldMesh part;
    for (const std::uint32_t index : indices) {
        storage.push_back(mesh.triangles[index]);
        part.box = united(part.box, box_of(mesh.triangle(index)));
    }
    part.vertices = mesh.vertices;
    part.triangles = storage;
    return part;
}

/// The triangles that bound the overlap: how far these alone must move is a lower bound, quickly
/// told.
class BorderOfOverlap {
  public:
    BorderOfOverlap(const Question& question, const Overlap& overlap) {
        std::vector<std::uint32_t> of_a;
        std::vector<std::uint32_t> of_b;
        for (const OverlapRegion& region : overlap.regions) {
            of_a.insert(of_a.end(), region.triangles_a.begin(), region.triangles_a.end());
            of_b.insert(of_b.end(), region.triangles_b.begin(), region.triangles_b.end());
        }
        a_ = part_of_mesh(question.mesh_a, of_a, storage_a_);
        b_ = part_of_mesh(question.mesh_b, of_b, storage_b_);
    }
    /// Whether B must move farther than this along the direction, as these triangles tell.
    [[nodiscard]] bool is_farther(Vec3d direction, double distance, const Context& context) const {
        const auto rise = largest_rise(a_, b_, direction, distance, context);
        return rise && *rise > distance;
    }

  private:
    std::vector<TriangleIndices> storage_a_;
    std::vector<TriangleIndices> storage_b_;
    WorldMesh a_;
    WorldMesh b_;
};

/// Tries directions, then others ever nearer to the best.
class ShortestWay {
  public:
    ShortestWay(const Question& question, const Overlap& overlap, unsigned tries,
                const Context& context)
        : question_(question), border_(question, overlap), left_(tries), context_(context) {}

    void try_all(std::span<const Vec3d> directions) {
        for (const Vec3d direction : directions) {
            attempt(direction);
        }
    }
    void try_around_best() {
        constexpr double narrowest = 1e-4;
        for (double step = 0.3; left_ > 0 && step > narrowest && !context_.cancelled();) {
            const double before = distance_;
            const ShadowFrame frame = shadow_frame(direction_);
            for (const auto& [u, v] : around) {
                const Vec3d way = frame.direction + (frame.u * u + frame.v * v) * step;
                attempt(way * (1 / length(way)));
            }
            step = distance_ < before ? step : step / 2;
        }
    }
    [[nodiscard]] double distance() const { return distance_; }
    [[nodiscard]] Vec3d direction() const { return direction_; }

  private:
    static constexpr std::array<std::array<double, 2>, 4> around{
        {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

    void attempt(Vec3d direction) {
        if (left_ == 0 || context_.cancelled()) {
            return;
        }
        --left_;
        if (border_.is_farther(direction, distance_, context_)) {
            return;
        }
        const auto rise =
            largest_rise(question_.mesh_a, question_.mesh_b, direction, distance_, context_);
        if (rise && *rise > 0 && *rise < distance_) {
            distance_ = *rise;
            direction_ = direction;
        }
    }

    const Question& question_;
    BorderOfOverlap border_;
    unsigned left_;
    const Context& context_;
    double distance_ = no_limit;
    Vec3d direction_{};
};

/// Nothing if a body is not convex, or so placed that convex.hpp does not take it.
std::optional<Separation> minimum_of_convex(const Question& question) {
    const auto shape_a = Polytope::from_mesh(question.a.mesh);
    const auto shape_b = shape_a ? Polytope::from_mesh(question.b.mesh) : shape_a;
    if (!shape_a || !shape_b) {
        return std::nullopt;
    }
    const auto found = penetration({*shape_a, question.a.pose}, {*shape_b, question.b.pose});
    if (!found) {
        return std::nullopt;
    }
    Separation separation;
    separation.kind = SeparationKind::Minimum;
    separation.distance = found->depth;
    separation.direction = found->direction;
    separation.at_least = std::max(0.0, found->depth - 1e-12 * question.size);
    return separation;
}

Expected<Separation> best_found(const Question& question, const SeparationOptions& options,
                                const Overlap& found, const Context& context) {
    ShortestWay way(question, found, options.directions, context);
    way.try_all(likely_directions(question, found));
    way.try_around_best();
    if (context.cancelled()) {
        return cancelled_separation();
    }
    Separation separation;
    separation.kind = SeparationKind::BestFound;
    separation.distance = way.distance();
    separation.direction = way.direction();
    separation.at_least =
        2 * radius_in_both(question, found, context) * (1 - 0x1p-40); // distances are rounded
    return proved(question.a, question.b, separation, question.size, context);
}

Expected<Separation> minimum(const Question& question, const SeparationOptions& options,
                             const Overlap* known, const Context& context) {
    const auto before = collide(question.a, question.b, {}, context);
    if (!before) {
        return before.error();
    }
    if (context.cancelled()) {
        return cancelled_separation();
    }
    if (!overlaps(before->verdict)) {
        Separation separation;
        separation.kind = SeparationKind::Minimum;
        separation.verdict = before->verdict;
        return separation;
    }
    if (const auto of_convex = minimum_of_convex(question)) {
        return proved(question.a, question.b, *of_convex, question.size, context);
    }
    if (known == nullptr) {
        const auto found = overlap(question.a, question.b, {.depths = true}, context);
        return found ? best_found(question, options, *found, context)
                     : Expected<Separation>(found.error());
    }
    return best_found(question, options, *known, context);
}

template <typename Answer>
Expected<Separation> ask(const Body& a, const Body& b, const Context& context, Answer answer) {
    return no_throw([&]() -> Expected<Separation> {
        const auto world = to_world(a, b, context);
        if (!world) {
            return world.error();
        }
        return answer(Question{a, b, world->a, world->b, size_of(world->a.box, world->b.box)});
    });
}

} // namespace

Expected<Separation> separation_along(const Body& a, const Body& b, Vec3d direction,
                                      const Context& context) {
    const double size = length(direction);
    if (!(size > 0) || !std::isfinite(size)) {
        return invalid("direction: its length must be positive and finite");
    }
    return ask(a, b, context, [&](const Question& question) {
        return along(question, direction * (1 / size), context);
    });
}

Expected<Separation> minimum_separation(const Body& a, const Body& b,
                                        const SeparationOptions& options, const Context& context) {
    if (options.directions < 6) {
        return invalid("directions: at least 6 must be tried");
    }
    return ask(a, b, context, [&](const Question& question) {
        return minimum(question, options, nullptr, context);
    });
}

Expected<Separation> minimum_separation_of(const Body& a, const Body& b, const Overlap& overlap,
                                           const SeparationOptions& options,
                                           const Context& context) {
    return ask(a, b, context, [&](const Question& question) {
        return minimum(question, options, &overlap, context);
    });
}

const char* to_string(SeparationKind kind) {
    constexpr std::array names{"along_direction", "minimum", "best_found"};
    return name_in(names, kind);
}

} // namespace impinge::inline v0
