// SPDX-License-Identifier: Apache-2.0
//
// The road of a query: zone, roles, directions, then the method along each direction, then proof.
#include "depth_methods/session/sampled_query.hpp"

#include "base/stopwatch.hpp"
#include "depth_methods/findings.hpp"
#include "depth_methods/look_by_rays.hpp"
#include "depth_methods/proof/confirm.hpp"
#include "depth_methods/proof/refine.hpp"
#include "depth_methods/proof/spike_contacts.hpp"
#include "depth_methods/proof/thin_spikes.hpp"
#include "depth_methods/stencil_methods.hpp"
#include "exact/result_hash.hpp"
#include "imagespace/float_reach.hpp"
#include "imagespace/projection/spread_directions.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

Status check_options(const raster::Device& device, const SampledOptions& options) {
    const int most = device.info().max_size;
    if (options.resolution < 1 || options.resolution > most) {
        return Error{ErrorCode::InvalidArgument,
                     "resolution: " + std::to_string(options.resolution) +
                         " is not between 1 and " + std::to_string(most)};
    }
    if (options.projection.most_planes < 1 || options.projection.most_planes > 3) {
        return Error{ErrorCode::InvalidArgument, "projection: planes must be 1 to 3"};
    }
    if (options.projection.directions < 1 ||
        options.projection.directions > most_spread_directions) {
        return Error{ErrorCode::InvalidArgument, "projection: directions must be 1 to " +
                                                     std::to_string(most_spread_directions)};
    }
    const auto& direction = options.projection.direction;
    if (direction && (!is_finite(*direction) || *direction == Vec3d{})) {
        return Error{ErrorCode::InvalidArgument,
                     "projection: the direction must be finite and not zero"};
    }
    return {};
}

Solidity solidity_of(const SolidBody& solid) {
    return {.examined = !solid.empty(), .solid = solid.diagnosis.solid(), .reasons = {}};
}

Given with_more_triangles(const SolidBody& a, const SolidBody& b) {
    return a.mesh.triangle_count() >= b.mesh.triangle_count() ? Given::A : Given::B;
}

Given nearer_body(const Pair& pair, const ProjectionOptions& projection) {
    const Vec3d direction = projection.direction.value_or(first_direction(pair.zone));
    return dot(direction, pair.zone.a_to_b) >= 0 ? Given::A : Given::B;
}

Places places_wanted(const SampledOptions& options) {
    if (options.extent == Extent::AllPixels) {
        return Places::WithLayers;
    }
    const bool proves_overlaps = options.confirmation == Confirmation::Exact ||
                                 options.refine == DepthRefinement::Conservative;
    return proves_overlaps ? Places::IfOverlapping : Places::IfLeftOver;
}

Expected<Findings> run(const Frame& frame, Method method, Exchanged& exchanged) {
    switch (method) {
    case Method::DepthMinmax:
        return depth_minmax(frame);
    case Method::DepthParity:
        return depth_parity(frame);
    case Method::DepthParityLite:
        return depth_parity_lite(frame);
    case Method::LayerOrder:
        return only_layer_order(frame);
    case Method::Cascade:
        return cascade(frame, exchanged);
    }
    return Error{ErrorCode::InvalidArgument, "method: there is no such method"};
}

bool casts_rays(Method method) { return method == Method::LayerOrder || method == Method::Cascade; }

void also(std::optional<bool>& all, std::optional<bool> one) {
    all = all && one ? std::optional(*all && *one) : (all ? all : one);
}

void add(Roles::Lesson& lesson, const Findings& findings, const Plane& plane) {
    lesson.covered_by_a += findings.covered_by_a;
    lesson.second_pass += findings.second_pass;
    also(lesson.a_pi_convex, plane.maps.pi_convex);
    also(lesson.b_pi_convex_in_part, plane.exchanged.b_pi_convex);
    also(lesson.b_pi_convex, plane.b_pi_convex);
}

} // namespace

SampledQuery::SampledQuery(raster::Device& device, SolidBody a, SolidBody b,
                           const SampledOptions& options, Lifetime lifetime)
    : device_(&device), a_(std::move(a)), b_(std::move(b)), options_(options), lifetime_(lifetime),
      roles_(options.method, with_more_triangles(a_, b_)) {}

Expected<SampledQuery> SampledQuery::create(raster::Device& device, const Body& a, const Body& b,
                                            const SampledOptions& options, Lifetime lifetime,
                                            const Context& context) {
    if (const Status status = check_options(device, options); !status) {
        return status.error();
    }
    auto solid_a = enter_solid(a, body_a(), context);
    if (!solid_a) {
        return solid_a.error();
    }
    auto solid_b = enter_solid(b, body_b(), context);
    if (!solid_b) {
        return solid_b.error();
    }
    SampledQuery query(device, std::move(*solid_a), std::move(*solid_b), options, lifetime);
    if (lifetime == Lifetime::Session) {
        if (const Status status = query.prepare(); !status) {
            return status.error();
        }
    }
    return query;
}

/// What the first frame that needs it would else take longer for than the others.
Status SampledQuery::prepare() {
    if (a_.empty() || b_.empty()) {
        return {}; // never drawn
    }
    Status status = need_geometries();
    if (casts_rays(options_.method)) {
        status = status ? need_local_mesh(a_, body_a()) : status;
        status = status ? need_local_mesh(b_, body_b()) : status;
    }
    return status;
}

Status SampledQuery::need_geometries() {
    const Status status = need_geometry(*device_, a_, body_a());
    return status ? need_geometry(*device_, b_, body_b()) : status;
}

/// On the device and, if rays may be cast, in memory.
Status SampledQuery::put_in_place_of(SolidBody& old, SolidBody& entered, Replaced replaced,
                                     const BodyName& name) {
    if (replaced == Replaced::Positions &&
        (entered.mesh.vertex_count() != old.mesh.vertex_count() ||
         !std::ranges::equal(entered.mesh.triangles(), old.mesh.triangles()))) {
        return about(name, Error{ErrorCode::InvalidArgument,
                                 "new positions need the vertices and triangles they replace"});
    }
    if (entered.empty()) {
        return {}; // never drawn
    }
    if (casts_rays(options_.method)) {
        if (Status status = need_local_mesh(entered, name); !status) {
            return status;
        }
    }
    if (!old.geometry) {
        return need_geometry(*device_, entered, name);
    }
    const Status status = replaced == Replaced::Positions
                              ? device_->update_positions(*old.geometry, entered.mesh)
                              : device_->update_mesh(*old.geometry, entered.mesh);
    if (!status) {
        return about(name, status.error());
    }
    entered.geometry = std::move(old.geometry);
    return {};
}

Status SampledQuery::replace(WhichBody which, const Body& body, Replaced replaced,
                             const Context& context) {
    const bool is_a = which == WhichBody::A;
    const BodyName name = is_a ? body_a() : body_b();
    SolidBody& old = is_a ? a_ : b_;
    auto entered = enter_solid(body, name, context);
    if (!entered) {
        return entered.error();
    }
    if (Status status = put_in_place_of(old, *entered, replaced, name); !status) {
        return status;
    }
    old = std::move(*entered);
    (is_a ? spikes_a_ : spikes_b_) = {};
    sight_.forget_maps_of(is_a ? Given::A : Given::B);
    roles_.forget_shapes();
    return {};
}

/// Proved apart; looking makes it a sampled answer.
Sampled SampledQuery::blank() const {
    Sampled result;
    result.interference.solidity_a = solidity_of(a_);
    result.interference.solidity_b = solidity_of(b_);
    return result;
}

Expected<Sampled> SampledQuery::ask(const Rigid& pose_a, const Rigid& pose_b,
                                    const Context& context) {
    context_ = context;
    Stopwatch watch;
    for (const Status& status : {check_pose(pose_a, body_a()), check_pose(pose_b, body_b())}) {
        if (!status) {
            return status.error();
        }
    }
    Sampled result = blank();
    Pair pair{{&a_, pose_a}, {&b_, pose_b}, {}};
    const auto zone = collision_zone(pair.a.placed(), pair.b.placed());
    if (zone) {
        pair.zone = *zone;
        const auto overlap = look(result, pair);
        if (!overlap) {
            return overlap.error();
        }
        if (const Status status = prove(result, pair, *overlap); !status) {
            return status.error();
        }
    }
    result.interference.hash = hash_of(result.interference);
    result.milliseconds.total = watch.lap();
    return result;
}

Expected<SampledQuery::Overlap> SampledQuery::look(Sampled& result, const Pair& pair) {
    if (const Status status = need_geometries(); !status) {
        return status.error();
    }
    const Given mapped = roles_.choose_a(nearer_body(pair, options_.projection));
    const double spare = lifetime_ == Lifetime::Session ? spare_of_sessions : 0;
    PassLog first_look;
    Overlap overlap;
    Roles::Lesson lesson;
    if (const Status status = sight_.aim(*device_, pair, mapped, options_, spare, first_look);
        !status) {
        return status.error();
    }
    result.draws = first_look.draws;
    result.exchanged = mapped == Given::B;
    result.interference.certainty = Certainty::Sampled;
    result.maps_reused = true;
    for (Plane& plane : sight_.planes()) {
        PassLog log;
        result.maps_reused = result.maps_reused && plane.maps.has_far;
        auto found = look_along(plane, log);
        if (!found) {
            return found.error();
        }
        const raster::View view = sight_.in_world(plane);
        result.surface_error = std::max(result.surface_error, plane.surface_error);
        result.maps_reused = result.maps_reused && !plane.by_rays;
        overlap.by_rays = overlap.by_rays || plane.by_rays;
        if (found->overlapping > 0 && overlap.places.empty()) {
            overlap.view = view;
            overlap.places = overlapping_places(*found, view.width);
        }
        add(lesson, *found, plane);
        add_passes(result, log);
        add_findings(result, std::move(*found), view);
        if (options_.extent == Extent::FirstOverlap && result.overlapping_pixels > 0) {
            break;
        }
    }
    roles_.learn(lesson);
    judge(result);
    return overlap;
}

Expected<Findings> SampledQuery::look_along(Plane& plane, PassLog& log) {
    plane.exchanged.b_pi_convex.reset();
    plane.b_pi_convex.reset();
    const Frame frame{.device = *device_,
                      .view = plane.view,
                      .a = sight_.a().side(),
                      .b = sight_.b().side(),
                      .equal_depths = options_.equal_depths,
                      .inspection = options_.inspection,
                      .extent = options_.extent,
                      .places = places_wanted(options_),
                      .timing = options_.timing,
                      .context = context_,
                      .maps = plane.maps,
                      .log = log};
    const Placed a = sight_.a().placed();
    const Placed b = sight_.b().placed();
    plane.by_rays = is_beyond_floats(plane.view, a, b);
    if (plane.by_rays) {
        LookedByRays looked =
            look_by_rays(frame, sight_.a().solid->diagnosis, sight_.b().solid->diagnosis);
        plane.surface_error = looked.surface_error;
        return std::move(looked.findings);
    }
    plane.surface_error = std::max(drawn_error(plane.view, a), drawn_error(plane.view, b));
    auto found = run(frame, options_.method, plane.exchanged);
    if (found && !found->partial && lifetime_ == Lifetime::Session) {
        if (const Status status = examine_shapes(frame, *found, plane); !status) {
            return status.error();
        }
    }
    return found;
}

Status SampledQuery::examine_shapes(const Frame& frame, const Findings& found, Plane& plane) {
    if (!roles_.asks_for_a(found.covered_by_a, found.second_pass)) {
        return {};
    }
    const auto of_a = is_a_pi_convex(frame);
    if (!of_a) {
        return of_a.error();
    }
    if (*of_a && roles_.asks_for_b()) {
        const auto of_b = is_b_pi_convex(frame);
        if (!of_b) {
            return of_b.error();
        }
        plane.b_pi_convex = *of_b;
    }
    return {};
}

namespace {

bool wants_proof(const SampledOptions& options, const Sampled& result) {
    const bool overlaps = result.overlapping_pixels > 0;
    return (options.confirmation == Confirmation::Exact && overlaps) ||
           (options.spikes == Spikes::Proxies && !overlaps && !result.interference.partial);
}

} // namespace

Status SampledQuery::prove_between_pixels(Sampled& result, const Pair& pair,
                                          const Overlap& overlap) {
    // What is looked along walls costs more to draw; a map has the pixels of its view.
    const bool own_view = result.map || options_.projection.direction;
    auto refined =
        refine({.device = *device_,
                .pair = pair,
                .view = own_view ? &result.views.front() : nullptr,
                .resolution = options_.resolution,
                .overlap_view = overlap.view,
                .overlapping = overlap.by_rays ? std::span<const PixelPlace>() : overlap.places,
                .context = context_});
    if (!refined) {
        return refined.error();
    }
    result.interference = std::move(refined->interference);
    result.refinement = refined->report;
    if (result.map) {
        result.map->open = std::move(refined->open_pixels);
    }
    result.draws += refined->draws;
    result.settled =
        !result.interference.partial || result.interference.verdict == Verdict::Crossing;
    return {};
}

Status SampledQuery::prove(Sampled& result, const Pair& pair, const Overlap& overlap) {
    if (options_.refine == DepthRefinement::Conservative) {
        return result.interference.partial ? Status() : prove_between_pixels(result, pair, overlap);
    }
    if (overlap.by_rays && wants_proof(options_, result)) {
        // Pixels of floats would not find the triangles that matter: all of them are asked about.
        auto proof = collide(pair.a.body(), pair.b.body(), {.detail = Detail::Pairs}, context_);
        if (!proof) {
            return proof.error();
        }
        result.interference = std::move(*proof);
        result.settled = !result.interference.partial;
        return {};
    }
    if (options_.confirmation == Confirmation::Exact && !overlap.places.empty()) {
        auto proof = confirm(pair.a.body(), pair.b.body(), overlap.view, overlap.places, context_);
        if (!proof) {
            return proof.error();
        }
        result.interference = std::move(*proof);
        result.settled =
            !result.interference.partial || result.interference.verdict == Verdict::Crossing;
    } else if (options_.spikes == Spikes::Proxies && result.overlapping_pixels == 0 &&
               !result.interference.partial) {
        return prove_by_spikes(result, pair);
    }
    return {};
}

Status SampledQuery::prove_by_spikes(Sampled& result, const Pair& pair) {
    const Body a = pair.a.body();
    const Body b = pair.b.body();
    for (const raster::View& view : result.views) {
        find_spikes(spikes_a_, pair.a, pixel_size(view));
        find_spikes(spikes_b_, pair.b, pixel_size(view));
        auto proof = spike_contacts(*device_, view, {a, spikes_a_.triangles, a_.geometry.get()},
                                    {b, spikes_b_.triangles, b_.geometry.get()}, context_);
        if (!proof) {
            return proof.error();
        }
        if (*proof) {
            result.interference = std::move(**proof);
            result.settled = true;
            return {};
        }
    }
    if (context_.cancelled()) {
        result.interference.partial = true;
        result.settled = false;
    }
    return {};
}

void SampledQuery::find_spikes(KnownSpikes& known, const Posed& posed, double pixel_size) const {
    const double in_mesh = pixel_size / posed.pose.scale;
    if (known.pixel_size != in_mesh && !context_.cancelled()) {
        known = {in_mesh, thin_spikes(posed.solid->mesh, in_mesh, context_)};
    }
}

} // namespace impinge::inline v0::imagespace
