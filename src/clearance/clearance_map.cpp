// SPDX-License-Identifier: Apache-2.0
//
// Clearance maps: of one position, and of many with the depth maps of A kept.
#include "base/body_name.hpp"
#include "base/no_throw.hpp"
#include "clearance/clearance_pair.hpp"

#include <array>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

/// Turned and shifted, but neither scaled nor sheared nor mirrored.
bool is_motion(const Rigid& pose) {
    constexpr double slack = 1e-6;
    const auto near = [](double value, double wanted) { return std::abs(value - wanted) < slack; };
    const std::array<Vec3d, 3> rows{pose.row_x * pose.scale, pose.row_y * pose.scale,
                                    pose.row_z * pose.scale};
    return near(squared_length(rows[0]), 1) && near(squared_length(rows[1]), 1) &&
           near(squared_length(rows[2]), 1) && near(dot(rows[0], rows[1]), 0) &&
           near(dot(rows[1], rows[2]), 0) && near(dot(rows[2], rows[0]), 0) &&
           dot(rows[0], cross(rows[1], rows[2])) > 0;
}

raster::View moved(raster::View view, const Rigid& motion) {
    const auto turned = [&](Vec3d axis) { return apply(motion, axis) - motion.translation; };
    view.eye = apply(motion, view.eye);
    view.axis_x = turned(view.axis_x);
    view.axis_y = turned(view.axis_y);
    view.axis_z = turned(view.axis_z);
    return view;
}

} // namespace

struct ClearanceSession::State {
    ClearancePair pair;
};

ClearanceSession::ClearanceSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
ClearanceSession::ClearanceSession(ClearanceSession&&) noexcept = default;
ClearanceSession& ClearanceSession::operator=(ClearanceSession&&) noexcept = default;
ClearanceSession::~ClearanceSession() = default;

Expected<ClearanceSession> ClearanceSession::create(raster::Device& device, const Body& a,
                                                    const Body& b, const ClearanceOptions& options,
                                                    const Context& context) {
    return no_throw([&]() -> Expected<ClearanceSession> {
        auto pair = ClearancePair::make(device, a, b, options, ClearanceWindow::OfA, context);
        if (!pair) {
            return pair.error();
        }
        return ClearanceSession(std::make_unique<State>(State{std::move(*pair)}));
    });
}

Expected<ClearanceMap> ClearanceSession::map(const Rigid& pose_a, const Rigid& pose_b,
                                             const Context& context) {
    return no_throw([&]() -> Expected<ClearanceMap> {
        ClearancePair& pair = state_->pair;
        if (pose_a == pair.pose_a()) {
            return pair.map(pose_b, context);
        }
        // A's maps stay good if B makes the motion of both against A.
        const Rigid motion = compose(pose_a, inverse(pair.pose_a()));
        if (!is_motion(motion)) {
            return about(body_a(), invalid("a pose must not change its size or shape"));
        }
        auto map = pair.map(compose(inverse(motion), pose_b), context);
        if (map) {
            ClearanceStatistics& statistics = map->statistics;
            map->view = moved(map->view, motion);
            statistics.smallest_gap_at = apply(motion, statistics.smallest_gap_at);
            statistics.deepest_overlap_at = apply(motion, statistics.deepest_overlap_at);
        }
        return map;
    });
}

Expected<ClearanceMap> clearance_map(raster::Device& device, const Body& a, const Body& b,
                                     const ClearanceOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<ClearanceMap> {
        auto pair = ClearancePair::make(device, a, b, options, ClearanceWindow::Common, context);
        if (!pair) {
            return pair.error();
        }
        return pair->map(b.pose, context);
    });
}

} // namespace impinge::inline v0::imagespace
