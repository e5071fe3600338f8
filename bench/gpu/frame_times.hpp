// SPDX-License-Identifier: Apache-2.0
//
// What programs that measure frames share: their command line, and what a device says of stages.
#pragma once

#include "bench/gpu/gpu_machine.hpp"
#include "bench/papers/paper_run.hpp"
#include "impinge/gpu.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace impinge::bench {

inline constexpr std::array stage_fields{
    &gpu::DeviceTimes::world,  &gpu::DeviceTimes::codes,  &gpu::DeviceTimes::cull_a,
    &gpu::DeviceTimes::cull_b, &gpu::DeviceTimes::count,  &gpu::DeviceTimes::places,
    &gpu::DeviceTimes::fill,   &gpu::DeviceTimes::match,  &gpu::DeviceTimes::crowd,
    &gpu::DeviceTimes::filter, &gpu::DeviceTimes::refine, &gpu::DeviceTimes::deliver,
    &gpu::DeviceTimes::total};
inline constexpr std::array stage_names{"world",  "codes",   "cull_a", "cull_b", "count",
                                        "places", "fill",    "match",  "crowd",  "filter",
                                        "refine", "deliver", "total"};

inline gpu::DeviceTimes medians(const std::vector<gpu::DeviceTimes>& all) {
    gpu::DeviceTimes middle;
    for (auto field : stage_fields) {
        std::vector<double> values;
        for (const gpu::DeviceTimes& times : all) {
            values.push_back(times.*field);
        }
        middle.*field = median(std::move(values));
    }
    return middle;
}

/// In microseconds.
inline void print_stages(const gpu::DeviceTimes& times) {
    for (std::size_t i = 0; i < stage_fields.size(); ++i) {
        std::printf(" %s %.1f", stage_names[i], 1e3 * times.*stage_fields[i]);
    }
}

inline Json json_of_stages(const gpu::DeviceTimes& times) {
    Json json;
    for (std::size_t i = 0; i < stage_fields.size(); ++i) {
        json[stage_names[i]] = times.*stage_fields[i];
    }
    return json;
}

/// What is asked of frames, by the command line.
struct FrameOptions {
    DeviceChoice device{.kind = raster::DeviceKind::OpenGl};
    int frames = 200;
    double share = 1;
    gpu::Reals reals = gpu::Reals::Auto;
    std::vector<std::string> scenes; ///< all if empty
    std::string json_file;

    [[nodiscard]] bool wants(const std::string& scene) const {
        return scenes.empty() || std::find(scenes.begin(), scenes.end(), scene) != scenes.end();
    }
};

inline FrameOptions parse(const PaperRun& program, int argc, char** argv) {
    FrameOptions options;
    for (const auto& [name, value] : program.arguments(argc, argv)) {
        if (name == "--device") {
            options.device = program.device_choice(value);
        } else if (name == "--frames") {
            options.frames = std::max(1, std::atoi(value.c_str()));
        } else if (name == "--share") {
            options.share = std::atof(value.c_str());
        } else if (name == "--scene") {
            options.scenes.push_back(value);
        } else if (name == "--reals" && (value == "doubles" || value == "floats")) {
            options.reals = value == "floats" ? gpu::Reals::Floats : gpu::Reals::Doubles;
        } else if (name == "--json") {
            options.json_file = value;
        } else {
            program.give_up("unknown argument: " + name + " " + value);
        }
    }
    return options;
}

/// Frames before those that count.
inline constexpr int warm_up_frames = 10;

/// Of frames that are waited for, one after the other.
struct MeasuredFrames {
    gpu::DeviceTimes device; ///< medians
    double proof = 0;        ///< median of milliseconds
    gpu::FrameReport report; ///< of the last
};

/// `living` has submit(state) and take(); frames go through the states in turn.
template <typename Living>
MeasuredFrames measure_device(Living& living, std::size_t states, int frames, BusyDevice& busy) {
    MeasuredFrames measured;
    std::vector<gpu::DeviceTimes> device;
    std::vector<double> proof;
    for (int i = 0; i < frames + warm_up_frames; ++i) {
        living.submit(static_cast<std::size_t>(i) % states);
        const gpu::MeetingPairs found = living.take();
        busy.spin();
        if (i >= warm_up_frames) {
            device.push_back(found.report.device);
            proof.push_back(found.report.proof_ms);
            measured.report = found.report;
        }
    }
    measured.device = medians(device);
    measured.proof = median(std::move(proof));
    return measured;
}

/// Milliseconds from one answer to the next, with three frames in flight.
template <typename Living, typename Submit>
double measure_in_flight(Living& living, std::size_t states, int frames, const Submit& submit) {
    constexpr std::size_t ahead = 3;
    std::vector<double> times;
    auto last = std::chrono::steady_clock::now();
    for (int i = 0; i < frames + warm_up_frames; ++i) {
        submit(static_cast<std::size_t>(i) % states);
        if (living.session.frames_in_flight() < ahead) {
            continue;
        }
        living.take();
        const auto now = std::chrono::steady_clock::now();
        if (i >= warm_up_frames) {
            times.push_back(std::chrono::duration<double, std::milli>(now - last).count());
        }
        last = now;
    }
    while (living.session.frames_in_flight() > 0) {
        living.take();
    }
    return median(std::move(times));
}

} // namespace impinge::bench
