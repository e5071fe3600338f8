// SPDX-License-Identifier: Apache-2.0
#include "measures/contacts/facing_patch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

double turn_seen(Vec3d a, Vec3d b, Vec2d p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/// Weights of the corners at a place in the shadow of a triangle, or nearer to it than `reach`; a
/// place beside it is drawn to its border.
std::optional<std::array<double, 3>> weights_at(const Triangle& t, Vec2d at, double reach) {
    const double turned = turn_seen(t[0], t[1], {t[2].x, t[2].y}) < 0 ? -1 : 1;
    std::array<double, 3> weights{};
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        const Vec3d p = t[(i + 1) % 3];
        const Vec3d q = t[(i + 2) % 3];
        const double turn = turned * turn_seen(p, q, at);
        const double squared = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
        if (turn < -reach * std::sqrt(squared)) {
            return std::nullopt;
        }
        weights.at(static_cast<std::size_t>(i)) = std::max(0.0, turn);
        sum += std::max(0.0, turn);
    }
    if (!(sum > 0)) {
        return std::nullopt;
    }
    for (double& weight : weights) {
        weight /= sum;
    }
    return weights;
}

} // namespace

ContactFrame contact_frame(Vec3d normal) {
    const bool up = normal > -normal;
    return {shadow_frame(up ? normal : -normal), up};
}

FacingPatch::FacingPatch(std::vector<Triangle> triangles, std::vector<std::uint32_t> sources,
                         const ContactFrame& frame, double reach, const Context& context)
    : triangles_(std::move(triangles)), sources_(std::move(sources)), reach_(reach) {
    std::vector<Box3> boxes;
    for (const Triangle& t : triangles_) {
        in_frame_.push_back({{frame.in_frame(t[0]), frame.in_frame(t[1]), frame.in_frame(t[2])}});
        Box3 box = box_of(in_frame_.back());
        box.min = {box.min.x - reach, box.min.y - reach, 0};
        box.max = {box.max.x + reach, box.max.y + reach, 0};
        boxes.push_back(box);
    }
    tree_ = Bvh(boxes, context);
}

template <typename Visit> void FacingPatch::visit_hits(Vec2d at, Visit visit) const {
    const Vec3d place{at.x, at.y, 0};
    visit_related(
        tree_, [&](const Box3& box) { return contains(box, place); },
        [&](std::uint32_t item) {
            if (const auto weights = weights_at(in_frame_[item], at, reach_)) {
                const auto& [u, v, w] = *weights;
                const Triangle& seen = in_frame_[item];
                const Triangle& t = triangles_[item];
                visit(Hit{t[0] * u + t[1] * v + t[2] * w,
                          seen[0].z * u + seen[1].z * v + seen[2].z * w, sources_[item]});
            }
            return true;
        });
}

std::optional<FacingPatch::Hit> FacingPatch::first_above(Vec2d at, double height) const {
    std::optional<Hit> best;
    visit_hits(at, [&](const Hit& hit) {
        if (hit.height >= height - reach_ &&
            (!best || hit.height < best->height ||
             (hit.height == best->height && hit.source < best->source))) {
            best = hit;
        }
    });
    return best;
}

std::optional<FacingPatch::Hit> FacingPatch::first_below(Vec2d at, double height) const {
    std::optional<Hit> best;
    visit_hits(at, [&](const Hit& hit) {
        if (hit.height <= height + reach_ &&
            (!best || hit.height > best->height ||
             (hit.height == best->height && hit.source < best->source))) {
            best = hit;
        }
    });
    return best;
}

} // namespace impinge::inline v0
