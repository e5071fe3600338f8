// SPDX-License-Identifier: Apache-2.0
#include "clearance/motion_map.hpp"

#include "map/map_report.hpp"
#include "mesh/positions.hpp"
#include "mesh/vertex_normals.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::viewer {
namespace {

using imagespace::ClearanceClass;
using imagespace::ClearanceMap;

bool has_clearance(ClearanceClass what) {
    return what == ClearanceClass::Gap || what == ClearanceClass::Contact ||
           what == ClearanceClass::Overlap;
}

class Joined {
  public:
    explicit Joined(ClearanceMap first) : map_(std::move(first)), closest_(map_.statistics) {
        motion_.frames.assign(map_.classes.size(), 0);
        motion_.touched.assign(map_.classes.size(), false);
        mark(map_);
    }

    void add(const ClearanceMap& map, std::uint32_t frame) {
        for (std::size_t i = 0; i < map.classes.size(); ++i) {
            const bool here = has_clearance(map.classes[i]);
            const bool before = has_clearance(map_.classes[i]);
            const bool wins = here ? !before || map.clearance[i] < map_.clearance[i]
                                   : !before && map_.classes[i] == ClearanceClass::Empty;
            if (wins) {
                map_.classes[i] = map.classes[i];
                map_.clearance[i] = map.clearance[i];
                motion_.frames[i] = frame;
            }
        }
        mark(map);
        if (cli::comes_closer(map.statistics, closest_)) {
            closest_ = map.statistics;
            motion_.closest_frame = frame;
        }
        map_.pixels_by_layers += map.pixels_by_layers;
        map_.surface_error = std::max(map_.surface_error, map.surface_error);
        map_.by_rays = map_.by_rays || map.by_rays;
    }

    MotionMaps done() && {
        motion_.touched_area =
            static_cast<double>(std::ranges::count(motion_.touched, true)) * map_.pixel_area;
        map_.statistics = closest_;
        count_pixels();
        return {std::move(map_), std::move(motion_)};
    }

  private:
    void mark(const ClearanceMap& map) {
        for (std::size_t i = 0; i < map.classes.size(); ++i) {
            if (map.classes[i] == ClearanceClass::Contact) {
                motion_.touched[i] = true;
            }
        }
        const imagespace::ClearanceStatistics& s = map.statistics;
        motion_.clearances.push_back(s.deepest_overlap > 0 ? -s.deepest_overlap
                                     : s.smallest_gap      ? *s.smallest_gap
                                                           : std::nan(""));
    }
    void count_pixels() {
        imagespace::ClearancePixels pixels;
        for (std::size_t i = 0; i < map_.classes.size(); ++i) {
            const ClearanceClass what = map_.classes[i];
            pixels.a_only += what == ClearanceClass::OnlyA ? 1 : 0;
            pixels.b_only += what == ClearanceClass::OnlyB ? 1 : 0;
            pixels.gap += what == ClearanceClass::Gap ? 1 : 0;
            pixels.contact += what == ClearanceClass::Contact ? 1 : 0;
            pixels.overlap += what == ClearanceClass::Overlap ? 1 : 0;
            pixels.overlapping += has_clearance(what) && map_.clearance[i] < 0 ? 1 : 0;
        }
        pixels.both = pixels.gap + pixels.contact + pixels.overlap;
        map_.statistics.pixels = pixels;
        map_.statistics.contact_area = static_cast<double>(pixels.contact) * map_.pixel_area;
    }

    ClearanceMap map_;
    MotionMap motion_;
    imagespace::ClearanceStatistics closest_;
};

} // namespace

Expected<MotionMaps> motion_map(raster::Device& device, const std::array<Body, 2>& bodies,
                                std::span<const PairPoses> poses,
                                const imagespace::ClearanceOptions& options,
                                const Context& context) {
    Body a = bodies[0];
    Body b = bodies[1];
    a.pose = poses.front().a;
    b.pose = poses.front().b;
    Context silent = context;
    silent.set_progress({});
    auto session = imagespace::ClearanceSession::create(device, a, b, options, silent);
    if (!session) {
        return session.error();
    }
    std::optional<Joined> joined;
    for (std::size_t i = 0; i < poses.size() && !context.cancelled(); ++i) {
        auto map = session->map(poses[i].a, poses[i].b, silent);
        if (!map) {
            return Error{map.error().code,
                         "frame " + std::to_string(i + 1) + ": " + map.error().message};
        }
        if (map->partial) {
            break;
        }
        if (joined) {
            joined->add(*map, static_cast<std::uint32_t>(i));
        } else {
            joined.emplace(std::move(*map));
        }
        context.report(static_cast<double>(i + 1) / static_cast<double>(poses.size()));
    }
    if (!joined) {
        return Error{ErrorCode::InvalidArgument, "clearance: interrupted"};
    }
    MotionMaps out = std::move(*joined).done();
    out.motion.poses.assign(poses.begin(), poses.end());
    return out;
}

std::vector<float> values_on_a(const ClearanceMap& map, const Body& a, Vec3d to_b) {
    std::vector<Vec3d> positions = gather_positions(a.mesh);
    for (Vec3d& position : positions) {
        position = apply(a.pose, position);
    }
    const std::vector<Vec3d> normals =
        vertex_normals(positions, a.mesh.triangles(), weld_map(positions));
    const bool inward = imagespace::facing_of(*a.diagnosis, a.pose) == imagespace::Facing::Inward;
    const bool before = dot(map.view.axis_z, to_b) >= 0;
    const Vec3d ahead = map.view.axis_z * (inward == before ? -1 : 1);
    std::vector<float> out(positions.size(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Vec3d window = raster::to_window(map.view, positions[i]);
        const bool inside = window.x >= 0 && window.y >= 0 && window.x < map.view.width &&
                            window.y < map.view.height;
        if (inside && dot(normals[i], ahead) > 0) {
            out[i] = map.clearance[static_cast<std::size_t>(window.y) *
                                       static_cast<std::size_t>(map.view.width) +
                                   static_cast<std::size_t>(window.x)];
        }
    }
    return out;
}

} // namespace impinge::viewer
