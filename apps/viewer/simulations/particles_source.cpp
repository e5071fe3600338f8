// SPDX-License-Identifier: Apache-2.0
#include "simulations/particles_source.hpp"

#include "base/hash.hpp"
#include "output/stopwatch.hpp"
#include "particles/placed_particles.hpp"
#include "particles/surface_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

using render::Colour;

constexpr std::size_t most_marks = 12000; ///< of more, the oldest are not shown

Colour colour_of(scenes::Tint tint) { return {tint.r, tint.g, tint.b, 255}; }

Colour colour_of(const ParticleLook& look) {
    const auto byte = [](float share) {
        return static_cast<std::uint8_t>(std::lround(255 * std::clamp(share, 0.0F, 1.0F)));
    };
    return {byte(look.colour[0]), byte(look.colour[1]), byte(look.colour[2]), 255};
}

/// A ball of triangles around the origin, of radius 1.
Mesh ball() {
    constexpr std::uint32_t rings = 6;
    constexpr std::uint32_t sectors = 10;
    Mesh mesh;
    const Rigid down = rotation_degrees({0, 1, 0}, 180.0 / rings);
    const Rigid around = rotation_degrees({0, 0, 1}, 360.0 / sectors);
    Vec3d meridian{0, 0, 1};
    for (std::uint32_t ring = 0; ring <= rings; ++ring) {
        Vec3d point = meridian;
        for (std::uint32_t sector = 0; sector < sectors; ++sector) {
            mesh.positions.push_back(point);
            point = apply(around, point);
        }
        meridian = apply(down, meridian);
    }
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        for (std::uint32_t sector = 0; sector < sectors; ++sector) {
            const std::uint32_t next = (sector + 1) % sectors;
            const std::uint32_t above = ring * sectors;
            const std::uint32_t below = above + sectors;
            if (ring > 0) {
                mesh.triangles.push_back({above + sector, below + sector, above + next});
            }
            if (ring + 1 < rings) {
                mesh.triangles.push_back({above + next, below + sector, below + next});
            }
        }
    }
    return mesh;
}

/// A flat spot of radius 1 across z.
Mesh spot() {
    constexpr std::uint32_t corners = 10;
    Mesh mesh;
    mesh.positions.push_back({});
    const Rigid turn = rotation_degrees({0, 0, 1}, 360.0 / corners);
    Vec3d spoke{1, 0, 0};
    for (std::uint32_t i = 0; i < corners; ++i) {
        mesh.positions.push_back(spoke);
        mesh.triangles.push_back({0, 1 + i, 1 + (i + 1) % corners});
        spoke = apply(turn, spoke);
    }
    return mesh;
}

std::shared_ptr<const ShapeData> shape_of(const Mesh& mesh, double crease_degrees = 35) {
    return std::make_shared<const ShapeData>(make_shape_data(mesh, crease_degrees));
}

/// Of columns, which are the images of the axes; it need not be a turn, for what is drawn alone.
Rigid placed(Vec3d x, Vec3d y, Vec3d z, Vec3d middle) {
    return {.row_x = {x.x, y.x, z.x},
            .row_y = {x.y, y.y, z.y},
            .row_z = {x.z, y.z, z.z},
            .translation = middle};
}

std::array<Vec3d, 2> across(Vec3d normal) {
    const Vec3d side = cross(normal, std::abs(normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0});
    const Vec3d u = side * (1 / length(side));
    return {u, cross(normal, u)};
}

/// Longer along its way, as a body in flight looks.
Rigid stretched(Rigid pose, Vec3d velocity, double seconds) {
    const double speed = length(velocity);
    const double reach = 0.5 * seconds * speed;
    if (!(reach > pose.scale)) {
        return pose;
    }
    const Vec3d along = velocity * (1 / speed);
    const auto [u, v] = across(along);
    return placed(u * pose.scale, v * pose.scale, along * (reach + pose.scale), pose.translation);
}

bool is_seen(ParticlePhase phase) {
    return phase == ParticlePhase::Flying || phase == ParticlePhase::Stuck ||
           phase == ParticlePhase::Resting;
}

class ParticlesSource final : public FrameSource {
  public:
    explicit ParticlesSource(std::shared_ptr<const ParticleRun> run) : run_(std::move(run)) {
        auto names = std::make_shared<std::vector<std::string>>();
        const scenes::ParticleScene& scene = run_->scene;
        for (const Collider& collider : scene.colliders) {
            const Mesh mesh = cli::surface_mesh(collider);
            shown_.insert(shown_.end(), mesh.positions.begin(), mesh.positions.end());
            colliders_.push_back(mesh.triangles.empty() ? nullptr : shape_of(mesh));
            names->push_back(collider.name);
        }
        for (const scenes::Prop& prop : scene.props) {
            props_.push_back(shape_of(prop.mesh));
        }
        names->push_back("prop");
        for (const Emitter& emitter : scene.emitters) {
            shown_.push_back(emitter.origin);
            const ParticleBody& body = emitter.body;
            bodies_.push_back(body.triangles.empty() ? ball_
                                                     : shape_of({body.vertices, body.triangles}));
        }
        names->push_back("particle");
        names_ = std::move(names);
        shown_ = scene.shown.empty() ? shown_ : scene.shown;
        strongest_ = 1e-9;
        for (const Impact& impact : run_->impacts) {
            strongest_ = std::max(strongest_, impact.normal_speed);
        }
    }

    [[nodiscard]] Stage stage() const override {
        const scenes::Viewpoint& view = run_->scene.view;
        return {.what = run_->scene.what,
                .camera = {.from = view.from,
                           .zoom = view.zoom,
                           .middle = view.middle,
                           .vertical_angle_degrees = view.vertical_angle_degrees},
                .shown = shown_};
    }
    [[nodiscard]] bool in_any_order() const override { return true; }

    Expected<std::shared_ptr<const SimulationFrame>> make(std::size_t frame,
                                                          const Context& context) override {
        const cli::Stopwatch watch;
        const double time = static_cast<double>(frame) / particle_frames_per_second;
        const auto states = run_->system.states(time, context);
        if (!states) {
            return states.error();
        }
        if (states->partial) {
            return std::shared_ptr<const SimulationFrame>();
        }
        const double states_ms = watch.milliseconds();
        auto made = std::make_shared<SimulationFrame>();
        made->names = names_;
        add_fixed(*made, time);
        const std::size_t flying = add_particles(*made, states->list);
        const std::size_t impacts = add_marks(*made, time);
        const auto count = [](std::size_t value) { return static_cast<double>(value); };
        made->facts = {{"impacts", count(impacts)},
                       {"flying", count(flying)},
                       {"particles", count(states->list.size())},
                       {"time", time, "s"},
                       {"states", states_ms, "ms"}};
        made->hash = hash_of(states->list);
        return std::shared_ptr<const SimulationFrame>(std::move(made));
    }

  private:
    static std::uint64_t hash_of(std::span<const ParticleState> states) {
        Hasher hasher;
        for (const ParticleState& state : states) {
            hasher.add(static_cast<std::uint64_t>(state.phase));
            hasher.add(state.position);
        }
        return hasher.digest();
    }

    void add_fixed(SimulationFrame& frame, double time) const {
        const scenes::ParticleScene& scene = run_->scene;
        for (std::uint32_t i = 0; i < colliders_.size(); ++i) {
            if (colliders_[i]) {
                frame.bodies.push_back({.shape = colliders_[i],
                                        .pose = translation(scene.colliders[i].velocity * time),
                                        .colour = colour_of(scene.collider_looks[i].tint),
                                        .number = i});
            }
        }
        for (std::size_t i = 0; i < props_.size(); ++i) {
            frame.bodies.push_back({.shape = props_[i],
                                    .pose = {},
                                    .colour = colour_of(scene.props[i].tint),
                                    .number = static_cast<std::uint32_t>(colliders_.size())});
        }
    }

    std::size_t add_particles(SimulationFrame& frame, std::span<const ParticleState> states) const {
        const scenes::ParticleScene& scene = run_->scene;
        std::size_t next = 0;
        std::size_t flying = 0;
        for (std::size_t e = 0; e < scene.emitters.size(); ++e) {
            const Emitter& emitter = scene.emitters[e];
            const std::size_t count =
                emitter.starts.empty() ? emitter.particles : emitter.starts.size();
            for (std::uint32_t i = 0; i < count; ++i) {
                const ParticleState& state = states[next++];
                if (!is_seen(state.phase)) {
                    continue;
                }
                Rigid pose = pose_of(emitter, i, state);
                if (state.phase == ParticlePhase::Flying) {
                    ++flying;
                    pose = stretched(pose, state.velocity, scene.stretches[e]);
                } else { // what lies is seen as lying on the ground, not in it
                    pose.translation = pose.translation + Vec3d{0, 0, 0.6 * pose.scale};
                }
                frame.bodies.push_back(
                    {.shape = bodies_[e],
                     .pose = pose,
                     .colour = colour_of(look_of(emitter, state)),
                     .number = static_cast<std::uint32_t>(colliders_.size()) + 1});
            }
        }
        return flying;
    }

    /// Impacts up to now, as spots in the colours of impact maps: how fast along the normal.
    /// Returns how many there were.
    std::size_t add_marks(SimulationFrame& frame, double time) const {
        const std::vector<Impact>& all = run_->impacts;
        const auto end = std::ranges::upper_bound(all, time, {}, &Impact::time);
        const auto count = static_cast<std::size_t>(end - all.begin());
        const std::size_t first = count > most_marks ? count - most_marks : 0;
        for (std::size_t i = first; i < count; ++i) {
            const Impact& impact = all[i];
            const scenes::ColliderLook& look = run_->scene.collider_looks[impact.collider];
            const double share = std::min(std::sqrt(impact.normal_speed / 10), 1.6);
            const double radius = look.splat_radius * share;
            if (!(share >= 0.2) || !(radius > 0)) {
                continue; // a bounce too faint to leave a mark
            }
            const auto [u, v] = across(impact.normal);
            const Vec3d carried =
                run_->scene.colliders[impact.collider].velocity * (time - impact.time);
            frame.bodies.push_back(
                {.shape = spot_,
                 .pose = placed(u * radius, v * radius, impact.normal * radius,
                                impact.position + carried + impact.normal * (0.08 * radius)),
                 .colour = render::map_colour(render::ColourMap::Sequential,
                                              impact.normal_speed / strongest_),
                 .number = impact.collider});
        }
        return count;
    }

    std::shared_ptr<const ParticleRun> run_;
    std::shared_ptr<const ShapeData> ball_ = shape_of(ball(), 100);
    std::shared_ptr<const ShapeData> spot_ = shape_of(spot());
    std::vector<std::shared_ptr<const ShapeData>> colliders_;
    std::vector<std::shared_ptr<const ShapeData>> props_;
    std::vector<std::shared_ptr<const ShapeData>> bodies_; ///< by emitter
    std::shared_ptr<const std::vector<std::string>> names_;
    std::vector<Vec3d> shown_;
    double strongest_ = 0;
};

/// All impacts, in pieces of time, so that it ends soon when it is cancelled.
Expected<std::vector<Impact>> all_impacts(const ParticleSystem& system, double seconds,
                                          const Context& context) {
    std::vector<Impact> all;
    constexpr int pieces = 16;
    for (int i = 0; i < pieces && !context.cancelled(); ++i) {
        auto found = system.impacts(seconds * i / pieces, seconds * (i + 1) / pieces, context);
        if (!found) {
            return found.error();
        }
        all.insert(all.end(), found->list.begin(), found->list.end());
    }
    return all;
}

} // namespace

Expected<scenes::ParticleScene> particle_scene(const ParticleWish& wish) {
    auto scene = cli::particle_scene_called(wish.scene);
    if (!scene) {
        return scene;
    }
    if (wish.particles) {
        scene->set_particle_count(*wish.particles);
    }
    if (wish.seed) {
        scene->set_seed(*wish.seed);
    }
    return scene;
}

Expected<SimulationSetup> particle_setup(const ParticleWish& wish,
                                         std::shared_ptr<ParticleRunSlot> slot) {
    auto scene = particle_scene(wish);
    if (!scene) {
        return scene.error();
    }
    SimulationSetup setup;
    setup.kind = wish.scene;
    setup.title = scene->what;
    setup.frames_per_second = particle_frames_per_second;
    setup.store.frames =
        1 + static_cast<std::size_t>(std::floor(scene->seconds * particle_frames_per_second));
    setup.store.memory = wish.memory > 0 ? wish.memory : setup.store.memory;
    setup.source = [scene = std::move(*scene), slot = std::move(slot)](
                       const Context& context) -> Expected<std::unique_ptr<FrameSource>> {
        const cli::Stopwatch watch;
        auto system = ParticleSystem::make(scene.emitters, scene.colliders);
        if (!system) {
            return system.error();
        }
        auto impacts = all_impacts(*system, scene.seconds, context);
        if (!impacts) {
            return impacts.error();
        }
        auto run = std::make_shared<const ParticleRun>(
            ParticleRun{scene, std::move(*system), std::move(*impacts), watch.milliseconds()});
        slot->set(run, context);
        return std::unique_ptr<FrameSource>(std::make_unique<ParticlesSource>(std::move(run)));
    };
    return setup;
}

} // namespace impinge::viewer
