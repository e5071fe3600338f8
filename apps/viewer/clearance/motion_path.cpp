// SPDX-License-Identifier: Apache-2.0
#include "clearance/motion_path.hpp"

#include <algorithm>

namespace impinge::viewer {
namespace {

/// World poses in every frame; empty if the timeline does not move the body.
std::vector<Rigid> stands_of(const Session& session, BodyIndex index) {
    std::vector<Rigid> out;
    const Track* track = session.timeline.track();
    const ViewedBody& body = session.state().body(index);
    for (std::size_t i = 0; track != nullptr && i < track->frame_count(); ++i) {
        const auto pose = track->pose(index, i);
        if (!pose) {
            return {};
        }
        out.push_back(compose(*pose, body.placement));
    }
    return out;
}

bool moves(const std::vector<Rigid>& stands) {
    return std::ranges::any_of(stands, [&](const Rigid& pose) { return pose != stands.front(); });
}

/// Two short lines across a point of a path.
void append_tick(Vec3d at, double size, Segments& out) {
    const Vec3d x{size, 0, 0};
    const Vec3d z{0, 0, size};
    out.push_back({at - x, at + x});
    out.push_back({at - z, at + z});
}

/// Ticks are of that size, and smaller where frames lie close.
void append_path(const std::vector<Vec3d>& points, double size, Segments& out) {
    double way = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        way += length(points[i] - points[i - 1]);
    }
    const double tick = std::min(size, 0.3 * way / static_cast<double>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
        append_tick(points[i], tick, out);
        if (i > 0) {
            out.push_back({points[i - 1], points[i]});
        }
    }
}

} // namespace

std::vector<PairPoses> motion_of(const Session& session, PairOfBodies pair) {
    std::vector<Rigid> a = stands_of(session, pair.first);
    std::vector<Rigid> b = stands_of(session, pair.second);
    if (!moves(a) && !moves(b)) {
        return {};
    }
    const std::size_t frames = session.timeline.track()->frame_count();
    a.resize(frames, session.state().body(pair.first).world_pose());
    b.resize(frames, session.state().body(pair.second).world_pose());
    std::vector<PairPoses> out(frames);
    for (std::size_t i = 0; i < frames; ++i) {
        out[i] = {a[i], b[i]};
    }
    return out;
}

std::shared_ptr<const Segments> motion_paths(const Session& session) {
    auto out = std::make_shared<Segments>();
    for (BodyIndex i = 0; i < session.state().bodies().size(); ++i) {
        const ViewedBody& body = session.state().body(i);
        const std::vector<Rigid> stands =
            body.present ? stands_of(session, i) : std::vector<Rigid>();
        if (!moves(stands)) {
            continue;
        }
        std::vector<Vec3d> points;
        points.reserve(stands.size());
        for (const Rigid& pose : stands) {
            points.push_back(apply(pose, (body.box.min + body.box.max) * 0.5));
        }
        append_path(points, 0.006 * length(extent(body.box)), *out);
    }
    return out;
}

} // namespace impinge::viewer
