// SPDX-License-Identifier: Apache-2.0
#include "check/slide.hpp"

#include "check/near_boxes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace impinge::viewer {
namespace {

/// An axis and the angle about it that turn one rotation into another.
std::pair<Vec3d, double> turn_between(const Rigid& from, const Rigid& to) {
    const Rigid turn =
        compose({to.row_x, to.row_y, to.row_z}, inverse({from.row_x, from.row_y, from.row_z}));
    const Vec3d axis{turn.row_z.y - turn.row_y.z, turn.row_x.z - turn.row_z.x,
                     turn.row_y.x - turn.row_x.y};
    const double cosine = (turn.row_x.x + turn.row_y.y + turn.row_z.z - 1) / 2;
    return {axis, std::atan2(impinge::length(axis) / 2, cosine)};
}

double smaller_extent(const Box3& box) {
    const Vec3d sides = extent(box);
    return std::min({sides.x, sides.y, sides.z});
}

/// The other bodies, and what is known of them.
class Obstacles {
  public:
    Obstacles(const CheckRequest& request, const ModelOf& model_of, const Context& context)
        : request_(request), model_of_(model_of), context_(context), sliding_(request.slide->body) {
        for (BodyIndex other = 0; other < request.bodies.size(); ++other) {
            if (other != sliding_ && request.bodies[other].present && wished(other)) {
                others_.push_back(other);
            }
        }
    }

    /// The first that the body is not proved free of at a pose of the user; none if it is free.
    Expected<std::optional<BodyIndex>> blocker(const Rigid& pose) {
        const CheckedBody body = placed(pose);
        for (const BodyIndex other : others_) {
            if (surely_apart(certain_box(body), certain_box(request_.bodies[other]), 0)) {
                continue;
            }
            const auto found = collide(
                {model_of_(sliding_), body.pose}, {model_of_(other), request_.bodies[other].pose},
                memories_[other], {.open_meshes = request_.open_meshes}, context_);
            if (!found) {
                return found.error();
            }
            const bool free = found->decided() && (found->verdict == Verdict::Apart ||
                                                   found->verdict == Verdict::Touching);
            if (!free) {
                return std::optional(other);
            }
        }
        return std::optional<BodyIndex>();
    }

    /// To the nearest of them, or `enough` if none is as near.
    Expected<double> distance_within(const Rigid& pose, double enough) {
        const CheckedBody body = placed(pose);
        double least = enough;
        for (const BodyIndex other : others_) {
            const auto near = within({model_of_(sliding_), body.pose},
                                     {model_of_(other), request_.bodies[other].pose}, least,
                                     memories_[other], context_);
            if (!near) {
                return near.error();
            }
            if (near->within) {
                least = std::min(least, near->nearest.distance);
            }
        }
        return context_.cancelled() ? 0 : least;
    }

  private:
    [[nodiscard]] bool wished(BodyIndex other) const {
        const auto a = static_cast<std::uint32_t>(std::min(sliding_, other));
        const auto b = static_cast<std::uint32_t>(std::max(sliding_, other));
        return !request_.wishes.of || request_.wishes.of(a, b).check;
    }
    [[nodiscard]] CheckedBody placed(const Rigid& pose) const {
        CheckedBody body = request_.bodies[sliding_];
        body.pose = compose(pose, request_.slide->placement);
        return body;
    }

    const CheckRequest& request_;
    const ModelOf& model_of_;
    const Context& context_;
    BodyIndex sliding_;
    std::vector<BodyIndex> others_;
    std::map<BodyIndex, PairMemory> memories_;
};

constexpr int halvings = 34; // of a 256th of the body: 1e-13 of it is left

PairOfBodies ordered(BodyIndex a, BodyIndex b) { return {std::min(a, b), std::max(a, b)}; }

/// Between a part of the path where it is free and one where it is not.
Expected<SlideOutcome> contact_between(const SlidePath& path, double free, double blocked,
                                       PairOfBodies by, Obstacles& obstacles,
                                       const Context& context) {
    for (int i = 0; i < halvings && !context.cancelled(); ++i) {
        const double middle = (free + blocked) / 2;
        const auto blocker = obstacles.blocker(path.at(middle));
        if (!blocker) {
            return blocker.error();
        }
        (*blocker ? blocked : free) = middle;
    }
    return SlideOutcome{path.at(free), true, true, by};
}

} // namespace

SlidePath::SlidePath(const SlideRequest& request, const Box3& box)
    : from_(request.from), to_(request.to),
      middle_(is_empty(box) ? Vec3d{} : apply(request.placement, (box.min + box.max) * 0.5)) {
    const auto [axis, angle] = turn_between(from_, to_);
    axis_ = axis;
    angle_ = angle;
    const Rigid start = compose(from_, request.placement);
    const double radius =
        is_empty(box) ? 0 : impinge::length(extent(box)) / 2 * std::abs(start.scale);
    length_ = impinge::length(apply(to_, middle_) - apply(from_, middle_)) + angle_ * radius +
              std::abs(to_.scale - from_.scale) * radius;
    const double least = smaller_extent(placed_box(box, start)) / 256;
    least_step_ = length_ > 0 ? std::clamp(least / length_, 1e-4, 1.0) : 1;
}

Rigid SlidePath::at(double t) const {
    if (t <= 0 || t >= 1) {
        return t <= 0 ? from_ : to_;
    }
    const Rigid turn = rotation(axis_, angle_ * t);
    Rigid pose = compose(turn, from_);
    pose.scale = from_.scale + (to_.scale - from_.scale) * t;
    pose.translation = {};
    const Vec3d start = apply(from_, middle_);
    const Vec3d goal = start + (apply(to_, middle_) - start) * t;
    pose.translation = goal - apply(pose, middle_);
    return pose;
}

Expected<SlideOutcome> slide(const CheckRequest& request, const ModelOf& model_of,
                             const Context& context) {
    const SlideRequest& wanted = *request.slide;
    Obstacles obstacles(request, model_of, context);
    const SlidePath path(wanted, request.bodies[wanted.body].box);
    const auto at_start = obstacles.blocker(wanted.from);
    if (!at_start) {
        return at_start.error();
    }
    if (*at_start) {
        return SlideOutcome{wanted.to, false, false, ordered(wanted.body, **at_start)};
    }
    double t = 0;
    while (t < 1 && path.length() > 0 && !context.cancelled()) {
        const auto room = obstacles.distance_within(path.at(t), path.length());
        if (!room) {
            return room.error();
        }
        // Distances are known to a few roundings.
        const double safe = *room / path.length() * 0.999;
        const double next = std::min(1.0, t + std::max(safe, path.least_step()));
        const auto blocker = obstacles.blocker(path.at(next));
        if (!blocker) {
            return blocker.error();
        }
        if (context.cancelled()) {
            break;
        }
        if (*blocker) {
            return contact_between(path, t, next, ordered(wanted.body, **blocker), obstacles,
                                   context);
        }
        t = next;
    }
    return SlideOutcome{path.at(path.length() > 0 ? t : 1), false, true, {}};
}

} // namespace impinge::viewer
