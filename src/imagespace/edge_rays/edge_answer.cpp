// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/edge_answer.hpp"

#include "exact/result_hash.hpp"
#include "imagespace/edge_rays/edge_hash.hpp"
#include "imagespace/edge_rays/windows/edge_windows.hpp"
#include "imagespace/projection/float_reach.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {

namespace {

double longest_side(const Box3& box) {
    const Vec3d size = extent(box);
    return is_empty(box) ? 0 : std::max({size.x, size.y, size.z});
}

/// Of a body in a box of the world: the middle of its own box, to which floats are relative, may
/// lie up to twice as far from its points. In perspective, a step of depth is up to eight times
/// longer at the far end than at the near one.
double drawn_error_of(const raster::View& view, const Box3& box) {
    const double times = view.projection == raster::Projection::Orthographic ? 2 : 16;
    return is_empty(box) ? 0 : times * drawn_error(view, {box, {}});
}

/// Windows narrower than this are not believed where floats, and not the resolution, made their
/// pixels so large.
constexpr double fewest_pixels = 8;

} // namespace

bool interferes(Verdict verdict) {
    return verdict != Verdict::Apart && verdict != Verdict::Touching;
}

EdgeAnswer::EdgeAnswer(EdgeScene& scene, std::span<const BoxPair> pairs, EdgeRayAlgorithm algorithm)
    : scene_(scene), algorithm_(algorithm), bodies_(scene.boxes().size()) {
    rays.pairs.reserve(pairs.size());
    for (const BoxPair& pair : pairs) {
        rays.pairs.push_back({.a = pair.a, .b = pair.b, .interference = {}});
    }
}

EdgeRayPair* EdgeAnswer::pair_of(std::uint32_t a, std::uint32_t b) {
    const BoxPair wanted{std::min(a, b), std::max(a, b)};
    const auto place =
        std::ranges::lower_bound(rays.pairs, wanted, {}, [](const EdgeRayPair& pair) {
            return BoxPair{pair.a, pair.b};
        });
    const bool listed = place != rays.pairs.end() && BoxPair{place->a, place->b} == wanted;
    return listed ? &*place : nullptr;
}

EdgeRayPair* EdgeAnswer::only_pair(const EdgeFrame& frame) {
    const auto& bodies = frame.bodies;
    return bodies.size() == 2 ? pair_of(bodies[0].index, bodies[1].index) : nullptr;
}

void EdgeAnswer::add_open(std::span<const UnsoundBody> bodies) {
    for (const UnsoundBody& body : bodies) {
        const auto known = std::ranges::find_if(rays.unsound, [&](const UnsoundBody& other) {
            return other.body == body.body && other.fault == body.fault;
        });
        if (known == rays.unsound.end()) {
            rays.unsound.push_back(body);
        } else {
            known->rays += body.rays;
        }
        bodies_[body.body].open = true;
    }
}

void EdgeAnswer::add_turned(std::uint32_t body) {
    rays.unsound.push_back({.body = body, .fault = UnsoundBody::Fault::InsideOut});
}

void EdgeAnswer::name_pair(const EdgeFrame& frame, EdgeRayPair& pair) {
    Interference& found = pair.interference;
    found.verdict = Verdict::Crossing;
    found.certainty = Certainty::Sampled;
    found.pixel_size = std::max(found.pixel_size, pixel_size(frame.view));
}

Status EdgeAnswer::add_point(const EdgeFrame& frame, const EdgeSample& sample,
                             std::span<const std::uint32_t> penetrated) {
    const auto corners = scene_.corners(sample.body, sample.edge);
    if (!corners) {
        return corners.error();
    }
    const raster::PixelArea shown = shown_area(frame.view);
    EdgePoint point{.body = sample.body, .edge = sample.edge, .corners = *corners};
    point.view = static_cast<std::uint32_t>(rays.views.size() - 1);
    point.x = static_cast<std::uint32_t>(shown.x) + sample.x;
    point.y = static_cast<std::uint32_t>(shown.y) + sample.y;
    point.layer = sample.layer;
    point.position = to_world(frame.view, {point.x + 0.5, point.y + 0.5, sample.depth});
    point.first_penetrated = static_cast<std::uint32_t>(rays.penetrated.size());
    if (algorithm_ == EdgeRayAlgorithm::IdentifyBoth) {
        rays.penetrated.insert(rays.penetrated.end(), penetrated.begin(), penetrated.end());
    }
    point.last_penetrated = static_cast<std::uint32_t>(rays.penetrated.size());
    rays.points.push_back(point);
    bodies_[sample.body].penetrating = true;
    for (const std::uint32_t body : penetrated) {
        bodies_[body].penetrated = true;
        EdgeRayPair& pair = *pair_of(sample.body, body);
        name_pair(frame, pair);
        ++(sample.body == pair.a ? pair.points_of_a : pair.points_of_b);
    }
    return {};
}

void EdgeAnswer::note_bodies(const EdgeFrame& frame, const EdgeFindings& findings) {
    const bool names = algorithm_ == EdgeRayAlgorithm::IdentifyBoth || only_pair(frame) != nullptr;
    double largest = 0;
    for (const EdgeBody& body : frame.bodies) {
        const Box3& box = scene_.tight_boxes()[body.index];
        largest = std::max(largest, longest_side(box));
        rays.surface_error = std::max(rays.surface_error, drawn_error_of(frame.view, box));
    }
    for (const EdgeBody& body : frame.bodies) {
        BodyState& state = bodies_[body.index];
        state.pixel_size = std::max(state.pixel_size, pixel_size(frame.view));
        state.largest_body = std::max(state.largest_body, largest);
        state.hidden_left = state.hidden_left || findings.hidden_left;
        state.may_cancel = state.may_cancel || findings.may_cancel;
        state.unnamed = state.unnamed || (findings.interference && !names);
    }
    for (const std::uint32_t body : findings.seen) {
        bodies_[body].seen = true;
    }
    if (algorithm_ != EdgeRayAlgorithm::IdentifyBoth) {
        rays.interference = rays.interference || findings.interference;
        for (const std::uint32_t body : findings.penetrating) {
            bodies_[body].penetrating = true;
        }
        for (const std::uint32_t body : findings.penetrated) {
            bodies_[body].penetrated = true;
        }
    }
}

/// A body whose front and back meet at a ridge seen edge-on may be drawn with the two exchanged
/// there: a solid is not blamed for that.
Status EdgeAnswer::note_negative(std::span<const UnsoundBody> negative, const Context& context) {
    for (const UnsoundBody& body : negative) {
        const auto solid = scene_.is_solid(body.body, context);
        if (!solid) {
            return solid.error();
        }
        if (!*solid) {
            bodies_[body.body].negative = true;
            negative_rays_[body.body] += body.rays;
        }
    }
    return {};
}

/// Without its own body and those that its body cannot reach. An algorithm that names none needs
/// not to if there is only one other.
std::vector<std::uint32_t> EdgeAnswer::penetrated_by(const EdgeFrame& frame,
                                                     const EdgeSample& sample) {
    std::vector<std::uint32_t> bodies = sample.penetrated;
    if (algorithm_ != EdgeRayAlgorithm::IdentifyBoth && frame.bodies.size() == 2) {
        bodies = {frame.bodies[0].index, frame.bodies[1].index};
    }
    std::erase_if(bodies, [&](std::uint32_t body) {
        return body == sample.body || pair_of(sample.body, body) == nullptr;
    });
    return bodies;
}

Status EdgeAnswer::add(const EdgeFrame& frame, const EdgeFindings& findings) {
    rays.views.push_back(frame.view);
    rays.pixel_size = std::max(rays.pixel_size, pixel_size(frame.view));
    if (std::abs(frame.edge_offset) > std::abs(rays.edge_offset)) {
        rays.edge_offset = frame.edge_offset;
    }
    rays.partial = rays.partial || findings.partial;
    note_bodies(frame, findings);
    if (Status status = note_negative(findings.negative, frame.context); !status) {
        return status;
    }
    const bool names = algorithm_ == EdgeRayAlgorithm::IdentifyBoth;
    EdgeRayPair* const only = only_pair(frame);
    if (!names && findings.interference && only != nullptr) {
        name_pair(frame, *only);
    }
    for (const EdgeSample& sample : findings.samples) {
        const std::vector<std::uint32_t> penetrated = penetrated_by(frame, sample);
        if (names && penetrated.empty()) {
            continue;
        }
        if (Status status = add_point(frame, sample, penetrated); !status) {
            return status;
        }
    }
    return {};
}

bool EdgeAnswer::is_beyond_floats(const EdgeRayPair& pair) const {
    const std::span<const Box3> boxes = scene_.tight_boxes();
    const Box3 place = intersection(boxes[pair.a], boxes[pair.b]);
    if (is_empty(place)) {
        return false; // apart, whatever was seen
    }
    const double largest = std::max(bodies_[pair.a].largest_body, bodies_[pair.b].largest_body);
    const Vec3d farthest = max(max(place.max, -place.min), max(place.min, -place.max));
    const double rounding = std::max({farthest.x, farthest.y, farthest.z}) * 0x1p-48;
    const double size = longest_side(place);
    // Boxes that touch in a point are nothing special: there is nothing to be found.
    return size > rounding && size < fewest_pixels * smallest_edge_pixel * largest;
}

bool EdgeAnswer::may_interfere(const BodyState& a, const BodyState& b) const {
    switch (algorithm_) {
    case EdgeRayAlgorithm::Detect:
        return true;
    case EdgeRayAlgorithm::IdentifyByQueries:
        return (a.penetrating && b.penetrated) || (b.penetrating && a.penetrated);
    default:
        return a.penetrating || b.penetrating;
    }
}

/// Whether a body was seen by no ray of a window that should have shown it.
bool EdgeAnswer::could_be_missed(const EdgeRayPair& pair) const {
    const auto within = [&](std::uint32_t inner, std::uint32_t outer) {
        const Box3 common = intersection(scene_.boxes()[inner], scene_.boxes()[outer]);
        return common == scene_.boxes()[inner];
    };
    const bool a_seen = bodies_[pair.a].seen;
    const bool b_seen = bodies_[pair.b].seen;
    return (!a_seen && !b_seen) || (!a_seen && within(pair.a, pair.b)) ||
           (!b_seen && within(pair.b, pair.a));
}

bool EdgeAnswer::is_settled(const EdgeRayPair& pair) const {
    const BodyState& a = bodies_[pair.a];
    const BodyState& b = bodies_[pair.b];
    const auto unsound = [](const BodyState& body) { return body.open || body.negative; };
    const bool undecided = a.unnamed && b.unnamed && may_interfere(a, b);
    const bool hidden = a.hidden_left && b.hidden_left;
    const bool may_cancel = a.may_cancel && b.may_cancel;
    return !rays.partial && !unsound(a) && !unsound(b) && !undecided && !hidden && !may_cancel &&
           !could_be_missed(pair);
}

void EdgeAnswer::judge_rest() {
    for (EdgeRayPair& pair : rays.pairs) {
        if (is_beyond_floats(pair)) {
            pair.interference = {};
            pair.points_of_a = 0;
            pair.points_of_b = 0;
        }
        if (pair.interference.verdict == Verdict::Apart) {
            pair.interference.certainty = Certainty::Sampled;
            pair.interference.pixel_size =
                std::max(bodies_[pair.a].pixel_size, bodies_[pair.b].pixel_size);
            pair.interference.partial = rays.partial;
            pair.settled = is_settled(pair) && !is_beyond_floats(pair);
        }
        pair.interference.hash = hash_of(pair.interference);
    }
}

EdgeRays EdgeAnswer::finish() {
    for (std::uint32_t body = 0; body < bodies_.size(); ++body) {
        if (bodies_[body].penetrating) {
            rays.penetrating_bodies.push_back(body);
        }
        if (bodies_[body].penetrated) {
            rays.penetrated_bodies.push_back(body);
        }
    }
    for (const auto& [body, count] : negative_rays_) {
        rays.unsound.push_back(
            {.body = body, .fault = UnsoundBody::Fault::Negative, .rays = count});
    }
    std::ranges::sort(rays.unsound, {}, [](const UnsoundBody& unsound) {
        return std::pair(unsound.body, unsound.fault);
    });
    // Who was named is judged by the last verdict, which may be the exact engine's.
    const bool unnamed = std::ranges::any_of(bodies_, &BodyState::unnamed);
    rays.interference =
        (rays.interference && unnamed) || std::ranges::any_of(rays.pairs, [](const auto& pair) {
            return interferes(pair.interference.verdict);
        });
    rays.hash = hash_of(rays);
    return std::move(rays);
}

} // namespace impinge::inline v0::imagespace
