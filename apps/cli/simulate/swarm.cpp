// SPDX-License-Identifier: Apache-2.0
#include "simulate/swarm.hpp"

#include "output/picture_style.hpp"

#include <algorithm>
#include <utility>

namespace impinge::cli {

RunningSwarm::RunningSwarm(const scenes::SwarmParameters& parameters, const WorldOptions& options)
    : swarm(parameters), world(options) {
    for (std::uint32_t i = 0; i < parameters.bodies; ++i) {
        ids.push_back({.index = i});
    }
}

Expected<RunningSwarm> RunningSwarm::set_up(const scenes::SwarmParameters& parameters,
                                            const WorldOptions& options) {
    RunningSwarm running(parameters, options);
    if (const Status status = running.fill_world(); !status) {
        return status.error();
    }
    return running;
}

Status RunningSwarm::fill_world() {
    for (std::size_t i = world.size(); i < ids.size(); ++i) {
        const auto id = world.add(shape(i), {.pose = swarm.poses()[i]});
        if (!id) {
            return id.error();
        }
        ids[i] = *id;
    }
    return {};
}

Status RunningSwarm::advance(const WorldStep& step) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> colliding;
    for (const WorldPair& pair : step.pairs) {
        if (pair.interferes()) {
            colliding.emplace_back(pair.a.index, pair.b.index);
        }
    }
    swarm.advance(colliding);
    for (std::size_t i = 0; i < world.size(); ++i) {
        if (Status status = world.move(ids[i], swarm.poses()[i]); !status) {
            return status;
        }
    }
    return {};
}

namespace {

std::vector<render::Segment> cube_edges(const RunningSwarm& running) {
    const double side = running.swarm.side();
    std::vector<render::Segment> edges;
    append_box({{0, 0, 0}, {side, side, side}}, edges);
    return edges;
}

enum class Nearness : std::uint8_t { Free, BoxOverlaps, Collides };

std::vector<Nearness> nearness_of_bodies(const RunningSwarm& running, const WorldStep& step) {
    std::vector<Nearness> nearness(running.ids.size(), Nearness::Free);
    for (const WorldPair& pair : step.pairs) {
        const Nearness found = pair.interferes() ? Nearness::Collides : Nearness::BoxOverlaps;
        for (const std::uint32_t body : {pair.a.index, pair.b.index}) {
            nearness[body] = std::max(nearness[body], found);
        }
    }
    return nearness;
}

Status add_boxes(render::PictureScene& scene, const RunningSwarm& running,
                 std::span<const Nearness> nearness) {
    std::vector<Box3> overlapping;
    std::vector<Box3> others;
    for (std::size_t i = 0; i < nearness.size(); ++i) {
        const auto box = running.world.box(running.ids[i]);
        if (!box) {
            return box.error();
        }
        (nearness[i] == Nearness::Free ? others : overlapping).push_back(*box);
    }
    add_box_lines(scene, overlapping, others);
    return {};
}

} // namespace

Expected<SwarmPictures> SwarmPictures::open(const RunningSwarm& running,
                                            const SimulationPictureOptions& options,
                                            const Context& context) {
    std::vector<Vec3d> shown;
    for (const render::Segment& edge : cube_edges(running)) {
        shown.insert(shown.end(), edge.begin(), edge.end());
    }
    auto opened = SimulationPictures::open(
        options, {.from = {0.45, -1, 0.32}, .vertical_angle_degrees = 34}, shown, context);
    if (!opened) {
        return opened.error();
    }
    SwarmPictures pictures(std::move(*opened));
    pictures.options_ = options;
    for (const Polytope& polytope : running.swarm.shapes()) {
        auto shape = pictures.pictures_.renderer().make_shape(polytope.mesh(),
                                                              {.shading = render::Shading::Flat});
        if (!shape) {
            return shape.error();
        }
        pictures.shapes_.push_back(std::move(*shape));
    }
    return pictures;
}

Expected<std::string> SwarmPictures::write(const RunningSwarm& running, const WorldStep& step,
                                           std::size_t frame) {
    render::PictureScene scene;
    const std::vector<Nearness> nearness = nearness_of_bodies(running, step);
    for (std::size_t i = 0; i < nearness.size(); ++i) {
        const bool collides = nearness[i] == Nearness::Collides;
        scene.bodies.push_back({.shape = shapes_[running.swarm.shape_of()[i]],
                                .pose = running.swarm.poses()[i],
                                .paint = {.colour = collides ? red_colour(0) : calm_colour(i)}});
    }
    scene.lines.push_back(
        {.segments = cube_edges(running), .colour = {90, 98, 110, 255}, .width_pixels = 1.2});
    if (options_.boxes) {
        if (Status status = add_boxes(scene, running, nearness); !status) {
            return status.error();
        }
    }
    if (options_.features) {
        add_feature_lines(scene, step.pairs);
    }
    return pictures_.write(scene, frame);
}

} // namespace impinge::cli
