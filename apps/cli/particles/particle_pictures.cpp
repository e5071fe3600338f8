// SPDX-License-Identifier: Apache-2.0
#include "particles/particle_pictures.hpp"

#include "base/random.hpp"
#include "particles/surface_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace impinge::cli {
namespace {

using render::Colour;
using scenes::Tint;

Colour colour_of(Tint tint) { return {tint.r, tint.g, tint.b, 255}; }

/// A ball of triangles with corners 1 from its middle.
struct SmallBody {
    std::vector<Vec3d> corners;
    std::vector<TriangleIndices> triangles;
};

SmallBody icosahedron() {
    const double g = 0.5 * (1 + std::sqrt(5.0));
    const double over = 1 / std::sqrt(1 + g * g);
    SmallBody body{{{-1, g, 0},
                    {1, g, 0},
                    {-1, -g, 0},
                    {1, -g, 0},
                    {0, -1, g},
                    {0, 1, g},
                    {0, -1, -g},
                    {0, 1, -g},
                    {g, 0, -1},
                    {g, 0, 1},
                    {-g, 0, -1},
                    {-g, 0, 1}},
                   {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}}};
    for (Vec3d& corner : body.corners) {
        corner = corner * over;
    }
    return body;
}

/// Every triangle as four, whose corners lie on the ball again.
SmallBody finer(const SmallBody& body) {
    SmallBody fine{body.corners, {}};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
        const auto next = static_cast<std::uint32_t>(fine.corners.size());
        const auto found = middles.insert({{std::min(a, b), std::max(a, b)}, next});
        if (found.second) {
            const Vec3d sum = fine.corners[a] + fine.corners[b];
            fine.corners.push_back(sum * (1 / length(sum)));
        }
        return found.first->second;
    };
    for (const TriangleIndices& t : body.triangles) {
        const std::uint32_t ab = middle(t[0], t[1]);
        const std::uint32_t bc = middle(t[1], t[2]);
        const std::uint32_t ca = middle(t[2], t[0]);
        fine.triangles.insert(fine.triangles.end(),
                              {{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}});
    }
    return fine;
}

/// Coarse where it is a few pixels wide.
const SmallBody& body_for(double radius_pixels) {
    static const SmallBody coarse = icosahedron();
    static const SmallBody fine = finer(coarse);
    return radius_pixels < 4 ? coarse : fine;
}

Colour colour_of(const ParticleLook& look) {
    const auto byte = [](float share) {
        return static_cast<std::uint8_t>(std::lround(255 * std::clamp(share, 0.0F, 1.0F)));
    };
    return {byte(look.colour[0]), byte(look.colour[1]), byte(look.colour[2]), 255};
}

bool is_seen(ParticlePhase phase) {
    return phase == ParticlePhase::Flying || phase == ParticlePhase::Stuck ||
           phase == ParticlePhase::Resting;
}

/// Two directions that span the plane across a normal.
std::array<Vec3d, 2> across(Vec3d normal) {
    const Vec3d side = cross(normal, std::fabs(normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0});
    const Vec3d u = side * (1 / length(side));
    return {u, cross(normal, u)};
}

/// As far towards a rim point as the collider reaches, so that no mark hangs over an edge.
Vec3d kept_on(const Collider& collider, Vec3d middle, Vec3d rim) {
    const auto* surface = std::get_if<ImplicitSurface>(&collider.shape);
    rim = onto_surface(collider, rim);
    if (surface == nullptr || within_bounds(*surface, rim)) {
        return rim;
    }
    double low = 0;
    double high = 1;
    for (int step = 0; step < 8; ++step) {
        const double half = 0.5 * (low + high);
        (within_bounds(*surface, middle + (rim - middle) * half) ? low : high) = half;
    }
    return onto_surface(collider, middle + (rim - middle) * low);
}

} // namespace

Expected<ParticlePictures> ParticlePictures::open(const scenes::ParticleScene& scene,
                                                  const ParticlePictureOptions& options,
                                                  const Context& context) {
    ParticlePictures pictures(scene);
    auto device = raster::make_device(raster::DeviceKind::Software, {}, context);
    if (!device) {
        return device.error();
    }
    pictures.options_ = options;
    pictures.context_ = context;
    pictures.context_.set_progress({});
    pictures.device_ = std::move(*device);
    pictures.renderer_ = std::make_unique<render::Renderer>(*pictures.device_);
    if (Status status = pictures.make_shapes(); !status) {
        return status.error();
    }
    if (Status status = pictures.set_view(options); !status) {
        return status.error();
    }
    return pictures;
}

Status ParticlePictures::make_shapes() {
    for (const Collider& collider : scene_->colliders) {
        const Mesh mesh = surface_mesh(collider);
        if (mesh.triangles.empty()) { // nothing of it is in sight
            colliders_.push_back(nullptr);
            continue;
        }
        auto shape = renderer_->make_shape(mesh.view());
        if (!shape) {
            return Error{shape.error().code, collider.name + ": " + shape.error().message};
        }
        colliders_.push_back(std::move(*shape));
    }
    for (const scenes::Prop& prop : scene_->props) {
        auto shape = renderer_->make_shape(prop.mesh.view());
        if (!shape) {
            return shape.error();
        }
        props_.push_back(std::move(*shape));
    }
    return {};
}

Status ParticlePictures::set_view(const ParticlePictureOptions& options) {
    render_.width = options.width;
    render_.height = options.height;
    render_.samples = options.samples;
    render_.background_top = {206, 216, 228, 255};
    render_.background_bottom = {236, 240, 244, 255};
    const scenes::Viewpoint& from = scene_->view;
    const render::Camera camera{.from = from.from,
                                .zoom = from.zoom,
                                .middle = from.middle,
                                .vertical_angle_degrees = from.vertical_angle_degrees};
    std::vector<Vec3d> shown = scene_->shown;
    if (shown.empty()) {
        for (const Collider& collider : scene_->colliders) {
            const Mesh mesh = surface_mesh(collider);
            shown.insert(shown.end(), mesh.positions.begin(), mesh.positions.end());
        }
        for (const Emitter& emitter : scene_->emitters) {
            shown.push_back(emitter.origin);
        }
    }
    auto view = render::frame_points(camera, shown, options.width, options.height);
    if (!view) {
        return view.error();
    }
    render_.view = *view;
    return {};
}

void ParticlePictures::add_impacts(std::span<const Impact> impacts) {
    for (const Impact& impact : impacts) {
        const double size = scene_->collider_looks[impact.collider].splat_radius;
        const double share = std::min(std::sqrt(impact.normal_speed / 10), 1.6);
        if (!options_.splats || size * share < 0.2 * size || size == 0) {
            continue; // a bounce too faint to leave a mark
        }
        const Vec3d moved_by = scene_->colliders[impact.collider].velocity * impact.time;
        splats_.push_back({.position = impact.position - moved_by,
                           .normal = impact.normal,
                           .radius = size * share,
                           .time = impact.time,
                           .collider = impact.collider,
                           .seed = impact.particle * 31 + impact.bounce});
    }
    while (splats_.size() > options_.most_splats) {
        splats_.pop_front();
    }
}

/// A blot: a fan of triangles with an uneven rim, a little above the surface.
void ParticlePictures::append(Painted& marks, const Splat& splat, double time) const {
    constexpr std::uint32_t rim_points = 9;
    const Collider& collider = scene_->colliders[splat.collider];
    const Vec3d offset = collider.velocity * time + splat.normal * (0.05 * splat.radius);
    const std::array<Vec3d, 2> axes = across(splat.normal);
    Random random(splat.seed);
    const auto first = static_cast<std::uint32_t>(marks.mesh.positions.size());
    marks.mesh.positions.push_back(splat.position + offset);
    const Rigid turn = rotation_degrees({0, 0, 1}, 360.0 / rim_points);
    Vec3d spoke{1, 0, 0};
    for (std::uint32_t i = 0; i < rim_points; ++i) {
        const double reach = splat.radius * random.uniform(0.6, 1.25);
        const Vec3d rim = splat.position + (axes[0] * spoke.x + axes[1] * spoke.y) * reach;
        marks.mesh.positions.push_back(kept_on(collider, splat.position, rim) + offset);
        spoke = apply(turn, spoke);
    }
    // Marks dry up: most of their colour is gone after some seconds, a little stays.
    constexpr double fades_in = 2.5;
    const double fresh = std::max(0.3, 1 - (time - splat.time) / fades_in);
    const scenes::ColliderLook& look = scene_->collider_looks[splat.collider];
    const Colour colour = render::mixed(colour_of(look.tint), colour_of(look.splat), fresh);
    for (std::uint32_t i = 0; i < rim_points; ++i) {
        marks.mesh.triangles.push_back({first, first + 1 + i, first + 1 + (i + 1) % rim_points});
        marks.colours.push_back(colour);
    }
}

ParticlePictures::Painted ParticlePictures::marks_at(double time) const {
    Painted marks;
    for (const Splat& splat : splats_) {
        append(marks, splat, time);
    }
    return marks;
}

ParticlePictures::Painted ParticlePictures::bodies_at(std::span<const ParticleState> states) const {
    Painted painted;
    std::size_t next = 0;
    for (std::size_t e = 0; e < scene_->emitters.size(); ++e) {
        const Emitter& emitter = scene_->emitters[e];
        const std::size_t count =
            emitter.starts.empty() ? emitter.particles : emitter.starts.size();
        for (std::uint32_t i = 0; i < count; ++i) {
            const ParticleState& state = states[next++];
            if (is_seen(state.phase)) {
                append(painted, e, i, state);
            }
        }
    }
    return painted;
}

void ParticlePictures::append(Painted& painted, std::size_t number, std::uint32_t particle,
                              const ParticleState& state) const {
    const Emitter& emitter = scene_->emitters[number];
    const bool flies = state.phase == ParticlePhase::Flying;
    Rigid pose = pose_of(emitter, particle, state);
    const double radius = pose.scale;
    if (!flies) { // what lies is seen as lying on the ground, not in it
        pose.translation = pose.translation + Vec3d{0, 0, 0.6 * radius};
    }
    const Vec3d centre = pose.translation;
    const render::PixelPoint at = render::to_picture(*render_.view, centre);
    const Vec3d sideways = cross(scene_->view.from, Vec3d{0, 0, 1});
    const render::PixelPoint rim = render::to_picture(
        *render_.view, centre + sideways * (radius / std::max(length(sideways), 1e-9)));
    const double pixels = std::hypot(rim.x - at.x, rim.y - at.y);
    const Vec3d tail = flies ? state.velocity * (-0.5 * scene_->stretches[number]) : Vec3d{};
    const double margin = 20 + pixels * (2 + length(tail) / std::max(radius, 1e-9));
    if (!(at.x > -margin && at.x < options_.width + margin && at.y > -margin &&
          at.y < options_.height + margin)) {
        return;
    }
    const bool own = !emitter.body.triangles.empty();
    const SmallBody& ball = body_for(pixels);
    const auto first = static_cast<std::uint32_t>(painted.mesh.positions.size());
    for (const Vec3d corner : own ? emitter.body.vertices : ball.corners) {
        const Vec3d placed = apply(pose, corner);
        const double along = dot(placed - centre, tail);
        painted.mesh.positions.push_back(placed + (along > 0 ? tail : tail * -1.0));
    }
    const Colour colour = colour_of(look_of(emitter, state));
    for (const TriangleIndices& t : own ? emitter.body.triangles : ball.triangles) {
        painted.mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
        painted.colours.push_back(colour);
    }
}

Status ParticlePictures::add_painted(render::PictureScene& picture, const Painted& painted) {
    if (painted.mesh.triangles.empty()) {
        return {};
    }
    auto shape = renderer_->make_shape(painted.mesh.view(), {.crease_degrees = 100});
    if (!shape) {
        return shape.error();
    }
    picture.bodies.push_back(
        {.shape = std::move(*shape), .paint = {.face_colours = painted.colours}});
    return {};
}

Expected<render::Frame> ParticlePictures::draw(double time, std::span<const ParticleState> states) {
    render::PictureScene picture;
    for (std::size_t i = 0; i < colliders_.size(); ++i) {
        if (colliders_[i]) {
            picture.bodies.push_back(
                {.shape = colliders_[i],
                 .pose = translation(scene_->colliders[i].velocity * time),
                 .paint = {.colour = colour_of(scene_->collider_looks[i].tint)}});
        }
    }
    for (std::size_t i = 0; i < props_.size(); ++i) {
        picture.bodies.push_back(
            {.shape = props_[i], .paint = {.colour = colour_of(scene_->props[i].tint)}});
    }
    const Painted marks = marks_at(time);
    const Painted bodies = bodies_at(states);
    for (const Painted* painted : {&marks, &bodies}) {
        if (Status status = add_painted(picture, *painted); !status) {
            return status.error();
        }
    }
    return renderer_->render(picture, render_, context_);
}

} // namespace impinge::cli
