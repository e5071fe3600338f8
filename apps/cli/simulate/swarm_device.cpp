// SPDX-License-Identifier: Apache-2.0
#include "simulate/swarm_device.hpp"

#include "output/stopwatch.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace impinge::cli {
namespace {

/// From so many bodies of all frames together on, --device auto asks a GPU. docs/methods/gpu.md has
/// the numbers.
constexpr std::uint64_t least_bodies_of_gpu = 1'000'000;

Expected<gpu::Swarm> swarm_on(raster::Device& device, const scenes::MovingPolytopes& polytopes) {
    auto swarm = gpu::Swarm::create(device, {.timing = gpu::Timing::Stages});
    if (!swarm) {
        return swarm;
    }
    std::vector<gpu::ShapeId> ids;
    for (const Polytope& shape : polytopes.shapes()) {
        const auto id = swarm->add_shape(shape);
        if (!id) {
            return id.error();
        }
        ids.push_back(*id);
    }
    for (const std::uint32_t shape : polytopes.shape_of()) {
        if (const auto body = swarm->add(ids[shape]); !body) {
            return body.error();
        }
    }
    return swarm;
}

Expected<gpu::SwarmStep> answer_of(gpu::Swarm& swarm, std::span<const Rigid> poses,
                                   const Context& context) {
    if (const auto number = swarm.submit(poses, context); !number) {
        return number.error();
    }
    return std::move(swarm.wait(context)->step);
}

WorldStep world_step(const gpu::SwarmStep& found) {
    WorldStep step;
    step.pairs.reserve(found.pairs.size());
    for (const gpu::SwarmPair& pair : found.pairs) {
        WorldPair& told = step.pairs.emplace_back();
        told.a.index = pair.a;
        told.b.index = pair.b;
        told.verdict = pair.verdict;
    }
    const gpu::SwarmReport& report = found.report;
    step.candidates = report.candidates;
    step.interfering = found.pairs.size();
    step.asked_exact = report.doubtful;
    step.broad_phase_reason =
        report.by_processor ? "numbers are beyond the device" : "cells, on the device";
    step.hash = found.hash;
    const gpu::SwarmTimes& device = report.device;
    step.milliseconds.boxes = device.upload + device.boxes;
    step.milliseconds.broad_phase = device.cells + device.fill + device.candidates;
    step.milliseconds.narrow_phase =
        device.quick + device.search + device.order + device.deliver + report.proof_ms;
    return step;
}

} // namespace

Status SwarmDevice::open(const scenes::MovingPolytopes& polytopes, std::size_t frames,
                         std::string_view only_processor, const Context& context) {
    if (!only_processor.empty()) {
        choice_.leave_to_processor(fmt::format("{} is for the processor", only_processor));
    }
    choice_.weigh({polytopes.poses().size() * frames, least_bodies_of_gpu, "body of a frame",
                   "bodies of all frames"});
    auto swarm = choice_.open<gpu::Swarm>(
        [&](raster::Device& device) { return swarm_on(device, polytopes); }, context);
    if (!swarm) {
        return swarm.error();
    }
    swarm_ = std::move(*swarm);
    return {};
}

Expected<std::optional<WorldStep>> SwarmDevice::step(std::span<const Rigid> poses,
                                                     const Context& context) {
    if (!swarm_) {
        return std::optional<WorldStep>();
    }
    const Stopwatch watch;
    auto found = answer_of(*swarm_, poses, context);
    if (context.cancelled()) {
        std::optional<WorldStep> cut_short(std::in_place);
        cut_short->partial = true;
        return cut_short;
    }
    auto taken = choice_.taken(std::move(found));
    if (!taken) {
        return taken.error();
    }
    if (!*taken) {
        swarm_.reset();
        return std::optional<WorldStep>();
    }
    WorldStep step = world_step(**taken);
    step.milliseconds.total = watch.milliseconds();
    return std::optional(std::move(step));
}

void PairEvents::tell(WorldStep& step) {
    std::vector<Ids> now;
    now.reserve(step.pairs.size());
    for (WorldPair& pair : step.pairs) {
        now.emplace_back(pair.a, pair.b);
        const bool was = std::binary_search(before_.begin(), before_.end(), now.back());
        pair.phase = was ? Phase::Persisted : Phase::Began;
    }
    std::vector<Ids> ended;
    std::set_difference(before_.begin(), before_.end(), now.begin(), now.end(),
                        std::back_inserter(ended));
    step.ended.clear();
    for (const auto& [a, b] : ended) {
        step.ended.push_back({a, b});
    }
    before_ = std::move(now);
}

} // namespace impinge::cli
