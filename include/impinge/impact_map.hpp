// SPDX-License-Identifier: Apache-2.0
//
// Impacts as pictures: each collider's surface laid out flat, and what hit it where.
//
//     std::size_t wet_texels(const impinge::ParticleSystem& rain, double from, double to) {
//         const auto maps = impinge::impact_maps(rain, from, to, {.resolution = 128});
//         std::size_t wet = 0;
//         for (std::size_t i = 0; maps && i < maps->maps.front().texels.size(); ++i) {
//             wet += maps->maps.front().texels[i].count > 0 ? 1 : 0;
//         }
//         return wet;
//     }
//
// A map forgets where within a texel an impact was, and all but one of several; the list that
// ParticleSystem::impacts() gives forgets nothing, and is the better choice for everything but
// pictures and surfaces that remember.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/particles.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

enum class ChartKind : std::uint8_t {
    Plane,    ///< along w onto a parallelogram
    Sphere,   ///< directions from the middle, on an unfolded octahedron
    Cylinder, ///< angle about w, and height along it
    Atlas,    ///< triangles of a mesh two by two in squares, row after row
    Given,    ///< where Collider::uv puts the triangles of a mesh
};

IMPINGE_API const char* to_string(ChartKind kind);

/// Where each point of a surface lies in the unit square. Its coordinates are those of p - origin
/// along u, v and w.
struct Chart {
    ChartKind kind = ChartKind::Plane;
    Vec3d origin{};
    Vec3d u{1, 0, 0};
    Vec3d v{0, 1, 0};
    Vec3d w{0, 0, 1};
    double aspect = 1;         ///< how much wider than high the map should be
    std::uint32_t columns = 1; ///< of an atlas
};

/// The chart that wastes least: of a plane its own, of a quadric or blend that of several which
/// folds nothing and squeezes least, of a mesh that which is given, or an atlas.
IMPINGE_API Chart chart_of(const Collider& collider);

/// In the unit square. The triangle matters for meshes alone. The collider stands as at time 0.
IMPINGE_API Vec2d place_on(const Chart& chart, const Collider& collider, Vec3d point,
                           std::uint32_t triangle = 0);

/// Which of several impacts a texel shows.
enum class ImpactRule : std::uint8_t { Latest, Earliest, Strongest };

IMPINGE_API const char* to_string(ImpactRule rule);
IMPINGE_API std::optional<ImpactRule> impact_rule_from_string(std::string_view name);

struct ImpactTexel {
    std::uint32_t count = 0;
    double sum = 0; ///< of normal speeds
    // Of the impact that the rule picks:
    std::uint32_t emitter = 0;
    std::uint32_t particle = 0;
    double offset = 0; ///< of its time in the time asked about, 0 to 1
    double speed = 0;
    double normal_speed = 0;
    double angle = 0;

    friend bool operator==(const ImpactTexel&, const ImpactTexel&) = default;
};

struct ImpactMap {
    Chart chart;
    int width = 0;
    int height = 0;
    std::vector<ImpactTexel> texels; ///< rows from v = 0 on
};

struct ImpactMapOptions {
    int resolution = 256;                 ///< texels along the longer side, 1 to 16384
    std::vector<int> by_collider = {};    ///< instead, where not 0; may be shorter than the list
    ImpactRule rule = ImpactRule::Latest; ///< equal ones: the earlier, then the lower particle
};

struct ImpactMaps {
    std::vector<ImpactMap> maps; ///< one for each collider
    bool partial = false;        ///< cancelled: impacts are missing
};

IMPINGE_API Expected<ImpactMaps> impact_maps(const ParticleSystem& system, double from, double to,
                                             const ImpactMapOptions& options = {},
                                             const Context& context = {});
/// Of impacts that are there already, which must be those from `from` to `to`.
IMPINGE_API Expected<ImpactMaps> impact_maps(const ParticleSystem& system,
                                             std::span<const Impact> impacts, double from,
                                             double to, const ImpactMapOptions& options = {});

/// Impacts in time for those who need a while to make use of them: each is told once, and not later
/// than `latency` before it happens.
class ImpactFeed {
  public:
    /// Impacts after `from` will be told.
    ImpactFeed(ParticleSystem system, double latency, double from)
        : system_(std::move(system)), latency_(latency), told_(from) {}

    /// All up to `now` + latency that were not told before. A partial answer tells again.
    IMPINGE_API Expected<Impacts> next(double now, const Context& context = {});

  private:
    ParticleSystem system_;
    double latency_;
    double told_;
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
